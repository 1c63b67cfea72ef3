"""Tabletop Simulator: a save, and what lies in the folders from which the table takes models, pictures and books.

The table looks up a bare file name in its own folders, so a save needs no path and no address of a computer: whoever
copies the folders has the game. There all games lie side by side, so a name ends with the digest of what is in the
file: two sets never get in each other's way, and what has changed is never taken from an old copy.

Pieces that lie face down in play are in a bag, face down and shuffled by the set's seed, and their names tell nothing.

A model is a piece as a closed body, its front and its back each in one half of a picture. One unit is one inch, and y
is up, as the table has it. The picture's left half is the front; its right half is the back as it is seen from behind,
and the sides show the colour of that, so that no side tells what the front is.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import count
from typing import Any

from quasiprint.addons.machines.painting import INCH, Placed, dots, ground, items_in_play, paint
from quasiprint.drawing.face_shapes import back, front
from quasiprint.drawing.outlines import mirror
from quasiprint.model.face import Face, Point, Ring, bounds, box_middle, decimal
from quasiprint.model.page import BookProduction, Shape
from quasiprint.model.piece import Accessory, GameSet
from quasiprint.model.production import Artefact
from quasiprint.model.profile import Palette
from quasiprint.model.solid import together

MODELS, IMAGES, BOOKS, SAVES = (f"tts/{name}" for name in ("Mods/Models", "Mods/Images", "Mods/PDF", "Saves"))
HIGH = 2.0  # inches above the table, from where items fall
STEP = 4.0  # inches: from one bag to the next
SPREAD = 24  # more pieces that lie face up than these are in a bag, too
GAP = 0.5  # inches: between items that lie side by side
ROW = 24.0  # inches
RULES = "rules-"  # how the name of the book begins that lies on the table
Objects = list[dict[str, Any]]
THICK = 3.0  # mm
LARGEST = 4096  # dots along a side of a picture: what the table takes
AROUND = 1.0  # mm: so far colours run on over the outline, so that nothing shines through at the edges
HEAD = "# quasiprint: Wavefront OBJ, inches, y is up\n"


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield models, pictures, the rulebook and the save."""
    game_set = production.set
    faces = {item.id: item.face for item in items_in_play(game_set)}
    models: dict[str, str] = {}
    for name, ids in together({id: face.nominal for id, face in faces.items()}).items():
        content = model(faces[ids[0]], production.dpi)
        models |= dict.fromkeys(ids, file_name(game_set.game, name, content, ".obj"))
        yield Artefact(f"{MODELS}/{models[ids[0]]}", content, ids)
    pictures: dict[str, str] = {}
    sides = {id: (face.nominal, face.marks, face.back, face.back_colour) for id, face in faces.items()}
    for name, ids in together(sides).items():
        content = texture(faces[ids[0]], game_set.palette, production.dpi)
        pictures |= dict.fromkeys(ids, file_name(game_set.game, name, content, ".png"))
        yield Artefact(f"{IMAGES}/{pictures[ids[0]]}", content, ids)
    book = ""
    for name, content in production.bound.items():
        if name.startswith(RULES) and not book:
            book = file_name(game_set.game, name, content, ".PDF")  # as the table writes it
            yield Artefact(f"{BOOKS}/{book}", content)
    save = _Table(game_set, models, pictures, production.seed).save(book)
    yield Artefact(f"{SAVES}/{game_set.game}.json", (json.dumps(save, indent=1, ensure_ascii=False) + "\n").encode())


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return the text on the save for the set's first page."""
    return {"save": production.set.game, "noun": production.set.noun}


def file_name(game: str, name: str, content: bytes, ending: str) -> str:
    """Return the name of a file, in a folder where those of all games lie."""
    return f"quasiprint-{game}-{name}-{hashlib.sha256(content).hexdigest()[:8]}{ending}"


@cache
def _empty() -> dict[str, dict[str, Any]]:
    """Return what a save, an item on the table, a model (3: of cardboard) and a book are by default."""
    found: dict[str, dict[str, Any]] = json.loads(
        (resources.files("quasiprint.addons.machines") / "tts-empty.json").read_text(encoding="ascii")
    )
    return found


