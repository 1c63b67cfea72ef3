"""Tabletop Simulator's files, read back: the save, and what it names.

Each thing of the set is on the table or in a bag as often as it is made, in the shape, the size and the colours that it
has; what lies face down tells nothing; and nothing else is there.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from quasiprint.formats.tts.bodies import Body, body_of, wrong_body
from quasiprint.model.blame import elsewhere
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.model.piece import Accessory, Piece
from quasiprint.readback.due_pictures import INCH, Layer, extent, ground, layers, middle, painted, shown
from quasiprint.readback.raster import Canvas, Dots, Png, decoded, png_of
from quasiprint.readback.recognise import REMAKE
from quasiprint.readback.report import Report, shortened
from quasiprint.readback.unreadable import Unreadable

FOLDERS = {"MeshURL": "tts/Mods/Models", "DiffuseURL": "tts/Mods/Images", "PDFUrl": "tts/Mods/PDF"}
NAME = re.compile(r"quasiprint-[a-z0-9-]+?-[A-Za-z0-9_.-]+-([0-9a-f]{8})\.(?:obj|png|PDF)")
GUID = re.compile("[0-9a-f]{6}")
AROUND = 1.0  # mm: how far colours run out in a picture
LARGEST = 4096  # dots along a side of a picture
KINDS = {"Custom_Model", "Bag", "Custom_PDF"}
Thing = Piece | Accessory


def read(reading: Reading) -> Report:
    """Read a save and its files."""
    report = Report()
    game = reading.set.game
    saves = dict(report.read(reading, save_of, lambda path: path.startswith("tts/Saves/")))
    path = f"tts/Saves/{game}.json"
    bodies = dict(report.read(reading, body_of, lambda path: path.startswith(FOLDERS["MeshURL"])))
    pictures = dict(report.read(reading, png_of, lambda path: path.startswith(FOLDERS["DiffuseURL"])))
    books = dict(report.read(reading, _book_of, lambda path: path.startswith(FOLDERS["PDFUrl"])))
    if list(saves) != [path]:
        report.findings.append(error("file-missing", "tts", f"found the saves {list(saves)}, due is {path}", REMAKE))
    report.findings += shortened(list(_named_rightly(reading.files)))
    due = _due(reading)
    every = list(_every(saves.get(path, {}), path, report))
    report.findings += _counted(every, due, reading)
    report.findings += shortened(list(_told(every, reading)))
    named = {found for one in every for found in _files(one)}
    for other in sorted({*bodies, *pictures, *books} - named):
        report.findings.append(error("content-foreign", other, "nothing on the table is made of it", REMAKE))
    for other in sorted(named - set(reading.files)):
        report.findings.append(error("file-missing", other, f"{path} names it, and it is not there", REMAKE))
    report.findings += _bodies(bodies, due, reading)
    report.findings += _pictures(pictures, due, reading)
    own = {piece.id for piece in reading.set.pieces}
    report.pieces = sum(id in own and bool(paths) for id, paths in reading.things)
    return report


def save_of(content: bytes) -> dict[str, Any]:
    """Return a save. Raises Unreadable for what is none."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as problem:
        raise Unreadable(f"it is no JSON: {str(problem)[:80]}") from None
    if not isinstance(found, dict) or not isinstance(found.get("ObjectStates"), list):
        raise Unreadable("it is no save: it has no ObjectStates")
    return found


