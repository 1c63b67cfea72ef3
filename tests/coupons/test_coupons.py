"""Coupons: what a maker reads off them comes back through `calibrate`; what cannot be is told in a line."""

from __future__ import annotations

import itertools
import json
import math
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
import shapely
import start_page
import trimesh
from called import invoke
from click.testing import CliRunner, Result
from shapely import affinity
from shapely.geometry import Polygon
from tiles_laid import drawn, laid

from quasiprint import coupons, games
from quasiprint.cli import main
from quasiprint.coupons import printer as sizes
from quasiprint.coupons.printer import judge
from quasiprint.exact.regular import ring
from quasiprint.make.run import Request, settle
from quasiprint.model.choices import Process
from quasiprint.model.coupon import Coupon
from quasiprint.model.finding import has_errors
from quasiprint.version import __version__

FIRST = 0.1  # mm: within the first layers
LARGE = 50.0  # mm²: a well, and no groove and no letter


@dataclass(frozen=True)
class Printer:
    """edge: how far out it lays an edge, mm; shrinkage: a share; foot: how far the first layers are squeezed out."""

    edge: float
    shrinkage: float = 0.0
    foot: float = 0.0

    def prints(self, file: Path, above: float | None = None) -> Polygon:
        """Return a section through a printed part. above: how far above the bed, mm; None: halfway up."""
        drawn = _section(file.resolve(), above)
        small = affinity.scale(drawn, 1 - self.shrinkage, 1 - self.shrinkage, origin=(0, 0))
        grown = self.edge + (self.foot if above is not None and above <= FIRST else 0.0)
        # the islands in letters are no parts
        return max(shapely.get_parts(small.buffer(grown, join_style="mitre")), key=lambda part: part.area).simplify(
            1e-4
        )


@cache
def _section(file: Path, above: float | None) -> Polygon:
    """Return a section through a part as drawn."""
    mesh = trimesh.load(file)
    low, high = mesh.bounds[0][2], mesh.bounds[1][2]
    z = (low + high) / 2 if above is None else low + above
    cut = trimesh.intersections.mesh_plane(mesh, plane_normal=[0, 0, 1], plane_origin=[0, 0, z])
    lines = shapely.MultiLineString([(a[:2], b[:2]) for a, b in cut.round(6)])
    faces = shapely.get_parts(shapely.polygonize([lines]))
    return shapely.unary_union(_even_odd([Polygon(face.exterior) for face in faces]))


def _even_odd(rings: Sequence[Polygon]) -> list[Polygon]:
    """Return what is filled of rings: those in an odd number of others are holes."""
    around = [[other for other in rings if other is not ring and other.contains(ring)] for ring in rings]
    return [
        Polygon(ring.exterior, [hole.exterior for hole, homes in zip(rings, around, strict=True) if ring in homes])
        for ring, homes in zip(rings, around, strict=True)
        if len(homes) % 2 == 0
    ]


def caliper(part: Polygon) -> float:
    """Return the longer side of a part, to a hundredth."""
    left, low, right, high = part.bounds
    return round(max(right - left, high - low), 2)


def takes(well: Polygon, tile: Polygon) -> bool:
    """Tell whether a tile goes into a well, turned as it likes by quarters."""
    for turn in (0, 90, 180, 270):
        turned = affinity.rotate(tile, turn, origin="centroid")
        there, middle = well.centroid, turned.centroid
        if well.buffer(1e-9).contains(affinity.translate(turned, there.x - middle.x, there.y - middle.y)):
            return True
    return False


def read(folder: Path, printer: Printer) -> dict[str, float]:
    """Print a coupon and read it off. well: the first, from the left, that takes the tile; 0: none does."""
    stl = folder / "stl/pieces"
    thick = trimesh.load(stl / "tile-body.stl").bounds[1][2]  # a stud may stand higher
    plate = printer.prints(stl / "plate-body.stl", thick - 0.2)
    tile = printer.prints(stl / "tile-body.stl")
    holes = [Polygon(ring) for ring in plate.interiors if Polygon(ring).area > LARGE]
    wells = sorted(holes, key=lambda hole: hole.centroid.x)
    return {
        "long": caliper(plate),
        "short": caliper(printer.prints(stl / "block-body.stl")),
        "foot": caliper(printer.prints(stl / "angle-body.stl", FIRST)),
        "well": next((number for number, well in enumerate(wells, 1) if takes(well, tile)), 0),
    }