class _Table:
    """What lies on the table, each item with a number of its own. models, pictures: the names of files, by items."""

    def __init__(self, game_set: GameSet, models: dict[str, str], pictures: dict[str, str], seed: int) -> None:
        self._set, self._models, self._pictures, self._random = game_set, models, pictures, random.Random(seed)
        self._numbers: set[str] = set()

    def save(self, book: str) -> dict[str, Any]:
        """Return a save. book: the rulebook's file, "" for none."""
        title, objects = self._set.title, [*self._pieces(), *self._accessories()]
        if book:
            shown = {**_empty()["pdf"], "PDFUrl": book}
            objects.append(self._object("Custom_PDF", book, ROW / 2, -ROW / 2, name="Rules") | {"CustomPDF": shown})
        return {**_empty()["save"], "SaveName": title, "GameMode": title, "ObjectStates": objects}

    def _pieces(self) -> Objects:
        hidden = self._set.hidden
        copies = [(piece.id, piece.face.nominal) for piece in self._set.copies]
        if not hidden and len(copies) <= SPREAD:
            return self._side_by_side([id for id, _ in copies], 0.0)
        if hidden:
            self._random.shuffle(copies)
        inside = [self._model(id, 0.0, 0.0, hidden=hidden) for id, _ in copies]
        return [self._bag(f"{self._set.noun}s", inside, -ROW / 2, 0.0)] if inside else []

    def _accessories(self) -> Objects:
        accessories = [item for item in items_in_play(self._set) if isinstance(item, Accessory)]
        found = self._side_by_side([accessory.id for accessory in accessories if accessory.count == 1], ROW / 2)
        kinds: dict[str, list[Accessory]] = {}
        for several in accessories:
            if several.count > 1:
                kinds.setdefault(several.kind, []).append(several)
        for k, (kind, alike) in enumerate(kinds.items(), 1):
            inside = [self._model(equal.id, 0.0, 0.0) for equal in alike for _ in range(equal.count)]
            found.append(self._bag(f"{kind.replace('-', ' ')}s", inside, -ROW / 2, STEP * k))
        return found

    def _side_by_side(self, ids: list[str], north: float) -> Objects:
        """Return items face up in rows. north: of the first row, inches."""
        found: Objects = []
        faces = {item.id: item.face for item in self._set.items}
        x, z, deep = -ROW / 4, north, 0.0
        for id in ids:
            xs, ys = zip(*faces[id].nominal, strict=True)
            wide, high = (max(xs) - min(xs)) / INCH, (max(ys) - min(ys)) / INCH
            if x + wide > ROW and found:
                x, z, deep = -ROW / 4, z - deep - GAP, 0.0
            found.append(self._model(id, x + wide / 2, z))
            x, deep = x + wide + GAP, max(deep, high)
        return found

    def _bag(self, name: str, inside: Objects, x: float, z: float) -> dict[str, Any]:
        """Return a bag out of which items come in any order."""
        return self._object("Bag", name, x, z, name=name) | {"Bag": {"Order": 2}, "ContainedObjects": inside}

    def _model(self, id: str, x: float, z: float, *, hidden: bool = False) -> dict[str, Any]:
        """Return a piece or accessory. hidden: whether it lies face down, under a common name."""
        mesh = {**_empty()["mesh"], "MeshURL": self._models[id], "DiffuseURL": self._pictures[id]}
        found = self._object("Custom_Model", id, x, z, name=self._set.noun if hidden else id, over=hidden)
        return found | {"CustomMesh": mesh}

    def _object(self, kind: str, of: str, x: float, z: float, *, name: str, over: bool = False) -> dict[str, Any]:
        lie = {"posX": x, "posY": HIGH, "posZ": z, "rotZ": 180.0 if over else 0.0}
        empty = _empty()["object"]
        return {
            **empty,
            "GUID": self._number(of),
            "Name": kind,
            "Transform": {**empty["Transform"], **{key: round(value, 4) for key, value in lie.items()}},
            "Nickname": name,
            "HideWhenFaceDown": over,
            "Hands": kind == "Custom_Model",
        }

    def _number(self, of: str) -> str:
        """Return a number that no other item has. That of a hidden piece follows from its place alone."""
        known = f"{self._set.game} {of if not self._set.hidden else ''} {len(self._numbers)}"
        numbers = (hashlib.sha256(f"{known} {k}".encode()).hexdigest()[:6] for k in count())
        number = next(number for number in numbers if number not in self._numbers)
        self._numbers.add(number)
        return number


