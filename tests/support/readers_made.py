"""Readers of the files of a set, as `verify` reads them, and of its archive."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import Any

from contract import Bounds
from readers import Reader

from quasiprint.disk.stored import open_set
from quasiprint.errors import InputError

FILES = {
    "stl": "stl/pieces/0-0-0-body.stl",
    "3mf": "3mf/plate-1-prusa.3mf",
    "svg": "svg/sheet-1.svg",
    "dxf": "dxf/sheet-1.dxf",
    "pdf": "pdf/tiles-a4-colour.pdf",
}
WORDS = {
    "stl": ("solid", "facet normal", "endsolid", "quasiprint"),
    "3mf": ("PK", "3D/3dmodel.model", "Metadata/", "<object ", "<triangle ", "<vertex ", "transform=", "<!DOCTYPE"),
    "svg": ("<g ", "</g>", 'transform="', "matrix(", 'd="', "M", "L", "Z", "C", "A", "style=", "stroke:", "fill:",
            "nan", "1e999", "viewBox", "mm", "<!DOCTYPE", "<!ENTITY", "<use ", "display:none"),
    "dxf": ("LWPOLYLINE", "$INSUNITS", "ENTITIES", "EOF", "BLOCK", "INSERT", "  8\n", " 10\n", " 90\n", "1e308"),
    "pdf": (" cm", " Do", " re", " m", " l", " h", "BT", "ET", "Tf", "Tj", "/XObject", "obj", "endobj", "stream"),
}  # fmt: skip


@cache
def _set(name: str) -> dict[str, bytes]:
    """Return the files of the smallest set in one format, without the books that have no pieces."""
    from quasiprint.cli import main

    with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder, contextlib.redirect_stdout(io.StringIO()):
        target = Path(folder) / "set"
        arguments = ["make", "triomino", "--highest", "0", "--format", name, "-o", str(target)]
        main.do(arguments)
        every = {path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*") if path.is_file()}
    kept = ("manifest.json", "START-HERE.html", FILES[name])
    return {path: content for path, content in every.items() if name != "pdf" or path in kept}


def _file(name: str, path: str) -> tuple[bytes, ...]:
    return (_set(name)[path],)


def _verified(name: str) -> Any:
    def read(data: bytes, folder: Path) -> object:
        from quasiprint.make.verify import By, verify

        files = _set(name) | {FILES[name]: data}
        for path, content in files.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(content)
        told = json.loads(files["manifest.json"])
        told["files"] = [
            {"path": path, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
            for path, content in files.items()
            if path != "manifest.json"
        ]
        (folder / "manifest.json").write_text(json.dumps(told))
        return verify(open_set(folder), by=By.PIECES).findings

    return read


def _verified_manifest(data: bytes, folder: Path) -> object:
    from quasiprint.make.verify import By, verify

    for path, content in _set("svg").items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    (folder / "manifest.json").write_bytes(data)
    return verify(open_set(folder), by=By.PIECES).findings


@cache
def _packed() -> bytes:
    """Return the smallest set as an archive."""
    from quasiprint.disk.staging import sink

    with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder:
        target = Path(folder) / "set.zip"
        with sink(target) as stage:
            for path, content in _set("svg").items():
                stage.write(path, content)
        return target.read_bytes()


def _archive(data: bytes, folder: Path) -> object:
    """A set as an archive, which may also be one that is to be replaced."""
    from quasiprint.disk.staging import refuse_no_set
    from quasiprint.make.verify import By, verify

    path = folder / "set.zip"
    path.write_bytes(data)
    with contextlib.suppress(InputError):
        refuse_no_set(True, path)
    return verify(open_set(path), by=By.PIECES).findings


def made_readers() -> tuple[Reader, ...]:
    """Return a reader for each format, one of manifests and one of archives."""
    bounds = Bounds(15.0, 1024)
    found = [
        Reader(f"set-{name}", _verified(name), partial(_file, name, path), WORDS.get(name, ()), bounds)
        for name, path in FILES.items()
    ]
    words = ('"made with"', '"measures"', '"pieces"', '"files"', '"marks"', '"version"', "../", "null", "1e999", "[")
    archive = ("PK", "manifest.json", "../manifest.json", "svg/", "START-HERE.html", "\0\0", "\x7f")
    return (
        *found,
        Reader("set-manifest", _verified_manifest, partial(_file, "svg", "manifest.json"), words, bounds),
        Reader("set-archive", _archive, lambda: (_packed(),), archive, bounds),
    )
