"""The rules of Quasimino against the known facts, and layouts with one thing wrong each."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import Polygon
from shapely.ops import unary_union

from quasiprint.exact.zeta import Zeta, unit
from quasiprint.games.quasimino.design import SHAPES, angles, by_size, corners, is_legal, stars
from quasiprint.games.quasimino.proof import joins, rhomb_findings
from quasiprint.games.quasimino.rules import (
    PlacedRhomb,
    RhombLayout,
    form_parallelogram,
    patch,
    read,
    score,
)

RECORD = Path(__file__).parents[2] / "data" / "quasimino-75.json"


def record() -> list[dict[str, Any]]:
    return list(json.loads(RECORD.read_text(encoding="utf-8"))["tiles"])


def judged(tiles: list[dict[str, Any]], colours: int = 3) -> RhombLayout:
    return score(json.dumps({"tiles": tiles}), colours)


def codes(result: RhombLayout) -> set[str]:
    return {finding.code for finding in result.findings}


def test_joins_are_as_counted_by_hand() -> None:
    found = joins(SHAPES)
    assert found["up to rotation"] == {"all": 10, "legal": 6}
    assert found["up to reflection"] == {"all": 6, "legal": 4}
    alike, unlike = ({"all": 16, "parallelograms": count} for count in (8, 0))
    assert found["edges told apart"] == {"thick and thick": alike, "thick and thin": unlike, "thin and thin": alike}
    assert found["second tile of either shape"] == {shape: {"all": 16, "parallelograms": 4} for shape in SHAPES}


def test_a_parallelogram_is_two_translates() -> None:
    """The law by angles against the definition: the one tile is the other, moved."""
    for one in ("thick", "thin"):
        fixed = corners(one)
        for two in ("thick", "thin"):
            for i in range(4):
                for j in range(4):
                    # lay edge j of the second tile against edge i of the first
                    for turn in range(10):
                        free = corners(two, Zeta(0), turn)
                        shift = fixed[(i + 1) % 4] - free[j]
                        laid = [p + shift for p in free]
                        if laid[(j + 1) % 4] == fixed[i]:
                            moved = {p - fixed[0] for p in fixed}
                            translate = any({p - q for p in laid} == moved for q in laid)
                            assert form_parallelogram(one, i, two, j) == translate


def test_stars_are_as_known() -> None:
    assert (len(stars()), len(stars(reflections=True))) == (34, 29)
    assert (len(stars(legal=False)), len(stars(legal=False, reflections=True))) == (75, 54)
    assert list(by_size(stars()).values()) == [2, 4, 3, 9, 9, 5, 1, 1]
    assert list(by_size(stars(reflections=True)).values()) == [2, 3, 3, 8, 6, 5, 1, 1]
    assert [s for s in stars() if len(s) == 3] == [(2, 4, 4), (3, 3, 4)]
    assert {(1, 2, 4, 3), (1, 3, 4, 2), (1, 3, 3, 3), (2, 2, 2, 4)} == {s for s in stars() if len(s) == 4}
    assert not is_legal((1, 4, 1, 4))


def test_the_record_layout() -> None:
    result = judged(record())
    assert result.legal is True
    assert result.complete_set is True
    assert result.covered == 75 == len(result.vertices)
    assert result.findings == ()


def test_covered_vertices_against_areas() -> None:
    """Independently: a corner is covered when a small disc around it is all tiles."""
    tiles, _ = read(RECORD.read_bytes())
    union = unary_union([Polygon([p.to_xy() for p in t.corners]).buffer(1e-7) for t in tiles])
    inner = {v for t in tiles for v in t.corners if union.buffer(-0.01).covers(_disc(v))}
    assert len(inner) == 75


def _disc(v: Zeta) -> Any:
    from shapely.geometry import Point

    return Point(v.to_xy()).buffer(0.02)


def test_another_colour_names_the_pair_and_the_law() -> None:
    tiles = record()
    (t, edge), _ = next(patch(read(RECORD.read_bytes())[0]).joins())
    shape, name = tiles[t]["tile"].split("-")
    other = (int(name[edge]) + 1) % 3
    tiles[t]["tile"] = f"{shape}-{name[:edge]}{other}{name[edge + 1 :]}"
    result = judged(tiles)
    assert result.legal is False
    assert "join-colour" in codes(result)
    assert codes(result) <= {"join-colour", "tile-twice"}
    finding = next(f for f in result.findings if f.code == "join-colour")
    assert f"(entry {t + 1})" in finding.subject
    assert finding.subject.count("entry") == 2
    assert "colour law" in finding.message


def test_a_mirrored_tile() -> None:
    tiles = record()
    k = next(k for k, t in enumerate(tiles) if _chiral(t["tile"]))
    shape, name = tiles[k]["tile"].split("-")
    tiles[k]["tile"] = f"{shape}-{name[::-1]}"
    result = judged(tiles)
    assert not result.complete_set
    assert {"tile-twice", "join-colour"} >= codes(result) >= {"tile-twice"}


def _chiral(tile: str) -> bool:
    name = tile.split("-")[1]
    back = name[::-1]
    return min(back, back[2:] + back[:2]) != min(name, name[2:] + name[:2])


def _tile(name: str, corner: Zeta, turn: int) -> dict[str, Any]:
    return {"tile": name, "corner": [corner.a, corner.b, corner.c, corner.d], "turn": turn}


SHORT = unit(1) + unit(9) - unit(0)
PAIRS = {  # of what is wrong alone, two tiles and what the finding says
    "join-colour": (("thick-0000", Zeta(0), 0), ("thin-1111", Zeta(0), 9), "colour law"),
    "join-parallelogram": (("thick-0101", Zeta(0), 0), ("thick-0111", Zeta(1), 0), "parallelogram law"),
    "tile-overlap": (("thick-0000", Zeta(0), 0), ("thick-0001", Zeta(0), 1), "overlap"),
    "tile-partial-edge": (("thick-0000", Zeta(0), 0), ("thick-0001", SHORT - unit(2), 0), "touch"),
    "tile-corner-on-edge": (("thick-0000", Zeta(0), 0), ("thin-0000", SHORT, 7), "touch"),
}


@pytest.mark.parametrize("code", PAIRS)
def test_what_is_wrong_alone_names_the_pair_and_the_law(code: str) -> None:
    one, two, law = PAIRS[code]
    (finding,) = judged([_tile(*one), _tile(*two)]).findings
    assert (finding.code, finding.subject) == (code, f"{one[0]} (entry 1) and {two[0]} (entry 2)")
    assert law in finding.message


def test_a_tile_twice_alone() -> None:
    result = judged([_tile("thin-0121", Zeta(0), 0), _tile("thin-2101", Zeta(9), 0)])
    assert codes(result) == {"tile-twice"}
    assert "entries 1, 2" in result.findings[0].message


@pytest.mark.parametrize("name", ["thin-0123", "banana", "thick-01234", "THIN-0000", "thin-٠٠٠٠"])
def test_a_foreign_tile_alone(name: str) -> None:
    result = judged([_tile(name, Zeta(0), 0)])
    assert codes(result) == {"tile-foreign"}
    assert result.complete_set is False


def test_separate_pieces_and_corners_alone_are_legal() -> None:
    apart = [_tile("thick-0000", Zeta(0), 0), _tile("thick-0001", Zeta(9), 0)]
    result = judged(apart)
    assert (result.legal, result.components) == (True, 2)
    corner_only = [_tile("thick-0000", Zeta(0), 0), _tile("thick-0001", -(unit(0) + unit(2)), 0)]
    assert judged(corner_only).legal is True


def test_covered_corners_of_grown_patches_satisfy_euler() -> None:
    """covered = c − h + n − P/2: an identity that no vertex was counted for."""
    dice = random.Random(7)
    for _ in range(12):
        tiles = [PlacedRhomb(1, "thick", (0, 0, 0, 0), Zeta(0), 0)]
        for n in range(2, dice.randint(4, 26)):
            tiles = _grown(tiles, n, dice)
        laid = patch(tiles)
        # grown to close the seams, then shrunk to open what only corners close
        outlines = [Polygon([p.to_xy() for p in t.corners]) for t in tiles]
        shape = unary_union([outline.buffer(1e-7, join_style="mitre") for outline in outlines]).buffer(-1e-5)
        pieces = [shape] if shape.geom_type == "Polygon" else list(shape.geoms)
        holes = sum(len(piece.interiors) for piece in pieces)
        assert len(laid.inner_corners()) == len(pieces) - holes + len(tiles) - laid.boundary_edges / 2


def _grown(tiles: list[PlacedRhomb], entry: int, dice: random.Random) -> list[PlacedRhomb]:
    """Add a tile along a free edge; none that overlaps, misfits, or touches with a corner alone."""
    while True:
        base, shape, turn = dice.choice(tiles), dice.choice(["thick", "thin"]), dice.randrange(10)
        i, j = dice.randrange(4), dice.randrange(4)
        free = corners(shape, Zeta(0), turn)
        shift = base.corners[(i + 1) % 4] - free[j]
        if free[(j + 1) % 4] + shift != base.corners[i]:
            continue
        new = PlacedRhomb(entry, shape, (0, 0, 0, 0), shift, turn)
        laid = patch([*tiles, new])
        if not laid.overlaps() and not laid.misfits():
            return [*tiles, new]


def test_prototiles_are_checked_exactly() -> None:
    for shape in ("thick", "thin"):
        assert rhomb_findings(shape, corners(shape), angles(shape)) == []
    thick = corners("thick")
    assert [f.code for f in rhomb_findings("thick", thick, angles("thin"))] == ["angles-open"]
    assert [f.code for f in rhomb_findings("thick", thick[::-1], angles("thick"))] == ["boundary-not-simple"]
    long = (thick[0], thick[1] + unit(0), thick[2] + unit(0), thick[3])
    assert [f.code for f in rhomb_findings("thick", long, angles("thick"))] == ["edges-differ"]
