"""Can anybody see it? What programs make of a file, so that two of its versions can be compared.

Each judge returns what is seen; `difference` says how two of them differ, "" if nobody can see it. The judges are
rsvg-convert, poppler, ezdxf's drawing add-on, trimesh, lib3mf, PrusaSlicer and the CAD kernel, and where a
program shows what these do not (a laser's layers, a slicer's settings), the values that it shows.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import foreign
import numpy as np

from mutations.drawn.hands import short
from mutations.drawn.seen_of import DOTS, PAGE_DOTS, QUIET, Refused, Seen, Segments, difference, in_time
from mutations.drawn.shown_bodies import gcode, mtl, obj, other_gcode, stl, threemf, txt
from mutations.drawn.shown_step import step


def _picture(content: bytes) -> np.ndarray:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB"))


@in_time()
def svg(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What rsvg-convert draws on white."""
    done = foreign.run("rsvg-convert", "-d", str(DOTS), "-p", str(DOTS), "-b", "white", input=content, **QUIET)
    if done.returncode or not done.stdout:
        raise Refused(f"rsvg-convert: {short(done.stderr.decode('utf-8', 'replace'), 100)}")
    return {"picture": _picture(done.stdout)}


USUAL = (
    ("layer", "0"), ("color", 256), ("linetype", "bylayer"), ("lineweight", -1), ("ltscale", 1.0), ("true_color", None),
    ("transparency", None), ("invisible", 0), ("const_width", 0.0), ("thickness", 0.0), ("elevation", 0.0), ("flags",
    0),
)  # fmt: skip


