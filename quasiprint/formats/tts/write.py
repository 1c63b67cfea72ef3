"""Tabletop Simulator: a save, and what lies in the folders from which the table takes models, pictures and books.

The table looks up a bare file name in its own folders, so a save needs no path and no address of a computer: whoever
copies the folders has the game. There all games lie side by side, so a name ends with the digest of what is in the
file: two sets never get in each other's way, and what has changed is never taken from an old copy.

Pieces that lie face down in play are in a bag, face down and shuffled by the set's seed, and their names tell nothing.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from quasiprint.drawing.painting import painted
from quasiprint.formats.tts.models import model, texture
from quasiprint.model.page import BookProduction
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.production import Artefact
from quasiprint.model.solid import together

INCH = 25.4  # mm
MODELS, IMAGES, BOOKS, SAVES = (f"tts/{name}" for name in ("Mods/Models", "Mods/Images", "Mods/PDF", "Saves"))
HIGH = 2.0  # inches above the table, from where things fall
STEP = 4.0  # inches: from one bag to the next
SPREAD = 24  # more pieces that lie face up than these are in a bag, too
GAP = 0.5  # inches: between things that lie side by side
ROW = 24.0  # inches
RULES = "rules-"  # how the name of the book begins that lies on the table
Objects = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Looks:
    """What a thing looks like: the names of its model and of its picture."""

    model: str
    picture: str


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield models, pictures, the rulebook and the save."""
    game_set = production.set
    things = _played(game_set)
    faces = {thing.id: thing.face for thing in things}
    models: dict[str, str] = {}
    outlines: dict[object, list[str]] = {}
    sides: dict[object, list[str]] = {}
    for thing in things:
        face = thing.face
        outlines.setdefault(face.nominal, []).append(thing.id)
        sides.setdefault((face.nominal, face.marks, face.back, face.back_colour), []).append(thing.id)
    for name, ids in together(outlines.values()).items():
        content = model(faces[ids[0]], production.dpi)
        models |= dict.fromkeys(ids, named(game_set.game, name, content, ".obj"))
        yield Artefact(f"{MODELS}/{models[ids[0]]}", content, ids)
    pictures: dict[str, str] = {}
    alike = together(sides.values())
    made = painted(texture(faces[ids[0]], game_set.palette, production.dpi) for ids in alike.values())
    for (name, ids), content in zip(alike.items(), made, strict=True):
        pictures |= dict.fromkeys(ids, named(game_set.game, name, content, ".png"))
        yield Artefact(f"{IMAGES}/{pictures[ids[0]]}", content, ids)
    book = next((name for name in production.bound.names() if name.startswith(RULES)), "")
    if book:
        content = production.bound.one(book)
        name = named(game_set.game, book, content, ".PDF")  # as the table writes it
        yield Artefact(f"{BOOKS}/{name}", content)
        book = name
    looks = {id: Looks(models[id], pictures[id]) for id in faces}
    save = _Table(game_set, looks, production.seed).save(book)
    yield Artefact(f"{SAVES}/{game_set.game}.json", (json.dumps(save, indent=1, ensure_ascii=False) + "\n").encode())


def named(game: str, name: str, content: bytes, ending: str) -> str:
    """Return the name of a file, in a folder where those of all games lie."""
    return f"quasiprint-{game}-{name}-{hashlib.sha256(content).hexdigest()[:8]}{ending}"


def _played(game_set: GameSet) -> list[Piece | Accessory]:
    """Return what lies on the table: not what the set is kept in."""
    return [*game_set.pieces, *(thing for thing in game_set.accessories if not thing.storage)]