def _book_of(content: bytes) -> bytes:
    if not (content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")):
        raise Unreadable("it is no PDF")
    return content


def _named_rightly(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Yield which files are not called by what is in them."""
    for path, content in files.items():
        if path.startswith("tts/Saves/"):
            continue
        folder, _, name = path.rpartition("/")
        match = NAME.fullmatch(name)
        if folder not in FOLDERS.values() or not match:
            yield error("content-foreign", path, "no file of a set is called so", REMAKE)
        elif match[1] != hashlib.sha256(content).hexdigest()[:8]:
            yield error("content-foreign", path, "its name ends with another digest than its content has", REMAKE)


def _every(save: Mapping[str, Any], path: str, report: Report) -> Iterator[dict[str, Any]]:
    """Yield all that lies on the table or in bags; note what is none of it, and what has a number twice."""
    waiting: list[Any] = list(save.get("ObjectStates", []))
    numbers: Counter[str] = Counter()
    while waiting:
        one = waiting.pop(0)
        if not isinstance(one, dict) or one.get("Name") not in KINDS:
            report.findings.append(error("content-foreign", path, f"on the table is {str(one)[:60]}", REMAKE))
            continue
        number = str(one.get("GUID"))
        numbers[number] += 1
        if not GUID.fullmatch(number) or numbers[number] == 2:
            report.findings.append(error("content-foreign", path, f"its number {number[:20]!r} is there twice", REMAKE))
        if one["Name"] == "Bag":
            inside = one.get("ContainedObjects")
            waiting += inside if isinstance(inside, list) else [inside]
        yield one


def _files(one: Mapping[str, Any]) -> Iterator[str]:
    """Yield the files that a thing names, as paths in the set."""
    for table, keys in (("CustomMesh", ("MeshURL", "DiffuseURL")), ("CustomPDF", ("PDFUrl",))):
        told = one.get(table, {})
        for key in keys if isinstance(told, dict) and told else ():
            yield f"{FOLDERS[key]}/{told.get(key)}"


def _due(reading: Reading) -> dict[str, list[Thing]]:
    """Return which things a file is of, by its path, as the manifest says."""
    things = {thing.id: thing for thing in shown(reading.set)}
    due: dict[str, list[Thing]] = {}
    for id, paths in reading.things:
        for path in paths if id in things else ():
            if path.startswith("tts/"):
                due.setdefault(path, []).append(things[id])
    return due


def _counted(every: list[dict[str, Any]], due: Mapping[str, list[Thing]], reading: Reading) -> Iterator[Finding]:
    """Yield which things are not there as often as they are made. What looks alike is counted together."""
    own = {piece.id for piece in reading.set.pieces}
    seen = Counter(tuple(_files(one)) for one in every if one["Name"] == "Custom_Model")
    wanted: Counter[tuple[str, ...]] = Counter()
    first: dict[tuple[str, ...], str] = {}
    by_id: dict[str, list[str]] = {thing.id: [] for thing in shown(reading.set)}
    for path, things in due.items():
        for thing in things:
            by_id[thing.id].append(path)
    for thing in shown(reading.set):
        paths = tuple(sorted(by_id[thing.id], key=lambda path: not path.startswith(FOLDERS["MeshURL"])))
        wanted[paths] += thing.count
        first.setdefault(paths, thing.id)
    for paths in sorted({*seen, *wanted}):
        count, needed = seen[paths], wanted[paths]
        if count == needed:
            continue
        id = first.get(paths, "")
        message = f"{id or 'something else'}: found {count} on the table, due are {needed}"
        if id and id not in own:
            yield error("accessory-count", "tts", message, REMAKE)
        elif count < needed:
            yield error("piece-missing", "tts", message, REMAKE)
        else:
            yield error("piece-doubled", "tts", message, REMAKE)


def _told(every: list[dict[str, Any]], reading: Reading) -> Iterator[Finding]:
    """Yield which hidden pieces lie face up, or have a name that tells them; and what is larger than it is made."""
    path = f"tts/Saves/{reading.set.game}.json"
    hidden = {file for id, files in reading.things for file in files if reading.set.hidden and _is_piece(id, reading)}
    for one in every:
        lie = one.get("Transform")
        lie = lie if isinstance(lie, dict) else {}
        if any(lie.get(key) != 1.0 for key in ("scaleX", "scaleY", "scaleZ")):
            yield error("unit-wrong", path, f"{one.get('Nickname')!r} is not on the table as large as it is", REMAKE)
        if one["Name"] != "Custom_Model" or hidden.isdisjoint(_files(one)):
            continue
        words = [one.get(key) for key in ("Nickname", "Description", "GMNotes", "LuaScript", "XmlUI")]
        if words != [reading.set.noun, "", "", "", ""]:
            yield error("back-telling", path, f"a hidden piece says {str(words)[:80]}", REMAKE)
        if lie.get("rotZ") != 180.0:
            yield error("piece-turned-over", path, "a hidden piece lies face up", REMAKE)


def _is_piece(id: str, reading: Reading) -> bool:
    return any(piece.id == id for piece in reading.set.pieces)


def _bodies(bodies: Mapping[str, Body], due: Mapping[str, list[Thing]], reading: Reading) -> Iterator[Finding]:
    for path, body in bodies.items():
        for face in dict.fromkeys(thing.face.nominal for thing in due.get(path, ())):
            thing = next(thing for thing in due[path] if thing.face.nominal == face)
            yield from wrong_body(path, body, thing.face, _resolution(thing, reading))


def _resolution(thing: Thing, reading: Reading) -> int:
    """Return how many dots to the inch a picture has: as asked for, or as many as fit."""
    xs, ys = zip(*thing.face.nominal, strict=True)
    wide, high = max(xs) - min(xs) + 2 * AROUND, max(ys) - min(ys) + 2 * AROUND
    return min(reading.papers[0].dpi, int(min((LARGEST // 2 - 1) / wide, (LARGEST - 1) / high) * INCH))


def _pictures(pictures: Mapping[str, Png], due: Mapping[str, list[Thing]], reading: Reading) -> Iterator[Finding]:
    by_size: dict[tuple[int, int], list[str]] = {}
    for path, picture in pictures.items():
        if path not in due:
            continue
        thing = due[path][0]
        dpi = _resolution(thing, reading)
        across, high = extent(thing.face, AROUND, dpi)
        if (picture.width, picture.height) != (2 * across, high):
            found = f"it is {picture.width} × {picture.height} dots large"
            yield error("piece-size", path, f"{found}, due are {2 * across} × {high}", REMAKE)
        elif picture.per_metre != (round(dpi * 1000 / INCH),) * 2:
            yield error("unit-wrong", path, f"it has {picture.per_metre} dots to the metre", REMAKE)
        else:
            by_size.setdefault((picture.width, picture.height), []).append(path)
    for paths in by_size.values():
        try:
            for path, dots in zip(paths, decoded([pictures[path] for path in paths]), strict=True):
                yield from _shown(path, dots, due[path], reading)
        except Unreadable as problem:
            elsewhere(problem)
            yield error(problem.code, paths[0], str(problem), REMAKE)


def _shown(path: str, dots: Dots, things: list[Thing], reading: Reading) -> Iterator[Finding]:
    palette = reading.set.palette
    for face in dict.fromkeys(thing.face for thing in things):
        dpi = _resolution(things[0], reading)
        height, width = dots.shape[0], dots.shape[1] // 2
        for behind in (False, True):
            canvas = Canvas(width, height)
            canvas.dots[:] = (*ground(face, palette, behind=behind), 255)
            at = middle(face, dpi, width, height, behind=behind)
            due: list[Layer] = layers(face, palette, AROUND, behind)
            painted(canvas, due, dpi, at)
            wrong = canvas.wrong(dots[:, width * behind : width * (behind + 1)])
            if wrong.any():
                row, column = (int(k[0]) for k in np.nonzero(wrong))
                half = "right" if behind else "left"
                message = f"{int(wrong.sum())} dots of its {half} half are not what is due"
                yield error(
                    "back-wrong" if behind else "mark-foreign",
                    path,
                    f"{message}, the first in row {row + 1}, column {column + 1}",
                    REMAKE,
                )
                return