def dxf(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What ezdxf's drawing add-on draws, line by line, and what a laser's program shows of layers and lines."""
    import logging

    from ezdxf import recover
    from ezdxf.addons.drawing import Frontend, RenderContext
    from ezdxf.addons.drawing.json import CustomJSONBackend
    from ezdxf.filemanagement import read
    from ezdxf.lldxf.const import DXFError

    logging.disable(logging.CRITICAL)
    try:
        document = read(io.StringIO(content.decode("utf-8", "surrogateescape")))
    except Exception:
        try:
            document, _ = recover.read(io.BytesIO(content))
        except (DXFError, Exception) as problem:
            raise Refused(f"ezdxf: {short(problem, 100)}") from None
    model = document.modelspace()
    backend = CustomJSONBackend()
    try:
        Frontend(RenderContext(document), backend).draw_layout(model)
    except Exception as problem:
        raise Refused(f"ezdxf's drawing: {short(problem, 100)}") from None
    groups: dict[str, list[Any]] = {}
    for one in backend.get_json_data():
        own = one["properties"]
        key = f"{own.get('layer')} {own.get('color')} {own.get('stroke-width')} {one['type'].startswith('fill')}"
        groups.setdefault(key, []).extend(_segments(one["geometry"]))
    seen: Seen = {"drawn": {key: Segments(rows) for key, rows in groups.items()}}
    seen["units"] = [document.header.get("$INSUNITS", 0), document.header.get("$MEASUREMENT", 0)]
    seen["layers"] = {
        layer.dxf.name: [
            layer.dxf.get(name, usual)
            for name, usual in (
                ("color", 7),
                ("linetype", "Continuous"),
                ("lineweight", -3),
                ("plot", 1),
                ("true_color", None),
            )
        ]
        + [layer.is_off(), layer.is_frozen(), layer.is_locked()]
        for layer in document.layers
    }
    seen["lines"] = sorted(
        str([entity.dxftype(), *(str(entity.dxf.get(name, usual)).lower() for name, usual in USUAL)])
        for entity in model
    )
    seen["on paper"] = sorted(e.dxftype() for layout in document.layouts if not layout.is_modelspace for e in layout)
    return seen


def _segments(geometry: Any) -> list[list[float]]:
    """Return the lines of a drawn thing, each from its lower end to its higher."""
    points: list[list[list[float]]] = []

    def gather(value: Any) -> None:
        if isinstance(value, list) and value and isinstance(value[0], str):  # a path: commands
            run: list[list[float]] = []
            for command in value if isinstance(value[0], list) else [value]:
                run.append([float(x) for x in command[1:] if isinstance(x, (int, float))])
            points.append(run)
        elif (
            isinstance(value, list)
            and value
            and isinstance(value[0], list)
            and value[0]
            and isinstance(value[0][0], str)
        ):
            run = []
            for command in value:
                numbers = [
                    float(x) for part in command[1:] for x in (part if isinstance(part, (list, tuple)) else [part])
                ]
                run += [numbers[k : k + 2] for k in range(0, len(numbers) - 1, 2)] or run[:1]
            points.append(run)
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], (int, float)):
            points.append([[float(x) for x in value[k : k + 2]] for k in range(0, len(value) - 1, 2)])
        elif isinstance(value, (list, tuple)):
            if all(
                isinstance(one, (list, tuple)) and len(one) == 2 and isinstance(one[0], (int, float)) for one in value
            ):
                points.append([[float(x) for x in one] for one in value])
            else:
                for one in value:
                    gather(one)

    gather(geometry)
    found = []
    for run in points:
        for a, b in zip(run, run[1:] or run, strict=False):
            # ends that lie level to a µm are in one order whatever their last digits
            first, last = sorted((a, b), key=lambda p: (round(p[0], 2), round(p[1], 2)))
            found.append([*first, *last])
    return found


@in_time()
def pdf(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What poppler draws and reads, and what a viewer does on opening and printing."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "a.pdf"
        file.write_bytes(content)
        done = foreign.run("pdftoppm", "-cropbox", "-r", str(PAGE_DOTS), str(file), str(Path(name) / "p"), **QUIET)
        images = sorted(Path(name).glob("p*.ppm"), key=lambda one: int(re.findall(r"\d+", one.stem)[-1]))
        if done.returncode or not images:
            raise Refused(f"pdftoppm: {short(done.stderr.decode('utf-8', 'replace'), 100)}")
        seen: Seen = {"pages": len(images)}
        seen |= {f"page {k}": _picture(image.read_bytes()) for k, image in enumerate(images, 1)}
        seen["text"] = foreign.run("pdftotext", "-layout", str(file), "-", **QUIET).stdout
        info = foreign.run("pdfinfo", "-js", str(file), **QUIET).stdout.decode("utf-8", "replace")
        seen["scripts"] = info
        told = foreign.run("pdfinfo", "-box", "-l", "99", str(file), **QUIET).stdout.decode("utf-8", "replace")
        seen["sizes"] = re.findall(r"Page.*(?:size|rot|MediaBox|CropBox):.*", told)
        seen["title"] = re.findall(r"^Title:.*", told)
    seen["viewer"] = _viewer(content)
    return seen


def _viewer(content: bytes) -> Any:
    """Return what the catalogue tells a viewer to do, and what can be clicked, as pypdf finds it."""
    import logging

    from pypdf import PdfReader

    logging.disable(logging.CRITICAL)

    def plain(value: Any, depth: int = 0) -> Any:
        value = value.get_object() if hasattr(value, "get_object") else value
        if isinstance(value, dict) and depth < 4:
            return {
                str(key): plain(held, depth + 1) for key, held in value.items() if key not in ("/Parent", "/P", "/Pg")
            }
        if isinstance(value, list) and depth < 4:
            return [plain(held, depth + 1) for held in value]
        return str(value)[:200] if not isinstance(value, (dict, list)) else "…"

    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        root = reader.trailer["/Root"]
        told = {
            name: plain(root[name])
            for name in (
                "/ViewerPreferences",
                "/OpenAction",
                "/AA",
                "/PageMode",
                "/PageLayout",
                "/Names",
                "/Collection",
            )
            if name in root
        }
        bookmarks = [str(one.get("/Title")) for one in reader.outline if isinstance(one, dict)]
        notes = [str(plain(page.get("/Annots", []), 1))[:2000] for page in reader.pages]
        acts = [str(plain(page["/AA"])) for page in reader.pages if "/AA" in page]
    except Exception as problem:
        return type(problem).__name__
    return [told, bookmarks, notes, acts]


def manifest(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What a reader of the list looks for: the pieces, the accessories, the files."""
    import json

    held = json.loads(content)
    return {key: json.dumps(held.get(key), sort_keys=True) for key in ("game", "pieces", "accessories", "files")}


__all__ = [
    "Refused",
    "Seen",
    "difference",
    "dxf",
    "gcode",
    "obj",
    "other_gcode",
    "pdf",
    "seen",
    "stl",
    "svg",
    "threemf",
]
JUDGES: dict[str, Callable[[bytes, str, Mapping[str, bytes]], Seen]] = {
    "svg": svg, "dxf": dxf, "pdf": pdf, "stl": stl, "obj": obj, "mtl": mtl, "txt": txt, "3mf": threemf, "step": step,
    "json": manifest, "md": txt, "csv": txt,
}  # fmt: skip
SLICED = {"3mf", "stl", "obj"}


def seen(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """Return what is seen of a file. beside: the others of its folder. Raises Refused if a program does not open it."""
    return JUDGES[path.rpartition(".")[2]](content, path, beside)
