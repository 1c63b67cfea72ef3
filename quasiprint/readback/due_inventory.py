"""The inventory, accounted for: what each of its pages must show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quasiprint.model.face import Face, bounds
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Paper
from quasiprint.readback.document import DrawnPath
from quasiprint.readback.due import SMALL, Item, complex_of, frame, inked, laid, path, word
from quasiprint.readback.due_sheets import CUT, CUT_WIDTH, PLAIN_INK
from quasiprint.readback.plane import Complex

ACROSS = 5  # pictures
HIGH, TOP = 26.0, 16.0  # mm: of a row, of the head
TICK = 3.2  # mm: a box to tick
BOXED, BOX_WIDTH = "#444444", 0.2
OUTLINE, OUTLINE_WIDTH = "#333333", 0.2  # of what is printed; mm, at true size
LARGEST = 0.6  # of a piece's size
IN_ROW = 30  # boxes

Thing = Piece | Accessory
Entry = tuple[Thing, str, int]  # of equal things: one of them, what they are called, how many there are


def inventory(game_set: GameSet, paper: Paper) -> list[tuple[str, list[Item]]]:
    """Return the pages: the bookmark of each, and all that is on it."""
    counts = Counter(piece.shape for piece in game_set.pieces)
    total = ", ".join(f"{count} {shape}" for shape, count in counts.items())
    heading = f"{f'{total}: ' if len(counts) > 1 else ''}{len(game_set.pieces)} pieces in all"
    left, low, width, height = frame(paper)
    rows = max(1, int((height - TOP - 8) // HIGH))
    alike = Counter(piece.face for piece in game_set.pieces)
    listed: dict[Face, Entry] = {}
    pages: list[tuple[str, list[Item], list[Item]]] = []
    for shape, count in counts.items():
        same = [piece for piece in game_set.pieces if piece.shape == shape]
        for piece in same:
            if alike[piece.face] > 1:
                listed.setdefault(piece.face, (piece, shape, alike[piece.face]))
        single = [piece for piece in same if alike[piece.face] == 1]
        for k in range(0, len(single), rows * ACROSS):
            own = single[k : k + rows * ACROSS]
            pages.append((f"{shape}, {count} pieces", *_pictures(game_set, paper, own)))
    entries = [*listed.values(), *((thing, thing.id, thing.count) for thing in game_set.accessories)]
    if entries:
        pages.append((_title(entries), *_several(game_set, paper, entries)))
    found: list[tuple[str, list[Item]]] = []
    for k, (title, drawn, written) in enumerate(pages, 1):
        top = low + height
        heads: list[Item] = [
            word(left, top - 4.5, f"{game_set.title}: inventory", 5, bold=True),
            word(left, top - 10, title, 3.4),
            word(left + width, top - 10, heading, 3, SMALL, after=1),
        ]
        foot = word(left + width, low + 1, f"page {k} of {len(pages)}", 2.5, SMALL, after=1)
        found.append((title, [*drawn, *heads, *written, foot]))
    return found


def _title(entries: Sequence[Entry]) -> str:
    kinds = Counter[str]()
    for thing, _, count in entries:
        kinds[thing.shape if isinstance(thing, Piece) else thing.kind] += count
    return ", ".join(f"{count} {_several_of(kind) if count > 1 else kind}" for kind, count in kinds.items())


def _several_of(noun: str) -> str:
    return f"{noun}es" if noun.endswith("o") else f"{noun}s"


def _picture(game_set: GameSet, thing: Thing, scale: float, at: complex) -> Iterator[DrawnPath]:
    paths = []
    for mark in thing.face.marks:
        fill = PLAIN_INK if mark.colour is None else game_set.palette.inks[mark.colour].rgb
        paths += inked(mark, fill, OUTLINE, OUTLINE_WIDTH)
    return laid([*paths, path([complex_of(thing.face.nominal)], None, CUT, CUT_WIDTH)], scale, at)


def _scale(things: Sequence[Thing], across: float, up: float) -> float:
    left, low, right, high = bounds(tuple(thing.face.nominal for thing in things))
    return min(LARGEST, across / (right - left), up / (high - low))


def _pictures(game_set: GameSet, paper: Paper, things: Sequence[Thing]) -> tuple[list[Item], list[Item]]:
    """Return what is drawn and written of things each of which is one of its kind."""
    left, low, width, height = frame(paper)
    top, column = low + height - TOP, width / ACROSS
    scale = _scale(things, column - 5, HIGH - 9)
    drawn: list[Item] = []
    written: list[Item] = []
    boxes: list[Complex] = []
    for k, thing in enumerate(things):
        x, y = left + (k % ACROSS + 0.5) * column, top - (k // ACROSS) * HIGH
        drawn += _picture(game_set, thing, scale, complex(x, y - (HIGH - 8) / 2))
        boxes.append(_box(x - 11, y - HIGH + 3.4))
        written.append(word(x - 6, y - HIGH + 4, thing.id, 3))
    return [path(boxes, None, BOXED, BOX_WIDTH), *drawn], written


def _several(game_set: GameSet, paper: Paper, entries: Sequence[Entry]) -> tuple[list[Item], list[Item]]:
    """Return what is drawn and written of things of which there are several, and of accessories."""
    left, low, _, height = frame(paper)
    y = low + height - TOP
    drawn: list[Item] = []
    written: list[Item] = []
    boxes: list[Complex] = []
    for thing, name, count in entries:
        drawn += _picture(game_set, thing, _scale([thing], 14, 14), complex(left + 8, y - 9))
        written.append(word(left + 19, y - 7.5, f"{name}, {count} of them", 3))
        step = TICK + 2
        boxes += [_box(left + 19 + (k % IN_ROW) * step, y - 14 - (k // IN_ROW) * step) for k in range(count)]
        y -= 22 + (count - 1) // IN_ROW * step
    return [path(boxes, None, BOXED, BOX_WIDTH), *drawn], written


def _box(x: float, y: float) -> Complex:
    return complex(x, y) + TICK * complex_of(((0, 0), (1, 0), (1, 1), (0, 1)))
