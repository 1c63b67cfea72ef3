"""Fixed tiles and hints of puzzles: how many solutions have them, said by a plain program that knows nothing of ours;
what is written is read; each slip is told; what is printed and cut shows them."""

from __future__ import annotations

import cmath
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import ezdxf
import pymupdf
import pytest
from called import invoke
from test_puzzles import DOMINOES, OCTAGON, REGION, RHOMBS, SETS, SQUARES, Write, job, write

__all__ = ["write"]

TRIANGLES = SQUARES.replace('"square"', '"triangle"').replace("count = 2 }", "count = 2 }\ncopies = 2")
FRAME = """[set]
title = "A frame"
[[shape]]
polygon = "square"
labels = { at = "edges", names = ["rim", "A", "B", "C", "D"] }
look = "wedges"
which = { tiles = [
  ["rim", "rim", "A", "A"], ["rim", "rim", "C", "A"], ["rim", "rim", "C", "C"], ["rim", "rim", "D", "C"],
  ["rim", "A", "A", "D"], ["rim", "A", "B", "B"], ["rim", "B", "C", "C"], ["rim", "B", "D", "A"],
  ["rim", "C", "A", "B"], ["rim", "C", "C", "C"], ["rim", "C", "D", "C"], ["rim", "D", "B", "D"],
  ["A", "C", "C", "B"], ["A", "D", "B", "C"], ["B", "C", "C", "C"], ["B", "C", "C", "D"],
] }
[rule]
match = "equal"
"""

Cell = tuple[complex, ...]
Look = frozenset[tuple[complex, int]]  # where the middles of edges lie, and what stands there
GRIDS = {  # the cells of regions
    "rectangle:3x2": [tuple(complex(x, y) + z for z in (0, 1, 1 + 1j, 1j)) for x in range(3) for y in range(2)],
    "rectangle:2x2": [tuple(complex(x, y) + z for z in (0, 1, 1 + 1j, 1j)) for x in range(2) for y in range(2)],
    "hexagon:1": [(0j, cmath.rect(1, k * math.pi / 3), cmath.rect(1, (k + 1) * math.pi / 3)) for k in range(6)],
}


def near(z: complex) -> complex:
    return complex(round(z.real, 6) + 0.0, round(z.imag, 6) + 0.0)


class Plain:
    """All fillings of a region by regular tiles with labels at edges that have to be equal, tile by tile, in floats.
    Cells are sorted as one reads; a tile is its labels, read from the edge that runs to the right at turn 0."""

    def __init__(self, region: str, copies: int) -> None:
        self.cells: list[Cell] = sorted(
            GRIDS[region], key=lambda cell: (-near(min(cell, key=lambda z: z.imag)).imag, min(z.real for z in cell))
        )
        self.corners = len(self.cells[0])
        self.parts = {3: 6, 4: 4}[self.corners]
        every = [tuple(n >> k & 1 for k in range(self.corners)) for n in range(2**self.corners)]
        self.copies = {min(one[k:] + one[:k] for k in range(self.corners)): copies for one in every}
        self.ways = [
            [
                (labels, look)
                for labels in self.copies
                for look in {self.look(labels, turn, cell) for turn in range(self.parts)} - {None}
            ]
            for cell in self.cells
        ]
        self.fillings = list(self._fill([]))

    def look(self, labels: tuple[int, ...], turn: int, cell: Cell) -> Look | None:
        """Return how a tile looks in a cell, None if it does not lie so."""
        angle = 2 * math.pi / self.corners
        ring = [0j]
        for k in range(self.corners - 1):
            ring.append(ring[-1] + cmath.rect(1, k * angle))
        ring = [z * cmath.rect(1, 2 * math.pi * turn / self.parts) for z in ring]
        step = sum(cell) / len(cell) - sum(ring) / len(ring)
        ring = [z + step for z in ring]
        if set(map(near, ring)) != set(map(near, cell)):
            return None
        return frozenset(
            (near((ring[k] + ring[(k + 1) % len(ring)]) / 2), label) for k, label in enumerate(labels)
        )  # fmt: skip

    def _fill(self, laid: list[tuple[tuple[int, ...], Look]]) -> Iterator[tuple[Look, ...]]:
        if len(laid) == len(self.cells):
            yield tuple(look for _, look in laid)
            return
        shown = {middle: label for _, look in laid for middle, label in look}
        used = Counter(labels for labels, _ in laid)
        for labels, look in self.ways[len(laid)]:
            if used[labels] < self.copies[labels] and all(shown.get(middle, label) == label for middle, label in look):
                yield from self._fill([*laid, (labels, look)])

    def with_fixed(self, fixed: dict[int, Look]) -> list[tuple[Look, ...]]:
        return [filling for filling in self.fillings if all(filling[cell] == look for cell, look in fixed.items())]

    def up_to_turns(self, fixed: dict[int, Look]) -> int:
        """Return how many fillings differ by more than a turn of the region that carries fixed tiles onto such."""
        there = self.with_fixed(fixed)
        middle = sum(z for cell in self.cells for z in cell) / sum(map(len, self.cells))
        places = {frozenset(map(near, cell)) for cell in self.cells}

        def carry(look: Look, k: int) -> Look:
            turn = cmath.rect(1, 2 * math.pi * k / self.parts)
            return frozenset((near((z - middle) * turn + middle), label) for z, label in look)

        def moves(cell: Cell, k: int) -> frozenset[complex]:
            return frozenset(near((z - middle) * cmath.rect(1, 2 * math.pi * k / self.parts) + middle) for z in cell)

        kept = set(fixed.values())
        group = [
            k
            for k in range(self.parts)
            if {moves(cell, k) for cell in self.cells} == places and {carry(look, k) for look in kept} == kept
        ]
        return len({frozenset(frozenset(carry(look, k) for look in one) for k in group) for one in there})