class _Table:
    """What lies on the table, each thing with a number of its own."""

    def __init__(self, game_set: GameSet, looks: dict[str, Looks], seed: int) -> None:
        self._set, self._looks, self._random = game_set, looks, random.Random(seed)
        self._numbers: set[str] = set()

    def save(self, book: str) -> dict[str, Any]:
        """Return a save. book: the rulebook's file, "" for none."""
        title = self._set.title
        return {
            "SaveName": title,
            "GameMode": title,
            "Date": "",
            "VersionNumber": "",
            "GameType": "",
            "GameComplexity": "",
            "Tags": [],
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": "Table_RPG",
            "Sky": "Sky_Museum",
            "Note": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "ObjectStates": [*self._pieces(), *self._accessories(), *self._book(book)],
        }

    def _pieces(self) -> Objects:
        hidden = self._set.hidden
        copies = [(piece.id, piece.face.nominal) for piece in self._set.copies]
        if not hidden and len(copies) <= SPREAD:
            return self._side_by_side([id for id, _ in copies], 0.0)
        if hidden:
            self._random.shuffle(copies)
        inside = [self._thing(id, 0.0, 0.0, hidden=hidden) for id, _ in copies]
        return [self._bag(f"{self._set.noun}s", inside, -ROW / 2, 0.0)] if inside else []

    def _accessories(self) -> Objects:
        things = [thing for thing in self._set.accessories if not thing.storage]
        found = self._side_by_side([thing.id for thing in things if thing.count == 1], ROW / 2)
        kinds: dict[str, list[Accessory]] = {}
        for thing in things:
            if thing.count > 1:
                kinds.setdefault(thing.kind, []).append(thing)
        for k, (kind, alike) in enumerate(kinds.items(), 1):
            inside = [self._thing(thing.id, 0.0, 0.0) for thing in alike for _ in range(thing.count)]
            found.append(self._bag(f"{kind.replace('-', ' ')}s", inside, -ROW / 2, STEP * k))
        return found

    def _side_by_side(self, ids: list[str], north: float) -> Objects:
        """Return things face up in rows. north: of the first row, inches."""
        found: Objects = []
        faces = {thing.id: thing.face for thing in self._set.things}
        x, z, deep = -ROW / 4, north, 0.0
        for id in ids:
            xs, ys = zip(*faces[id].nominal, strict=True)
            wide, high = (max(xs) - min(xs)) / INCH, (max(ys) - min(ys)) / INCH
            if x + wide > ROW and found:
                x, z, deep = -ROW / 4, z - deep - GAP, 0.0
            found.append(self._thing(id, x + wide / 2, z))
            x, deep = x + wide + GAP, max(deep, high)
        return found

    def _book(self, book: str) -> Objects:
        if not book:
            return []
        told = {"PDFUrl": book, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        return [self._object("Custom_PDF", book, ROW / 2, -ROW / 2, name="Rules") | {"CustomPDF": told}]

    def _bag(self, name: str, inside: Objects, x: float, z: float) -> dict[str, Any]:
        """Return a bag out of which things come in any order."""
        bag = self._object("Bag", name, x, z, name=name)
        return bag | {"Bag": {"Order": 2}, "ContainedObjects": inside}

    def _thing(self, id: str, x: float, z: float, *, hidden: bool = False) -> dict[str, Any]:
        """Return a piece or accessory. hidden: whether it lies face down, and its name does not tell it."""
        looks = self._looks[id]
        mesh = {
            "MeshURL": looks.model,
            "DiffuseURL": looks.picture,
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": 3,  # cardboard
            "TypeIndex": 0,
            "CastShadows": True,
        }
        found = self._object("Custom_Model", id, x, z, name=self._set.noun if hidden else id, over=hidden)
        return found | {"CustomMesh": mesh}

    def _object(self, kind: str, of: str, x: float, z: float, *, name: str, over: bool = False) -> dict[str, Any]:
        lie = {"posX": x, "posY": HIGH, "posZ": z, "rotX": 0.0, "rotY": 0.0, "rotZ": 180.0 if over else 0.0}
        return {
            "GUID": self._number(of),
            "Name": kind,
            "Transform": {
                **{key: round(value, 4) for key, value in lie.items()},
                **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1.0),
            },
            "Nickname": name,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "HideWhenFaceDown": over,
            "Hands": kind == "Custom_Model",
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _number(self, of: str) -> str:
        """Return a number that no other thing has. That of a hidden piece follows from its place alone."""
        count = len(self._numbers)
        known = of if not self._set.hidden else ""
        for k in range(1 << 24):
            number = hashlib.sha256(f"{self._set.game} {known} {count} {k}".encode()).hexdigest()[:6]
            if number not in self._numbers:
                self._numbers.add(number)
                return number
        raise ValueError("guid: found 2²⁴ things, allowed are fewer")
