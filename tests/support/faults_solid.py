"""Faults of bodies: STL and 3MF."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable

import numpy as np
from faults import GAMES, Edit, Fault, Files, NotHere, fault, first, once

import quasiprint

RECORD = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
Records = np.ndarray
WRONG_SIZE = "piece-size piece-foreign height-wrong"
MIRRORED = "piece-mirrored piece-foreign mark-displaced mark-foreign content-moved"


def _stl(path: Callable[[Files], str], change: Callable[[Records], Records]) -> Edit:
    def edit(files: Files) -> None:
        content = files[path(files)]
        after = change(np.frombuffer(content, RECORD, offset=84).copy())
        files[path(files)] = content[:80] + len(after).to_bytes(4, "little") + after.tobytes()

    return edit


def _single(files: Files) -> str:
    return next(
        p for p in sorted(files) if re.fullmatch(r"stl/pieces/(?!token|marker|board-[ab]|frame).*-body\.stl", p)
    )


def _plate(files: Files) -> str:
    return first(files, "stl/plate-1-body")


def _corners(change: Callable[[np.ndarray], np.ndarray], *, turned: bool = False) -> Callable[[Records], Records]:
    def edit(records: Records) -> Records:
        corners = change(records["corners"].astype(float))
        records["corners"] = corners[:, ::-1] if turned else corners
        return records

    return edit


def _shell(records: Records) -> np.ndarray:
    """Return which facets hang together with the first by corners that are equal."""
    keys = [[corner.tobytes() for corner in facet] for facet in records["corners"]]
    homes: dict[bytes, list[int]] = {}
    for k, own in enumerate(keys):
        for key in own:
            homes.setdefault(key, []).append(k)
    seen, waiting = {0}, [0]
    while waiting:
        near = {j for key in keys[waiting.pop()] for j in homes[key]} - seen
        seen |= near
        waiting += near
    return np.isin(np.arange(len(records)), list(seen))


def _first_shell(change: Callable[[np.ndarray], np.ndarray]) -> Callable[[Records], Records]:
    """Return an edit of what hangs together with the first facet, and of nothing else."""

    def edit(records: Records) -> Records:
        own = _shell(records)
        records["corners"][own] = change(records["corners"][own])
        return records

    return edit


def _mirrored(corners: np.ndarray) -> np.ndarray:
    middle = corners.reshape(-1, 3).min(axis=0) + corners.reshape(-1, 3).max(axis=0)
    after = (corners * (-1, 1, 1) + middle * (1, 0, 0))[:, [0, 2, 1]]
    before, behind = ({*map(tuple, own.reshape(-1, 3).round(3).tolist())} for own in (corners.astype(float), after))
    if before == behind:
        raise NotHere("what a mirror changes")
    return after


def _cracked(records: Records) -> Records:
    records["corners"][5, 1, 0] += 3e-5
    return records


def _recoloured(files: Files) -> None:
    """Put a plug among those of another colour of its plate."""
    names = [first(files, f"stl/plate-1-inlay-c{k}") for k in (0, 1)]
    one, two = (np.frombuffer(files[name], RECORD, offset=84) for name in names)
    own = _shell(one)
    for name, after in zip(names, (one[~own], np.concatenate((two, one[own]))), strict=True):
        files[name] = files[name][:80] + len(after).to_bytes(4, "little") + after.tobytes()


def _doubled(records: Records) -> Records:
    own = records[_shell(records)].copy()
    own["corners"] += np.array((400, 0, 0), np.float32)
    return np.concatenate((records, own))


def _exchanged(files: Files) -> None:
    """Exchange the inlays of two colours of one piece: their names say their colours."""
    for path in sorted(files):
        two = path.replace("-inlay-c0", "-inlay-c1")
        if "-inlay-c0" in path and two in files and "plate" not in path:
            files[path], files[two] = files[two], files[path]
            return
    raise NotHere("two colours")


def _coloured(files: Files) -> None:
    path = first(files, "stl/plate-1-body")
    records = np.frombuffer(files[path], RECORD, offset=84).copy()
    records["attributes"][0] = 0x801F
    files[path] = files[path][:84] + records.tobytes()


def _swapped(files: Files) -> None:
    names = [p for p in sorted(files) if re.fullmatch(r"stl/pieces/(thick|thin|\d|board-\d).*-body\.stl", p)]
    if len(names) < 2:
        raise NotHere("two pieces")
    files[names[0]], files[names[-1]] = files[names[-1]], files[names[0]]


def _closed_box(records: Records) -> Records:
    """Return records with a small box that floats above the first piece, in its colour."""
    own = records[_shell(records)].copy()
    own["corners"] = own["corners"] * np.float32(0.05) + np.array([0, 0, 9], np.float32)
    return np.concatenate((records, own))


def _loose(files: Files) -> None:
    """Exchange what is printed for a set whose pieces have more play."""
    game = json.loads(files["manifest.json"])["game"]
    for path, content in quasiprint.design(game, **GAMES[game], clearance=0.15).files(formats=("stl",)).items():
        if path.startswith("stl/"):
            files[path] = content


STL_FAULTS = [
    fault("stl", "clearance", "clearance-wrong piece-size outline-off", _loose),
    fault(
        "stl",
        "mirrored",
        MIRRORED + " back-wrong id-wrong overlap off-bed too-close",
        _stl(_plate, _corners(lambda c: c * (-1, 1, 1) + np.array((210, 0, 0)), turned=True)),
    ),
    fault(
        "stl", "one moved", "too-close mark-displaced", _stl(_plate, _first_shell(lambda c: c + np.array((0.1, 0, 0))))
    ),
    fault("stl", "one mirrored", MIRRORED, _stl(_plate, _first_shell(_mirrored))),
    fault("stl", "one recoloured", "colour-wrong", _recoloured),
    fault("stl", "cracked", "mesh-open", _stl(_plate, _cracked)),
    fault("stl", "missing", "piece-missing accessory-count mark-foreign", _stl(_plate, lambda r: r[~_shell(r)])),
    fault("stl", "doubled", "piece-doubled accessory-count mark-missing off-bed", _stl(_plate, _doubled)),
    fault("stl", "swapped", "marks-differ piece-foreign mark-foreign", _swapped),
    fault(
        "stl",
        "inlays exchanged",
        "colour-wrong mark-missing piece-foreign mark-foreign mark-displaced marks-differ",
        _exchanged,
    ),
    fault("stl", "scaled", WRONG_SIZE, _stl(_single, _corners(lambda c: c * 1.01))),
    fault("stl", "moved", "content-moved mark-displaced", _stl(_single, _corners(lambda c: c + np.array((0.2, 0, 0))))),
    fault(
        "stl", "thin", "height-wrong mark-foreign surface-slanted", _stl(_single, _corners(lambda c: c * (1, 1, 0.95)))
    ),
    fault("stl", "open", "mesh-open", _stl(_single, lambda r: r[1:])),
    fault("stl", "inside out", "mesh-inside-out", _stl(_single, _corners(lambda c: c, turned=True))),
    fault("stl", "coloured", "content-foreign", _coloured),
    fault("stl", "more", "mark-foreign mark-displaced piece-foreign", _stl(_single, _closed_box)),
]


MODEL = "3D/3dmodel.model"


def _packed(kind: str, codes: str, change: Callable[[str], str], member: str = MODEL, slicer: str = "bambu") -> Fault:
    """Return a fault of a member of a 3MF package."""

    def edit(files: Files) -> None:
        path = next(p for p in sorted(files) if p.endswith(f"{slicer}.3mf") and "relief" not in p)
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(files[path])) as one, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as two:
            for entry in one.infolist():
                content = one.read(entry)
                if entry.filename == member:
                    changed = change(content.decode()).encode()
                    if changed == content:
                        raise NotHere(kind)
                    content = changed
                two.writestr(zipfile.ZipInfo(entry.filename, (1980, 1, 1, 0, 0, 0)), content)
        files[path] = out.getvalue()

    return fault("3mf", kind, codes, edit)


def _placed(change: Callable[[list[float]], list[float]]) -> Callable[[str], str]:
    def moved(found: re.Match[str]) -> str:
        return f'transform="{" ".join(f"{v:.9g}" for v in change([float(v) for v in found[1].split()]))}"'

    return lambda text: re.sub(r'transform="([^"]+)"', moved, text, count=1)


def _cut_elsewhere(text: str) -> str:
    """Give the first facet of a body to the one before it, of its colour."""
    inner = r"(?:(?!</volume>).)*"
    beside = (
        rf'(lastid=")(\d+)({inner}extruder" value="([2-9])"/></volume><volume firstid=")(\d+)("{inner}\4"/></volume>)'
    )
    return re.sub(beside, lambda m: f"{m[1]}{int(m[2]) + 1}{m[3]}{int(m[5]) + 1}{m[6]}", text, count=1)


CONFIG, PRUSA = "Metadata/model_settings.config", "Metadata/Slic3r_PE_model.config"
THREEMF_FAULTS = [
    _packed("mirrored", "piece-mirrored", _placed(lambda m: [-m[0], -m[1], *m[2:]])),
    _packed("turned over", "piece-turned-over", _placed(lambda m: [m[0], m[1], 0, m[3], m[4], 0.1, *m[6:]])),
    _packed("scaled", "piece-size", _placed(lambda m: [v * 1.01 for v in m[:9]] + m[9:])),
    _packed("lifted", "height-wrong", _placed(lambda m: [*m[:11], 0.5])),
    _packed("moved", "off-bed kept-free overlap too-close", _placed(lambda m: [*m[:9], m[9] - 60, *m[10:]])),
    _packed("missing", "content-foreign piece-missing", once(r"<item [^>]+/>", "")),
    _packed(
        "doubled",
        "content-foreign piece-doubled overlap",
        once(r"(<item [^>]+/>)", r"\1\1"),
    ),
    _packed(
        "colour",
        "colour-wrong",
        once('displaycolor="#[0-9A-F]{6}', 'displaycolor="#123456'),
    ),
    _packed(
        "filament",
        "colour-wrong piece-foreign content-foreign",
        once(r'(key="extruder" value=")2', r"\g<1>1"),
        CONFIG,
    ),
    _packed("open", "mesh-open content-foreign", once(r"<triangle [^>]+/>", "")),
    _packed("cut elsewhere", "mesh-open", _cut_elsewhere, PRUSA, "prusa"),
    _packed("unit", "unit-wrong", lambda text: text.replace('unit="millimeter"', 'unit="inch"')),
    _packed("not printed", "content-foreign", lambda text: text.replace("<item ", '<item printable="0" ', 1)),
    _packed("support", "content-foreign", lambda text: text.replace('type="model"', 'type="support"', 1)),
    _packed(
        "moved inside",
        "content-foreign",
        lambda t: t.replace("<component ", '<component transform="1 0 0 0 1 0 0 0 1 9 0 0" ', 1),
    ),
    _packed(
        "modifier", "content-foreign", lambda text: text.replace("ModelPart", "ParameterModifier", 1), PRUSA, "prusa"
    ),
    _packed(
        "renamed",
        "id-wrong content-foreign",
        once(r'(type="object" key="name" value=")[^"]+', r"\1x"),
        PRUSA,
        "prusa",
    ),
]

SOLID = [*STL_FAULTS, *THREEMF_FAULTS]