@pytest.mark.parametrize(
    ("text", "region", "copies", "places"),
    [
        (SQUARES, "rectangle:3x2", 1, [[("0011", 1, 0)], [("0111", 5, 3)], [("0101", 3, 1), ("0001", 4, 2)]]),
        (SQUARES, "rectangle:2x2", 1, [[("0000", 1, 2)], [("1100", 2, 1)]]),
        (
            SQUARES.replace("count = 2 }", "count = 2 }\ncopies = 2"),
            "rectangle:2x2",
            2,
            [[("0011", 1, 0)], [("0011", 1, 0), ("0011", 4, 2)], [("0000", 1, 0), ("1111", 4, 3)]],
        ),
        (TRIANGLES, "hexagon:1", 2, [[("001", 1, 0)], [("011", 2, 3)], [("001", 1, 2), ("100", 6, 3)]]),
    ],
)
def test_counts_with_fixed_tiles_are_those_of_a_plain_program(
    write: Write, text: str, region: str, copies: int, places: list[list[tuple[str, int, int]]]
) -> None:
    plain = Plain(region, copies)
    shape = "triangle" if "triangle" in text else "square"
    some = 0
    for given in places:
        looks = {
            cell - 1: plain.look(tuple(map(int, labels)), turn, plain.cells[cell - 1]) for labels, cell, turn in given
        }
        said = tuple(f"{shape}-{labels}@{cell},{turn}" for labels, cell, turn in given)
        assert None not in looks.values()
        there = plain.with_fixed(looks)  # type: ignore[arg-type]
        own = job(write(text), region=region, place=said)
        count = own.count()
        assert (said, count.all) == (said, len(there))
        assert (said, count.turns) == (said, plain.up_to_turns(looks))  # type: ignore[arg-type]
        solved = own.solve()
        assert (solved.tiles is None) == (not there)
        some += len(there)
    assert 0 < some < len(places) * len(plain.fillings)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "region"),
    [
        (SQUARES, "rectangle:3x2"),
        (TRIANGLES, "triangle:3"),
        (SQUARES.replace('"square"', '"hexagon"'), "hexagon:2"),
        (DOMINOES, "rectangle:4x3"),
        (RHOMBS, "decagon:1"),
        (OCTAGON, REGION),
        ((SETS / "jigsaw.toml").read_text(), "rectangle:3x2"),
        (SQUARES.replace("count = 2 }", 'count = 2 }\nsymmetry = "rotations and reflections"'), "rectangle:2x2"),
    ],
)
def test_what_is_written_is_read(write: Write, text: str, region: str) -> None:
    """Each way to lay a tile is called by one name, which says it."""
    own = job(write(text), region=write(region, "region.toml") if "=" in region else region)
    told = {}
    for kind, placed in own.cover.options:
        said = own.places.say(own.puzzle.tiles[kind], placed)
        read = own.places.read(said, "--place")
        assert (read.kind, read.placed.looks) == (kind, placed.looks)
        told[said] = kind
    assert len(told) == len(own.cover.options)


