"""What `check` says of a set file is what `make` does: drawn sets, looks, sizes and formats."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from called import refusal

from quasiprint.addons.designer.sets.looks import edges, path_room
from quasiprint.addons.designer.sets.set_file import LOOKS
from quasiprint.api import Design
from quasiprint.drawing.bands import Line
from quasiprint.make.run import Request, settle

POLYGONS = (
    "square", "triangle", "hexagon", "domino", "thin-rhomb", "kite", "dart",
    "{ squares = [[0, 0], [1, 0], [1, 1]] }", "{ squares = [[0, 0], [2, 0], [0, 1], [1, 1], [2, 1]] }",
    '{ lattice = "tenths", turns = [4, -2, 4, -2, 4, -2, 4, -2, 4, -2] }',
)  # fmt: skip
CELLED = "{ squares = [[0, 0], [1, 0], [1, 1]] }"
WHICH = ("", 'which = "all different"', "which = { exactly = 2 }")
COUNTS = (1, 2, 2, 2, 3, 3, 4, 10, 20, 27)
FORMATS = ("svg", "stl", "pdf", "dxf", "3mf")
MOST = 90  # tiles of a drawn set


def drawn(chance: random.Random) -> str:
    """Return a set file of a few tiles, which may be refused."""
    at = chance.choice(sorted(LOOKS))
    look = chance.choice([look for look in LOOKS[at] if look != "symbols"])
    count = 1 if look == "plain" else chance.choice(COUNTS)
    polygon = CELLED if at == "cells" else _polygon(chance)
    per = ", per = 2" if at == "links" else ""
    number = min(count, 3) if at in ("links", "profiles") else count
    match = "complementary" if at == "profiles" else "equal"
    return (
        f'[set]\ntitle = "drawn"\nmost = {MOST}\n[[shape]]\nname = "tile"\npolygon = {polygon}\n'
        f'labels = {{ at = "{at}", count = {number}{per} }}\nlook = "{look}"\n'
        f'symmetry = "{chance.choice(("rotations", "rotations and reflections", "none"))}"\n'
        f'{chance.choice(WHICH)}\n[rule]\nmatch = "{match}"\n'
    )


def _polygon(chance: random.Random) -> str:
    polygon = chance.choice(POLYGONS)
    return polygon if polygon.startswith("{") else f'"{polygon}"'


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(60))
def test_check_and_make_agree(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    file = tmp_path / "drawn.toml"
    file.write_text(drawn(chance))
    edge = chance.choice((None, 8.0, 25.0, 40.0))
    format = chance.choice(FORMATS)

    def design() -> Design:
        return Design(settle(Request("set", {"set_file": str(file)}, formats=(format,), edge=edge)))

    said = [refusal(lambda: design().check()), refusal(lambda: design().files())]
    if said[0] or not design().check().proved:
        assert said[1]
        assert said[0] in ("", said[1])
    else:
        assert not said[1]


LONG = '{ lattice = "quarters", turns = [1, 1, 1, 1], steps = [100, 100, 100, 100] }'
U = "{ squares = [[0, 0], [2, 0], [0, 1], [1, 1], [2, 1]] }"
LISTED = "which = { tiles = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]] }"
SOON = [  # what would take long, or more memory than there is, is refused before it is tried
    # ends of paths that look away from one another: arcs between them have no end
    (U, 'at = "links"', LISTED, "found look 'paths', allowed is another: on this outline paths would leave the tile"),
    ('"dodecagon"', 'at = "links", per = 2', "", "that would be at least 26,352,845,269 tiles"),
    (LONG, 'at = "edges", count = 2', 'look = "wedges"', "with which a tile of 't' is 1414 mm across, allowed is what"),
]


@pytest.mark.parametrize(("polygon", "labels", "more", "said"), SOON)
def test_what_would_take_long_is_refused_before_it_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, polygon: str, labels: str, more: str, said: str
) -> None:
    stations, most = Line.stations, 100_000

    def sampled(line: Line, sagitta: float = 1.0) -> tuple[float, ...]:
        assert line.length < most
        return stations(line, sagitta)

    monkeypatch.setattr(Line, "stations", sampled)
    monkeypatch.setattr(path_room, "_meetings", lambda *_: pytest.fail("paths are held against each other"))
    monkeypatch.setattr(edges, "_makeable", lambda *_: pytest.fail("wedges are drawn"))
    file = tmp_path / "long.toml"
    shape = f'name = "t"\npolygon = {polygon}\nlabels = {{ {labels} }}\n{more}\n'
    file.write_text(f'[set]\ntitle = "x"\n[[shape]]\n{shape}')

    def design() -> Design:
        return Design(settle(Request("set", {"set_file": str(file)}, formats=("stl",))))

    for call in (lambda: design().check(), lambda: design().files()):
        assert said in refusal(call)