# --- What tests of coupons share ------------------------------------------------------------------


OWN = Path("templates/profiles/calibrations")


def profile(name: str) -> dict[str, dict[str, object]]:
    return tomllib.loads((OWN / f"{name}.toml").read_text(encoding="utf-8"))


def calibrate(name: str, called: str, **measured: object) -> None:
    said = [word for key, value in measured.items() for word in ("--measured", f"{key}={value}")]
    invoke("calibrate", name, "--name", called, *said, code=0)


def refused(name: str, *words: object) -> str:
    """The one line of a calibration that is refused, which writes nothing."""
    before = sorted(OWN.rglob("*"))
    result = invoke("calibrate", name, "--name", "no", *words, code=2)
    assert sorted(OWN.rglob("*")) == before
    (line,) = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    return line


LASER = "output/coupon-laser/svg/sheet-1.svg"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A maker's folder with both coupons, on both papers."""
    folder = tmp_path_factory.mktemp("bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("laser", "paper"):
            formats = "svg,dxf,pdf" if name == "laser" else "pdf"
            result = invoke("coupon", name, "--paper", "a4,letter", "--format", formats, "--jobs", "1", code=0)
            assert f"quasiprint calibrate {name}" in result.output
        yield folder


# the laser


def test_each_swatch_has_a_colour_and_a_layer_of_its_own(made: Path) -> None:
    root = ElementTree.fromstring(Path(LASER).read_text())
    styles = [path.get("style", "") for path in root.iter("{http://www.w3.org/2000/svg}path")]
    fills = [style.split(";")[0] for style in styles if style.startswith("fill:#")]
    own = {fill for fill in fills if fill != "fill:#000000"}
    assert len(own) == 9
    assert all(fills.count(fill) == 1 for fill in own)
    drawing = ezdxf.readfile("output/coupon-laser/dxf/sheet-1.dxf")
    assert not drawing.audit().has_errors
    layers = {entity.dxf.layer for entity in drawing.modelspace()}
    assert {f"ENGRAVE_{k}" for k in range(1, 10)} < layers
    colours = [drawing.layers.get(layer).dxf.color for layer in sorted(layers) if layer.startswith("ENGRAVE_")]
    assert len(set(colours)) == 9
    handles = [entity.dxf.handle for entity in (*drawing.modelspace(), *drawing.layers)]
    assert len(set(handles)) == len(handles)


def test_swatches_are_left_out_where_nothing_tells_them_apart(made: Path) -> None:
    result = invoke("coupon", "laser", "--profile", "k40-whisperer", "--format", "svg", "--jobs", 1, "-o", "k40")
    assert result.exit_code == 0
    assert "swatches-left-out" in result.output
    drawn = Path("k40/svg/sheet-1.svg").read_text()
    assert "fill:#000000" in drawn and drawn.count("fill:#") == drawn.count("fill:#000000")
    assert invoke("verify", "k40", "--jobs", 1).exit_code == 0


def test_a_swatch_of_another_setting_is_found(made: Path, tmp_path: Path) -> None:
    copied = tmp_path / "swapped"
    copied.mkdir()
    invoke("coupon", "laser", "--format", "svg", "--jobs", 1, "-o", copied / "set", code=0)
    file = copied / "set/svg/sheet-1.svg"
    text = file.read_text()
    first, second = "fill:#00E000;", "fill:#D0D000;"
    file.write_text(text.replace(first, "fill:@;").replace(second, first).replace("fill:@;", second))
    result = invoke("verify", copied / "set", "--by", "pieces", "--jobs", 1, code=1)
    assert "engrave" in result.output


# what is written


def test_what_was_read_stands_in_the_profile(made: Path) -> None:
    calibrate("laser", "told", bars="48.02,48.04", stroke=0.25, swatch=5, back_x=1)
    text = (OWN / "told.toml").read_text()
    assert "# read: bars = 48.02 mm, 48.04 mm" in text
    assert "(write the date here)" in text and "laser coupon" in text
    assert profile("told") == {
        "sheet": {"base": "generic", "kerf": 0.197},
        "measures": {"base": "laser", "thickness": 3, "min_feature": 0.25},
    }
    result = invoke("profiles")
    assert "told" in result.output and "kerf 0.197 mm" in result.output


def test_backs_that_are_off_are_told(made: Path) -> None:
    result = invoke("calibrate", "laser", "--name", "off", "--measured", "bars=48", "--measured", "back_y=-4", code=0)
    assert "backs lie -0.4 mm up" in result.output


@pytest.mark.parametrize(
    ("alike", "palette"), [("2,3", {"base": "high-contrast"}), ("1,2", {"base": "high-contrast"}), ("4,6", None)]
)
def test_colours_that_are_alike_lead_to_another_palette(made: Path, alike: str, palette: object) -> None:
    called = f"alike{alike[0]}"
    calibrate("paper", called, ruler_x=100, ruler_y=100, back_x=0, alike=alike)
    assert profile(called).get("palette") == palette


def test_the_profile_of_the_coupon_is_the_base(made: Path) -> None:
    assert invoke("coupon", "laser", "--profile", "epilog", "--format", "svg", "--jobs", 1, "-o", "ours").exit_code == 0
    invoke("calibrate", "laser", "ours", "--name", "ours", "--measured", "bars=48", code=0)
    assert profile("ours")["sheet"] == {"base": "epilog", "kerf": 0.2}
    idle = ("--profile", "okabe-ito", "--measured", "bars=48")
    assert "found 'okabe-ito', a palette, allowed is one of what was measured: a sheet" in refused("laser", *idle)
    assert "holds a set of 'coupon_paper'" in refused("laser", "output/coupon-paper", "--measured", "bars=48")


def test_a_coupon_of_another_version_is_told(made: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    older.mkdir()
    manifest = Path("output/coupon-laser/manifest.json").read_text()
    (older / "manifest.json").write_text(manifest.replace(f'"version": "{__version__}"', '"version": "0.1.9"'))
    result = invoke("calibrate", "laser", older, "--name", "older", "--measured", "bars=48", code=0)
    assert "other-version" in result.output and "version 0.1.9 made it" in result.output


# coupons are sets, and no games


def test_a_coupon_is_no_game(made: Path) -> None:
    assert coupons.names() == ("laser", "paper") or "printer" in coupons.names()
    assert not any(name.startswith("coupon") for name in games.names())
    assert "coupon" not in invoke("list").output
    for typed in ("coupon_laser", "coupon-laser"):
        result = invoke("make", typed, code=2)
        assert "quasiprint coupon laser" in result.output
    result = invoke("coupon", "lasr")
    assert result.exit_code == 2 and "did you mean laser?" in result.output


def test_nothing_is_allowed_for(made: Path) -> None:
    for name in coupons.names():
        coupon = coupons.load(name)
        assert isinstance(coupon, Coupon)
        run = settle(Request(coupon.name, {}))
        assert run.profiles.measures_of(Process.LASER).laser.kerf == 0
        assert all(own.fit.clearance == 0 for own in run.profiles.measures)
        assert all(page.back_offset == (0, 0) for page in run.profiles.pages)
        for asked in ({"kerf": 0.2}, {"clearance": 0.1}, {"back_offset": (1.0, 0.0)}, {"cut": "shared"}):
            with pytest.raises(ValueError, match="made as it is drawn"):
                settle(Request(coupon.name, {}, **asked))
    assert settle(Request("triomino", {})).profiles.sheet.settings == ()


def test_a_small_sheet_and_a_thick_one_are_refused(made: Path) -> None:
    result = invoke("coupon", "laser", "--thickness", "9", "-o", "thick")
    assert result.exit_code == 2 and "allowed is up to 8 mm" in result.output
    Path("small.toml").write_text('[sheet]\nbase = "generic"\nwidth = 120\nheight = 90\n')
    result = invoke("coupon", "laser", "--profile", "small.toml", "-o", "small")
    assert result.exit_code == 2 and "the size of the coupon" in result.output


# --- The printer's coupon -------------------------------------------------------------------------


GAMES = ("triomino", "quasimino", "majomino", "quomino")
PRINTERS = (
    Printer(0.0, 0.0, 0.0),
    Printer(0.04, 0.002, 0.2),
    Printer(0.085, 0.004, 0.35),
    Printer(0.12, 0.001, 0.1),
    Printer(0.16, 0.003, 0.45),
)


@pytest.fixture(scope="module")
def coupons_of_printer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A coupon for each game."""
    folder = tmp_path_factory.mktemp("coupons")
    for game in GAMES:
        invoke("coupon", "printer", "--game", game, "--format", "stl", "-o", folder / game, code=0)
    return {game: folder / game for game in GAMES}


def calibrated(folder: Path, read_off: dict[str, float], name: str) -> dict:
    """Let `calibrate` write a profile of what was read; return its measures."""
    said = [word for key, value in read_off.items() for word in ("--measured", f"{key}={value:g}")]
    invoke("calibrate", "printer", folder, "--name", name, *said, code=0)
    text = Path(f"templates/profiles/calibrations/{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["measures"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", [("long", "short"), ("well",), ("long", "short", "well", "foot")])
@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_printer_is_read_off(
    coupons_of_printer: dict[str, Path], here: Path, game: str, keys: tuple[str, ...]
) -> None:
    for number, printer in enumerate(PRINTERS):
        seen = read(coupons_of_printer[game], printer)
        found = calibrated(coupons_of_printer[game], {key: seen[key] for key in keys}, f"mine-{number}")
        assert found["swelling"] == pytest.approx(printer.edge, abs=0.02)
        assert found["clearance"] == pytest.approx(printer.edge + sizes.APART / 2, abs=0.02)
        if "foot" in keys:  # the bevel hides the foot, and is not much wider
            assert printer.foot <= found["chamfer"] <= printer.foot + 0.25


@pytest.mark.parametrize("printer", PRINTERS[1::3])
def test_what_is_made_with_the_profile_fits(coupons_of_printer: dict[str, Path], here: Path, printer: Printer) -> None:
    seen = read(coupons_of_printer["triomino"], printer)
    calibrated(
        coupons_of_printer["triomino"], {key: seen[key] for key in ("long", "short", "foot")} | {"stroke": 0.7}, "mine"
    )
    words = ("triomino", "--highest", 0, "--format", "stl", "--profile", "mine", "-o", "set")
    result = invoke("make", *words, code=0)
    assert "parts-loose" not in result.output
    tile = printer.prints(Path("set/stl/pieces/0-0-0-body.stl"))
    places = [affine(place, 1 - printer.shrinkage) for place in drawn_at(36.0)]
    tiles = [laid(tile, place) for place in places]
    gaps = [one.distance(two) for one, two in itertools.pairwise([*tiles, tiles[0]])]
    # what was asked for lies between two tiles, and a tile's own shrinkage besides
    shrunk = 2 * printer.shrinkage * 36 / (2 * math.sqrt(3))
    assert gaps == pytest.approx([sizes.APART] * 6, abs=0.04 + shrunk)
    assert min(gaps) > 0
    settings = json.loads(Path("set/manifest.json").read_text(encoding="utf-8"))["parameters"]["made with"]
    (own,) = (one for one in settings["measures"] if one["process"] == "printer")
    assert (own["min_feature"], own["swelling"]) == (0.7, pytest.approx(printer.edge, abs=0.02))
    assert "| between two tiles, printed | 0.10 |" in start_page.text(Path("set"))
    assert invoke("verify", "set").exit_code == 0


def drawn_at(edge: float) -> list[Polygon]:
    return [affine(place, edge / 30.0) for place in drawn(ring("triangle"))]


def affine(place: Polygon, scale: float) -> Polygon:
    return Polygon([(x * scale, y * scale) for x, y in place.exterior.coords[:-1]])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", GAMES)
def test_its_book_alone_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """On the paper of the country, or on those that are asked for."""
    for name, (country, chosen, papers) in {
        "usual": ("de_DE.UTF-8", (), ["a4"]),
        "of-canada": ("fr_CA.UTF-8", (), ["letter"]),
        "both": ("de_DE.UTF-8", ("--paper", "a4,letter"), ["a4", "letter"]),
    }.items():
        monkeypatch.setenv("LC_ALL", country)
        invoke("coupon", "printer", "--game", game, "--format", "pdf", *chosen, "-o", tmp_path / name, code=0)
        books = [path.name for path in sorted((tmp_path / name / "pdf").iterdir())]
        assert books == [f"coupon-{paper}.pdf" for paper in papers]


def test_the_coupon_is_proved_as_every_set(coupons_of_printer: dict[str, Path]) -> None:
    assert invoke("verify", coupons_of_printer["quasimino"]).exit_code == 0


@pytest.mark.parametrize(("printer", "goes"), [(Printer(0.04), "yes"), (Printer(0.12), "yes"), (Printer(0.16), "no")])
def test_a_cap_goes_over_its_stud_or_not(
    coupons_of_printer: dict[str, Path], here: Path, printer: Printer, goes: str
) -> None:
    stl = coupons_of_printer["quomino"] / "stl/pieces"
    tall = trimesh.load(stl / "plate-body.stl").bounds[1][2]
    stud = printer.prints(stl / "plate-body.stl", tall - 0.5)
    (hollow,) = (Polygon(hole) for hole in printer.prints(stl / "cap-body.stl", 0.6).interiors)
    assert stud.area < hollow.area + 40
    assert takes(hollow, stud) == (goes == "yes")
    result = invoke(
        "calibrate",
        "printer",
        coupons_of_printer["quomino"],
        "--measured",
        "well=2",
        "--measured",
        f"stud={goes}",
        code=0,
    )
    assert ("warning: stud-tight: stud: the cap does not go over its stud" in result.output) == (goes == "no")
    assert ("studs go into their hollows" in result.output) == (goes == "yes")


def wrong(read_off: dict[str, tuple[float, ...]]) -> list[tuple[str, str]]:
    return [(finding.code, finding.subject) for finding in judge(read_off, {}).findings]


RIGHT = {"long": (150.1,), "short": (12.16,), "well": (3.0,), "foot": (20.4,), "stroke": (0.6,), "digit": (4.0,)}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({}, []),
        ({"short": (12.1, 12.22)}, [("readings-differ", "short")]),
        ({"long": (149.95, 150.2)}, [("readings-differ", "long")]),
        ({"well": (5.0,)}, [("readings-differ", "short and well")]),
        ({"digit": (3.0,), "stroke": (0.8,)}, []),
        ({"digit": (3.0,), "stroke": (1.2,)}, [("readings-differ", "stroke and digit")]),
        ({"long": (147.4,)}, [("shrinkage-implausible", "long and short")]),
        ({"long": (149.88,), "well": ()}, [("parts-shrink", "long and short")]),
        ({"stud": (1.0,)}, [("stud-tight", "stud")]),
        ({"stud": (0.0,)}, []),
        ({"foot": (22.2,)}, [("foot-too-wide", "foot")]),
    ],
)
def test_readings_that_contradict_one_another_are_told(
    change: dict[str, tuple[float, ...]], found: list[tuple[str, str]]
) -> None:
    read_off = {key: values for key, values in (RIGHT | change).items() if values}
    assert [one for one in wrong(read_off) if one != ("readings-differ", "short and well") or one in found] == found
    assert bool(judge(read_off, {}).tables) == all(
        code in ("parts-shrink", "stud-tight") for code, _ in wrong(read_off)
    )


# --- Calibrations ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A maker's folder, without a coupon."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("bench")
        patch.chdir(folder)
        yield folder


@pytest.mark.parametrize(
    ("name", "read", "code"),
    [
        ("laser", {"bars": (48.0, 49.0)}, "readings-differ"),
        ("laser", {"bars": (48.0,), "back_x": (4.0,)}, "backs-off"),
        ("paper", {"ruler_x": (97.0,), "ruler_y": (100.0,), "back_x": (0.0,)}, "page-scaled"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,), "back_x": (0.3, 0.9)}, "readings-differ"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,), "alike": (3.0, 3.0)}, "reading-wrong"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,)}, "nothing-measured"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,), "back_x": (0.0,), "grey": (4.0,)}, "tint-unseen"),
    ],
)
def test_each_reading_that_cannot_be_breaks_one_law(name: str, read: dict[str, tuple[float, ...]], code: str) -> None:
    outcome = coupons.load(name).judge(read, {})
    assert [finding.code for finding in outcome.findings] == [code]
    assert (not outcome.tables) is has_errors(outcome.findings)


def test_the_safest_palette_that_is_not_enough_is_told() -> None:
    read = {"ruler_x": (100.0,), "ruler_y": (100.0,), "alike": (1.0, 2.0)}
    (finding,) = coupons.load("paper").judge(read, {"profiles": {"palette": "high-contrast"}}).findings
    assert finding.code == "colours-alike"


def test_a_profile_that_is_there_is_left_alone(bench: Path) -> None:
    calibrate("laser", "mine", bars=48)
    own = OWN / "mine.toml"
    own.write_text(own.read_text() + "# my own note\n")
    again = ("calibrate", "laser", "--name", "mine", "--measured", "bars=47.9")
    result = invoke(*again)
    assert result.exit_code == 2 and "already exists" in result.output
    assert own.read_text().endswith("# my own note\n")
    invoke(*again, "--replace", code=0)
    assert profile("mine")["sheet"]["kerf"] == pytest.approx(0.21)
    assert [path for path in OWN.iterdir() if path.name != "mine.toml" and "my own note" in path.read_text()]


# profiles with several tables, each based on another


def test_profiles_that_are_based_on_one_another_in_a_circle_are_refused(bench: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        folder = Path("templates/profiles/sheets")
        folder.mkdir(parents=True)
        for one, other in (("here", "there"), ("there", "here")):
            (folder / f"{one}.toml").write_text(f'[sheet]\nbase = "{other}"\n')
        result = invoke("profiles", "here")
        assert result.exit_code == 2 and "each based on the next" in result.output


# in the terminal


def asked(monkeypatch: pytest.MonkeyPatch, typed: str, *words_: object) -> Result:
    monkeypatch.setattr("quasiprint.cli.coupon._is_terminal", lambda: True)
    typed_words = ["calibrate", "laser", *map(str, words_)]
    return CliRunner().invoke(main, typed_words, input=typed, prog_name="quasiprint")


def test_the_terminal_asks_for_what_nobody_said(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, "48.02,48.04\n\n9\n10\n.25\n\n\n\n", "--name", "typed")
    assert result.exit_code == 0, result.output
    assert "# read: bars = 48.02 mm, 48.04 mm" in (OWN / "typed.toml").read_text()
    assert profile("typed")["measures"]["min_feature"] == 0.25
    result = asked(monkeypatch, "\n" * 7, "--name", "partly", "--measured", "bars=48")
    assert result.exit_code == 0, result.output
    assert "bars=" not in result.output and "how wide are they" not in result.output


def test_whoever_stops_answering_loses_nothing(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, "48\n", "--name", "stopped")
    assert result.exit_code != 0
    assert not (OWN / "stopped.toml").exists()