def test_hints_are_told_and_not_counted(write: Write) -> None:
    """A hint lies so in the solution; without it there are as many solutions as ever."""
    file = write(SQUARES)
    asked = {"region": "rectangle:3x2", "place": ("square-0011@1,0",)}
    free = job(file, **asked)
    one = next(
        free.places.say(*lies) for k, lies in enumerate(free.solve().tiles or ()) if not free.solve().given.get(k)
    )
    told = job(file, **asked, hint=(one, "2"))
    assert told.count() == free.count()
    solved = told.solve()
    hints = [told.places.say(*lies) for lies in solved.of("hint")]
    assert len(hints) == 3
    assert one in hints
    assert [entry.get("given") for entry in solved.layout()["tiles"]].count("fixed") == 1
    assert "no solution has these hints: that is proved" in invoke(
        "puzzle", write(FRAME), "--border", "rim", "--place", "square-A-D-B-C@6,2", "--hint", "square-rim-A-A-D@3,2"
    ).stdout  # fmt: skip


PLACED = ("--border", "rim", "--place", "square-A-D-B-C@6,2")


def test_the_sheet_shows_fixed_tiles_and_has_a_page_of_hints(write: Write, tmp_path: Path) -> None:
    invoke("puzzle", write(FRAME), *PLACED, "--hint", "2", "-o", tmp_path / "frame.pdf", code=0)
    with pymupdf.open(tmp_path / "frame.pdf") as document:
        pages = [page.get_text() for page in document]
        assert [text.splitlines()[0] for text in pages] == ["A frame", "The tiles", "Hints", "A solution"]
        numbers = [set(map(int, re.findall(r"^\d+$", text, re.MULTILINE))) for text in pages]
        assert numbers[0] == set(range(1, 17)) - {6}  # a tile lies there
        assert len(numbers[2]) == 13
        assert "Fixed, as drawn: square-A-D-B-C@6,2" in " ".join(pages[0].split())
        assert "square-A-D-B-C, fixed" in pages[1]
        assert "You need not follow them" in pages[2]
        assert all("Fixed: square-A-D-B-C@6,2" in pages[k] for k in (2, 3))
        bodies = []
        for page in (document[0], document[2]):
            rects = [path["rect"] for path in page.get_drawings() if path["fill"] == (1, 1, 1)]
            bodies.append([(round(r.x0), round(r.y0)) for r in rects if abs(r.width - 30 * 72 / 25.4) < 2])
            whole = next(
                path["rect"] for path in page.get_drawings() if path["fill"] is None and path["rect"].width > 300
            )
        assert (len(set(bodies[0])), len(set(bodies[1]))) == (1, 3)
        # cell 6 of 4 × 4: the second from the left, the second from the top
        (x, y), edge = bodies[1][0], whole.width / 4
        assert (round((x - whole.x0) / edge), round((y - whole.y0) / edge)) == (1, 1)


