"""Sets made from set files: verified, blank ones too, and as check says; each law has a counterexample."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import ezdxf
import pymupdf
import pytest
import trimesh
from called import invoke, refusal
from pypdf import PdfReader
from readers_sets import SETS, of_squares, written
from shapely.geometry import Polygon
from test_set_files import EXAMPLES

from quasiprint.addons.designer.sets.looks import edges, paths
from quasiprint.addons.designer.sets.looks.bands import Line
from quasiprint.addons.designer.sets.room import SetRoom
from quasiprint.addons.designer.sets.set_file import LOOKS
from quasiprint.api import Design, verify
from quasiprint.make.run import Request, room, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Mark, Region
from quasiprint.model.piece import GameSet, Piece

SQUARES = SETS / "macmahon-squares.toml"
# each with all that its look and its shapes bring; the large ones in what is quick to make
MADE = {
    "truchet": "stl,3mf,step,svg,dxf,pdf",
    **{name: "svg" for name in EXAMPLES if name != "truchet"},
    **dict.fromkeys(("dominoes-6", "macmahon-squares"), "stl,3mf,step,svg,dxf,pdf"),
    **dict.fromkeys(("hats", "trioker"), "stl,svg"),
    "kites-and-darts": "svg,pdf",
    "macmahon-triangles": "svg,dxf",
}


def designed(file: Path, maker: Process = Process.PAPER, **options: object) -> tuple[SetRoom, GameSet]:
    """Return the room of a set file, and its set as a process makes it."""
    run = settle(Request("set", {"set_file": str(file)}, **options))  # type: ignore[arg-type]
    own = room(run)
    assert isinstance(own, SetRoom)
    return own, Build(run).whole(maker)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", MADE)
def test_every_example_is_made_and_verified(name: str, tmp_path: Path) -> None:
    invoke("make", SETS / f"{name}.toml", "--format", MADE[name], "-o", tmp_path / "set", code=0)
    verdict = verify(tmp_path / "set")
    assert verdict.verified, verdict.findings
    assert verdict.pieces == EXAMPLES[name]
    assert verdict.same == verdict.compared
    manifest = json.loads((tmp_path / "set/manifest.json").read_text())
    assert (manifest["game"], manifest["parameters"]["set_file"]) == ("set", f"{name}.toml")
    assert (tmp_path / "set/source/set_file/set_file.toml").read_bytes() == (SETS / f"{name}.toml").read_bytes()


def changed(held: GameSet, change: Callable[[Piece], Piece], number: int = 1) -> GameSet:
    """Return a set with one piece changed."""
    pieces = list(held.pieces)
    pieces[number] = change(pieces[number])
    return replace(held, pieces=tuple(pieces))


def remarked(change: Callable[[Mark], Mark | None]) -> Callable[[Piece], Piece]:
    """Return what changes the marks of a piece; None takes one out."""

    def of(piece: Piece) -> Piece:
        marks = tuple(mark for old in piece.face.marks if (mark := change(old)) is not None)
        face = replace(piece.face, cells=(Cell(piece.face.outline, marks),))
        return replace(piece, face=face)

    return of


def moved(mark: Mark, put: Callable[[float, float], tuple[float, float]]) -> Mark:
    """A mark of which each point is put elsewhere."""
    field, ink = (
        tuple(Region(tuple(put(*p) for p in area.outer)) for area in areas) for areas in (mark.field, mark.ink)
    )
    return replace(mark, field=field, ink=ink)


def reinked(mark: Mark) -> Mark:
    """A mark that inks half of what it did."""
    (ax, ay), (bx, by), tip = mark.field[0].outer
    return replace(mark, ink=(Region(((ax, ay), ((ax + bx) / 2, (ay + by) / 2), tip)),))


def blunted(mark: Mark) -> Mark:
    """A wedge whose tip is cut off."""
    (ax, ay), (bx, by), (x, y) = mark.field[0].outer
    ring = ((ax, ay), (bx, by), ((x + bx) / 2, (y + by) / 2), ((x + ax) / 2, (y + ay) / 2))
    return replace(mark, field=(Region(ring),), ink=(Region(ring),))


# what is changed, by which it is found, and in which set if not in MacMahon's squares
SPOILT: dict[str, tuple[Callable[[GameSet], GameSet], set[str], str]] = {
    "a tile is missing": (lambda s: replace(s, pieces=s.pieces[1:]), {"tile-missing", "tiles-disagree"}, ""),
    "a tile is there twice": (lambda s: replace(s, pieces=(*s.pieces, s.pieces[3])), {"copies-differ"}, ""),
    "a shape is foreign": (
        lambda s: replace(s, pieces=(*s.pieces, replace(s.pieces[3], shape="ring"))),
        {"piece-foreign"},
        "",
    ),
    "a face is turned": (
        lambda s: changed(s, remarked(lambda m: moved(m, lambda x, y: (-y + 0.0, x)))),
        {"marks-differ"},
        "",
    ),
    "a mark is gone": (
        lambda s: changed(s, remarked(lambda m: m if m.slot else None)),
        {"marks-differ", "edge-uncrossed"},
        "",
    ),
    "a wedge is off the middle": (  # moved along its edge: slot 0 is the lower one
        lambda s: changed(s, remarked(lambda m: m if m.slot else moved(m, lambda x, y: (x + 0.3, y)))),
        {"wedge-off-midpoint"},
        "",
    ),
    "a wedge is short": (
        lambda s: changed(s, remarked(lambda m: m if m.slot else moved(m, lambda x, y: (0.7 * x, y)))),
        {"wedge-short"},
        "",
    ),
    "a wedge ends in no tip": (
        lambda s: changed(s, remarked(lambda m: m if m.slot else blunted(m))),
        {"wedge-blunt"},
        "",
    ),
    "ink does not meet": (lambda s: changed(s, remarked(lambda m: m if m.slot else reinked(m))), {"wedge-broken"}, ""),
    "a triangle points down": (
        lambda s: changed(s, remarked(lambda m: moved(m, lambda x, y: (-x, -y + 0.0)) if m.label is None else m)),
        {"upright-unmarked"},
        "wang-11",
    ),
    "pips are gone": (
        lambda s: changed(s, remarked(lambda m: replace(m, ink=(), field=()))),
        {"marks-differ"},
        "dominoes-6",
    ),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_each_law_finds_its_counterexample(spoilt: str) -> None:
    change, codes, name = SPOILT[spoilt]
    own, held = designed(SETS / f"{name or 'macmahon-squares'}.toml")
    assert own.prove(held)[0] == []
    assert {finding.code for finding in own.prove(change(held))[0]} == codes


def test_the_card_is_one_page_in_both_languages(tmp_path: Path) -> None:
    for language, said in (("en", "These two fit."), ("de", "Diese zwei passen.")):
        invoke("rules", SETS / "quasimino.toml", "-o", tmp_path / "a.pdf", "--language", language, "--replace", code=0)
        reader = PdfReader(BytesIO((tmp_path / "a.pdf").read_bytes()))
        assert len(reader.pages) == 1
        text = reader.pages[0].extract_text()
        assert said in " ".join(text.split())
        assert "Quasimino" in text
        assert "90" in text


BAD = {
    "no file": (["make", "none.toml"], "set file 'none.toml': cannot be read"),
    "too small": (
        ["check", SQUARES, "--edge", "8"],
        "edge: found 8 mm, allowed is from 11.9 mm: wedges of every pattern",
    ),
    "digits too small": (["make", SETS / "trioker.toml", "--edge", "8"], "edge: found 8 mm, allowed is from"),
    "no symbols": (["make", "symbols.toml"], "--symbols: found none, needed for the look 'symbols' of 'square'"),
    "pips for many": (["make", "pips.toml"], "look: found 'pips' for 20 labels, allowed is it for 2 to 19"),
    "colours": (["make", "many.toml"], "look: found 'wedges' for 27 labels, allowed is it for up to 26"),
    "no opponent": (["play", SQUARES], "is a set file, which has no opponent yet; allowed is majomino, quasimino"),
    "another's option": (["make", SQUARES, "--colours", "3"], "--colours: is not an option of set"),
    "fingers": (["make", SQUARES, "--touch"], "--touch: set cannot be made to be read with fingers"),
}


@pytest.mark.parametrize("bad", BAD)
def test_what_cannot_be_is_refused_in_one_line(bad: str, here: Path) -> None:
    text = SQUARES.read_text()
    Path("symbols.toml").write_text(text.replace('"wedges"', '"symbols"'))
    Path("pips.toml").write_text((SETS / "dominoes-6.toml").read_text().replace("count = 7", "count = 20"))
    Path("many.toml").write_text(text.replace("count = 3 }", "count = 27 }\nwhich = { tiles = [[0, 1, 2, 3]] }"))
    arguments, said = BAD[bad]
    result = invoke(*arguments, *(["--format", "svg"] if arguments[0] == "make" else []), code=2)
    assert said in result.output
    assert not Path("output").exists()


def test_symbols_stand_for_labels(tmp_path: Path) -> None:
    drawings = tmp_path / "drawings"
    drawings.mkdir()
    for k, shape in enumerate(
        ('<circle cx="5" cy="5" r="4"/>', '<rect width="8" height="8"/>', '<path d="M0 0h8L4 8z"/>')
    ):
        (drawings / f"{k}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{shape}</svg>', encoding="utf-8"
        )
    file = tmp_path / "mine.toml"
    file.write_text(SQUARES.read_text().replace('"wedges"', '"symbols"'))
    invoke("make", file, "--symbols", drawings, "--format", "svg", "-o", tmp_path / "set", code=0)
    assert verify(tmp_path / "set").verified


def test_a_project_names_a_set_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(SQUARES.read_text())
    (tmp_path / "project.toml").write_text('game = "mine.toml"\nformat = "svg"\nedge = "40mm"\n')
    invoke("make", "--project", tmp_path / "project.toml", "-o", tmp_path / "set", code=0)
    manifest = json.loads((tmp_path / "set/manifest.json").read_text())
    assert manifest["parameters"]["measures"]["laser"]["edge"] == 40.0


def test_an_option_of_making_has_check_look_at_what_is_drawn() -> None:
    counted, drawn = (invoke("check", SETS / "truchet.toml", *more) for more in ((), ("--edge", "40")))
    assert counted.exit_code == drawn.exit_code == 0
    assert "fit:" not in counted.output
    assert "4 pieces" in drawn.output
    assert "closed form: 1" in drawn.output
    assert invoke("check", SETS / "truchet.toml", "--edge", "8").exit_code == 2


# --- Tiles without labels -------------------------------------------------------------------------


PENTOMINOES = {
    "p": [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2]],
    "u": [[0, 0], [2, 0], [0, 1], [1, 1], [2, 1]],
    "v": [[0, 0], [1, 0], [2, 0], [0, 1], [0, 2]],
}
SIDES = ("rotations", "rotations and reflections")


def tables(symmetry: str, look: str = "", at: str = "cells") -> str:
    said = f"look = '{look}'\n" if look else ""
    return of_squares(PENTOMINOES, f"symmetry = '{symmetry}'\n{said}", at)


def laid(file: Path) -> tuple[SetRoom, Build]:
    run = settle(Request("set", {"set_file": str(file)}))
    own = room(run)
    assert isinstance(own, SetRoom)
    return own, Build(run)


@pytest.mark.parametrize("look", ["", "plain"])
@pytest.mark.parametrize("at", ["cells", "edges", "corners"])
@pytest.mark.parametrize("symmetry", SIDES)
def test_nothing_is_drawn_on_tiles_of_one_label(symmetry: str, at: str, look: str, tmp_path: Path) -> None:
    own, workshop = laid(written(tmp_path, tables(symmetry, look, at)))
    for maker in Process if at == "cells" else (Process.LASER,):
        held = workshop.whole(maker)
        assert [piece.id for piece in held.pieces] == ["p", "u", "v"]
        for piece in held.pieces:
            assert not piece.face.back and not any(mark.ink or mark.field for mark in piece.face.marks)
        assert own.prove(held)[0] == []


def test_every_format_of_blank_tiles_is_made_verified_and_blank(tmp_path: Path) -> None:
    """Foreign readers find outlines: no area to engrave on a laser's tile, no second body, nothing inside a page's."""
    made = tmp_path / "set"
    invoke("make", written(tmp_path, tables(SIDES[0])), "--format", "stl,3mf,step,svg,dxf,pdf", "-o", made, code=0)
    verdict = verify(made)
    assert verdict.verified and verdict.pieces == 3 and verdict.same == verdict.compared, verdict.findings
    assert sorted(file.name for file in (made / "stl").rglob("*.stl")) == [
        *("p-body.stl", "plate-1-body.stl", "u-body.stl", "v-body.stl")
    ]
    body = trimesh.load(made / "stl/pieces/p-body.stl")
    faces = body.facets_area[[abs(normal[2]) > 0.999 for normal in body.facets_normal]]
    assert len(faces) == 2, "a face and a back, with nothing sunk into either"

    drawing = ezdxf.readfile(made / "dxf/sheet-1.dxf")
    lines = [(line.dxf.layer, [(x, y) for x, y, *_ in line.get_points()]) for line in drawing.modelspace()]
    tiles = [Polygon(points) for layer, points in lines if layer == "CUT_OUTER"]
    beside = [Polygon(points) for layer, points in lines if layer == "ENGRAVE"]  # names, in the waste
    assert len(tiles) == 3 and not any(tile.intersects(name) for tile in tiles for name in beside)

    (page,) = pymupdf.open(made / "pdf/tiles-a4-colour.pdf")
    dark = [d for d in page.get_drawings() if d["fill"] not in (None, (1.0, 1.0, 1.0)) and d["rect"].width > 20]
    assert not dark


def test_a_set_of_several_labels_is_not_made_plain(tmp_path: Path) -> None:
    file = written(tmp_path, tables(SIDES[0], "plain").replace("count = 1", "count = 2", 1))
    said = invoke("check", file, code=2).output
    assert "line 8: [[shape]] look: found 'plain' with 2 labels, allowed is it with one: nothing would tell" in said
    edges = "[[shape]]\npolygon = 'square'\nlabels = { at = 'profiles' }\nlook = 'plain'\n"
    assert "allowed for labels at profiles is outline" in invoke("check", written(tmp_path, edges), code=2).output


SPOT = (Region(((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))),)


@pytest.mark.parametrize(
    "spoil",
    [
        remarked(lambda mark: mark if mark.slot else replace(mark, ink=SPOT, field=SPOT)),
        lambda piece: replace(piece, face=replace(piece.face, back=SPOT)),
    ],
)
def test_what_is_drawn_on_a_blank_tile_is_found(spoil: Callable[[Piece], Piece], tmp_path: Path) -> None:
    own, workshop = laid(written(tmp_path, tables(SIDES[0])))
    held = workshop.whole(Process.LASER)
    wrong = replace(held, pieces=(*held.pieces[:2], spoil(held.pieces[2])))
    assert {one.code for one in own.prove(wrong)[0]} == {"plain-marked"}


# --- What `check` says of a set file is what `make` does ------------------------------------------


POLYGONS = (
    '"square"', '"triangle"', '"hexagon"', '"domino"', '"thin-rhomb"', '"kite"', '"dart"',
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
    polygon = CELLED if at == "cells" else chance.choice(POLYGONS)
    per = ", per = 2" if at == "links" else ""
    number = min(count, 3) if at in ("links", "profiles") else count
    match = "complementary" if at == "profiles" else "equal"
    return (
        f'[set]\ntitle = "drawn"\nmost = {MOST}\n[[shape]]\nname = "tile"\npolygon = {polygon}\n'
        f'labels = {{ at = "{at}", count = {number}{per} }}\nlook = "{look}"\n'
        f'symmetry = "{chance.choice(("rotations", "rotations and reflections", "none"))}"\n'
        f'{chance.choice(WHICH)}\n[rule]\nmatch = "{match}"\n'
    )


@pytest.mark.sampled(2)
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
    ('"dodecagon"', 'at = "links", per = 2', "", "a proof would visit 316,234,143,225 labellings"),
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
    monkeypatch.setattr(paths, "crossings", lambda *_: pytest.fail("paths are held against each other"))
    monkeypatch.setattr(edges, "_makeable", lambda *_: pytest.fail("wedges are drawn"))
    file = tmp_path / "long.toml"
    shape = f'name = "t"\npolygon = {polygon}\nlabels = {{ {labels} }}\n{more}\n'
    file.write_text(f'[set]\ntitle = "x"\n[[shape]]\n{shape}')

    def design() -> Design:
        return Design(settle(Request("set", {"set_file": str(file)}, formats=("stl",))))

    for call in (lambda: design().check(), lambda: design().files()):
        assert said in refusal(call)
