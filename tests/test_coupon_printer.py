"""The printer's coupon: a printer that nobody knows is read off it, and what is made then fits."""

from __future__ import annotations

import itertools
import json
import math
import tomllib
from pathlib import Path

import pytest
import trimesh
from called import invoke
from shapely.geometry import Polygon
from simulated_printer import Printer, read, takes
from test_fit import drawn, laid

from quasiprint.coupons import printer as sizes
from quasiprint.coupons.printer import judge
from quasiprint.exact.regular import ring

GAMES = ("triomino", "quasimino", "majomino", "quomino")
PRINTERS = (
    Printer(0.0, 0.0, 0.0),
    Printer(0.04, 0.002, 0.2),
    Printer(0.085, 0.004, 0.35),
    Printer(0.12, 0.001, 0.1),
    Printer(0.16, 0.003, 0.45),
)


@pytest.fixture(scope="module")
def coupons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
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
def test_a_hidden_printer_is_read_off(coupons: dict[str, Path], here: Path, game: str, keys: tuple[str, ...]) -> None:
    for number, printer in enumerate(PRINTERS):
        seen = read(coupons[game], printer)
        found = calibrated(coupons[game], {key: seen[key] for key in keys}, f"mine-{number}")
        assert found["swelling"] == pytest.approx(printer.edge, abs=0.02)
        assert found["clearance"] == pytest.approx(printer.edge + sizes.APART / 2, abs=0.02)
        if "foot" in keys:  # the bevel hides the foot, and is not much wider
            assert printer.foot <= found["chamfer"] <= printer.foot + 0.25


@pytest.mark.parametrize("printer", PRINTERS[1::3])
def test_what_is_made_with_the_profile_fits(coupons: dict[str, Path], here: Path, printer: Printer) -> None:
    seen = read(coupons["triomino"], printer)
    calibrated(coupons["triomino"], {key: seen[key] for key in ("long", "short", "foot")} | {"stroke": 0.7}, "mine")
    words = ("triomino", "--highest", 0, "--format", "stl", "--profile", "mine", "-o", "set")
    result = invoke("make", *words, code=0)
    assert "parts-loose" not in result.output
    tile = printer.prints(Path("set/stl/0-0-0-body.stl"))
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
    assert "| between two tiles, printed | 0.10 |" in Path("set/README.md").read_text(encoding="utf-8")
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


def test_the_coupon_is_proved_as_every_set(coupons: dict[str, Path]) -> None:
    assert invoke("verify", coupons["quasimino"]).exit_code == 0


@pytest.mark.parametrize(("printer", "goes"), [(Printer(0.04), "yes"), (Printer(0.12), "yes"), (Printer(0.16), "no")])
def test_a_cap_goes_over_its_stud_or_not(coupons: dict[str, Path], here: Path, printer: Printer, goes: str) -> None:
    stl = coupons["quomino"] / "stl"
    tall = trimesh.load(stl / "plate-body.stl").bounds[1][2]
    stud = printer.prints(stl / "plate-body.stl", tall - 0.5)
    (hollow,) = (Polygon(hole) for hole in printer.prints(stl / "cap-body.stl", 0.6).interiors)
    assert stud.area < hollow.area + 40
    assert takes(hollow, stud) == (goes == "yes")
    result = invoke(
        "calibrate", "printer", coupons["quomino"], "--measured", "well=2", "--measured", f"stud={goes}", code=0
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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--game", "chess"), "game: found 'chess', allowed is"),
        (("--game", "coupon_laser"), "--game: found 'coupon_laser', allowed is one that is printed"),
        (("--thickness", "1"), "--thickness: found 1 mm, allowed is from 1.8 mm: a well has a floor"),
    ],
)
def test_what_no_coupon_can_be_is_refused(here: Path, words: tuple[str, ...], told: str) -> None:
    result = invoke("coupon", "printer", *words, code=2)
    assert told in result.output
    assert list(here.iterdir()) == []