def test_the_tray_shows_on_its_floor_where_fixed_tiles_lie(write: Write, tmp_path: Path) -> None:
    """On the floor beside the frame, where the tile lies in the shape: the outline scored, what it shows engraved."""
    for ending in ("svg", "dxf"):
        invoke("puzzle", write(FRAME), *PLACED, "--edge", "30", "-o", tmp_path / f"tray.{ending}", code=0)
    groups = re.findall(r'<g id="([a-z-]+)"', (tmp_path / "tray.svg").read_text())
    assert groups == ["engrave", "score", "cut-inner", "cut-outer"]
    boxes = defaultdict(list)
    for line in ezdxf.readfile(tmp_path / "tray.dxf").modelspace().query("LWPOLYLINE"):
        xs, ys = zip(*((x, y) for x, y, *_ in line.get_points()), strict=True)
        boxes[line.dxf.layer].append((min(xs), min(ys), max(xs), max(ys)))
    ((left, low, right, top),) = boxes["SCORE"]
    assert (round(right - left, 1), round(top - low, 1)) == (30, 30)
    assert all(x0 >= left and y0 >= low and x1 <= right and y1 <= top for x0, y0, x1, y1 in boxes["ENGRAVE"])
    frame, floor = sorted(boxes["CUT_OUTER"])
    # the frame is 12 mm wide; cell 6 of 4 × 4 is the second from the left, the third from below
    assert (round(left - floor[0]), round(low - floor[1])) == (12 + 30, 12 + 60)
    assert frame[2] < floor[0]


def test_the_layout_says_what_was_given_and_score_reads_it(write: Write, tmp_path: Path) -> None:
    file = write(FRAME)
    invoke("puzzle", file, *PLACED, "--hint", "square-rim-A-A-D@2,2", "-o", tmp_path / "s.json", code=0)
    tiles = json.loads((tmp_path / "s.json").read_text())["tiles"]
    given = {tile["tile"]: tile["given"] for tile in tiles if "given" in tile}
    assert given == {"square-A-D-B-C": "fixed", "square-rim-A-A-D": "hint"}
    assert json.loads(invoke("score", file, tmp_path / "s.json", "--json").stdout)["complete_set"]
    said = json.loads(invoke("puzzle", file, *PLACED, "--hint", "1", "--json").stdout)
    assert said["fixed"] == ["square-A-D-B-C@6,2"]
    assert len(said["places"]) == 16
    assert set(said["hints"]) < set(said["places"])
    (tmp_path / "s.json").write_text(json.dumps({"tiles": [tiles[0] | {"given": "maybe"}]}))
    made = invoke("score", file, tmp_path / "s.json", code=2)
    assert "'given': found 'maybe', allowed is fixed or hint" in made.output


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ("square-A-D-B-X@6,0", "found 'square-A-D-B-X' in 'square-A-D-B-X@6,0' (did you mean square-A-D-B-C?)"),
        ("square-A-D-B-C@17,0", "found cell 17 in 'square-A-D-B-C@17,0', allowed is from 1 to 16"),
        ("square-A-D-B-C@6,4", "found turn 4 in 'square-A-D-B-C@6,4', allowed is from 0 to 3"),
        ("square-A-D-B-C", "found 'square-A-D-B-C', allowed is TILE@CELL,TURN, such as square-rim-rim-A-A@1,0"),
        ("square-A-D-B-C@6", "allowed is TILE@CELL,TURN"),
        ("square-A-D-B-C@6,0,flipped", "it lies on its face; tiles of symmetry 'rotations' are not turned over"),
        ("square-A-D-B-C@6,0 square-B-C-C-C@6,1", "and square-B-C-C-C@6,1: the two tiles overlap"),
        ("square-A-D-B-C@6,0 square-A-D-B-C@7,0", "square-A-D-B-C: the tile lies there 2 times (entries 1, 2); the"),
        ("square-A-D-B-C@1,0", "found label B, C of 'square-A-D-B-C@1,0' along the border, allowed there is label rim"),
        (
            "square-A-D-B-C@6,0 square-B-C-C-C@7,0",
            "square-A-D-B-C@6,0 and square-B-C-C-C@7,0: label D and label C meet (edge 1 of the first, "
            "edge 3 of the second); labels that meet are equal",
        ),
    ],
)
def test_what_cannot_be_fixed_is_told_in_a_line(write: Write, places: str, said: str) -> None:
    words = [word for place in places.split() for word in ("--place", place)]
    made = invoke("puzzle", write(FRAME), "--border", "rim", *words, code=2)
    output = " ".join(made.output.split())
    assert "--place: " in output
    assert said in output
    told = [word.replace("--place", "--hint") for word in words]
    assert "--hint: " in invoke("puzzle", write(FRAME), "--border", "rim", *told, code=2).output