def texture(face: Face, palette: Palette, dpi: int) -> bytes:
    """Return the picture of a front and a back side by side, on grounds without a gap."""
    dpi, across, high, middles = _halves(face, dpi)
    placed: list[Placed] = []
    for behind, shapes in enumerate((front(face, palette, AROUND), back(face, palette, AROUND))):
        x, y = middles[behind]
        at = across * (behind + 0.5) - x * dpi / INCH, high / 2 + y * dpi / INCH
        far = 2 * max(_box(face))
        near = 0.0 if behind else -far
        half = ((near, -far), (far, -far), (far, far), (near, far))
        placed.append(((Shape((half,), ground(shapes)),), float(across), high / 2))
        placed.append((shapes, *at))
    return paint(2 * across, high, dpi, placed)


def model(face: Face, dpi: int) -> bytes:
    """Return the body of a face as OBJ: corners, where they lie in the picture, which way its sides look, triangles.
    dpi: as asked for; a picture is a whole number of dots large, and so a little larger than its two halves."""
    ring = face.nominal
    n = len(ring)
    scale, up = 1 / INCH, THICK / INCH / 2
    rows = [HEAD, "o piece\n"]
    rows += [f"v {decimal(x * scale)} {decimal(level)} {decimal(-y * scale)}\n" for level in (up, -up) for x, y in ring]
    for behind in (False, True):
        rows += [f"vt {decimal(u)} {decimal(v)}\n" for u, v in _places(face, dpi, behind=behind)]
    rows += ["vn 0 1 0\n", "vn 0 -1 0\n"]
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        rows.append(f"vn {decimal((y1 - y0) / long)} 0 {decimal((x1 - x0) / long)}\n")
    for a, b, c in _triangles(ring):
        rows.append(f"f {a + 1}/{a + 1}/1 {b + 1}/{b + 1}/1 {c + 1}/{c + 1}/1\n")
        a, b, c = a + n, b + n, c + n
        rows.append(f"f {c + 1}/{c + 1}/2 {b + 1}/{b + 1}/2 {a + 1}/{a + 1}/2\n")
    for k in range(n):
        top, following = k + 1, (k + 1) % n + 1
        low, beside, way = top + n, following + n, k + 3
        rows.append(f"f {top}/{low}/{way} {low}/{low}/{way} {beside}/{beside}/{way}\n")
        rows.append(f"f {top}/{low}/{way} {beside}/{beside}/{way} {following}/{beside}/{way}\n")
    return "".join(rows).encode("ascii")


def _places(face: Face, dpi: int, *, behind: bool) -> list[tuple[float, float]]:
    """Return where the corners of a face lie in its picture, as parts of its width and height, from the lower left."""
    dpi, across, high, middles = _halves(face, dpi)
    (x, y), way = middles[behind], -1 if behind else 1
    scale = dpi / INCH
    return [
        ((across * (behind + 0.5) + (way * px - x) * scale) / (2 * across), 0.5 + (py - y) * scale / high)
        for px, py in face.nominal
    ]


def _halves(face: Face, dpi: int) -> tuple[int, int, int, tuple[Point, Point]]:
    """Return the dots to the inch of a face's picture, how many of them each half is wide and high, and the middles of
    the face, and of its back as it is seen from behind, mm. dpi: as asked for; of what the table takes at most."""
    width, height = _box(face)
    dpi = min(dpi, int(min((LARGEST // 2 - 1) / width, (LARGEST - 1) / height) * INCH))
    return dpi, dots(width, dpi), dots(height, dpi), (box_middle(face.nominal), box_middle(mirror(face.nominal)))


def _triangles(ring: Ring) -> list[tuple[int, int, int]]:
    """Return an outline in triangles, anticlockwise."""
    sides = zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True)
    if all((bx - ax) * (cy - by) - (by - ay) * (cx - bx) > -1e-9 for (ax, ay), (bx, by), (cx, cy) in sides):
        return [(0, k, k + 1) for k in range(1, len(ring) - 1)]
    from quasiprint.solids.partition import triangles

    return list(triangles([[(1e6 * x, 1e6 * y) for x, y in ring]]))


def _box(face: Face) -> tuple[float, float]:
    left, low, right, high = bounds((face.nominal,))
    return right - left + 2 * AROUND, high - low + 2 * AROUND
