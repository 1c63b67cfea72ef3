"""Coupons: what a maker reads off them, with a kerf and a shift that nobody is told, comes back through `calibrate`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pymupdf
import pytest
from calibrating import OWN, calibrate, profile, refused
from called import invoke
from shapely.geometry import MultiPolygon, Polygon
from simulated_maker import Burnt, burn, printed, read_laser, read_laser_backs, read_paper, span, words

from quasiprint import coupons, games
from quasiprint.coupons import laser as sizes
from quasiprint.make.run import Request, settle
from quasiprint.model.game import Coupon
from quasiprint.model.measures import Maker
from quasiprint.version import __version__

CLOSE = 0.02  # mm: what a maker gets back
LASER = "output/coupon-laser/svg/sheet-1.svg"
PAPER = "output/coupon-paper/pdf/tiles-a4-colour.pdf"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A maker's folder with both coupons, on both papers."""
    folder = tmp_path_factory.mktemp("bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("laser", "paper"):
            result = invoke("coupon", name, "--paper", "a4,letter", "--jobs", "1", code=0)
            assert f"quasiprint calibrate {name}" in result.output
        yield folder


# the laser


@pytest.mark.sampled(1)
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kerf", "play"), [(0.083, 0.0), (0.157, 0.1), (0.2, 0.16), (0.348, 0.06)])
def test_a_maker_gets_kerf_and_clearance_back(made: Path, kerf: float, play: float) -> None:
    seen = read_laser(burn(Path(LASER).read_text(), kerf), play)
    called = f"kerf-{kerf}"
    calibrate("laser", called, bars=seen.bars, slides=seen.slides, tight=seen.tight, liked=seen.liked)
    told = profile(called)
    assert told["sheet"]["kerf"] == pytest.approx(kerf, abs=0.002)  # ten bars, a hundredth of mm
    assert told["measures"]["clearance"] == pytest.approx(play / 2, abs=CLOSE)
    # without a caliper
    calibrate("laser", f"{called}-gauge", slides=seen.slides)
    assert profile(f"{called}-gauge")["sheet"]["kerf"] == pytest.approx(kerf, abs=CLOSE)
    assert sizes.of_slot(seen.tight) == pytest.approx(kerf, abs=CLOSE)


@pytest.mark.thorough
def test_what_is_burnt_with_the_profile_is_nominal(made: Path) -> None:
    kerf = 0.263
    seen = read_laser(burn(Path(LASER).read_text(), kerf), 0.0)
    calibrate("laser", "hidden", bars=seen.bars)
    for profiles, right in ((("--profile", "hidden"), True), ((), False)):
        folder = f"tiles-{right}"
        only = ("--colours", 1, "--only", "samples", "--format", "svg", "--jobs", 1, "-o", folder)
        invoke("make", "quasimino", *only, *profiles, code=0)
        burnt = burn(Path(folder, "svg/sheet-1.svg").read_text(), kerf)
        heights = sorted(narrowest(part) for part in burnt.parts[:2])
        nominal = sorted(30 * math.sin(math.radians(angle)) for angle in (36, 72))
        off = max(abs(found - due) for found, due in zip(heights, nominal, strict=True))
        assert (off < CLOSE) is right, heights


def narrowest(part: Polygon) -> float:
    """The distance of the two longest sides, by the caliper."""
    (x0, y0), (x1, y1) = max(
        zip(part.exterior.coords, part.exterior.coords[1:], strict=False), key=lambda side: math.dist(*side)
    )
    nx, ny = (y1 - y0) / math.dist((x0, y0), (x1, y1)), (x0 - x1) / math.dist((x0, y0), (x1, y1))
    off = [x * nx + y * ny for x, y in part.exterior.coords]
    return max(off) - min(off)


def test_eleven_bars_fall_out_and_the_gap_shows_eleven_kerfs(made: Path) -> None:
    kerf = 0.24
    burnt = burn(Path(LASER).read_text(), kerf)
    window = max((Polygon(ring) for ring in burnt.parts[0].interiors), key=lambda hole: hole.area)
    bars = [part for part in burnt.parts if window.contains(part)]
    assert len(bars) == sizes.BARS + 1
    assert {round(min(span(bar)), 3) for bar in bars} == {sizes.BAR - kerf}
    gap = span(window)[0] - sizes.BARS * (sizes.BAR - kerf)
    assert gap == pytest.approx(sizes.BAR + 11 * kerf, abs=1e-3)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.3, -0.5), (-0.6, 0.2)])
def test_a_maker_sees_how_far_backs_are_off(made: Path, shift: tuple[float, float]) -> None:
    face, back = (burn(Path(LASER.replace("1.svg", end)).read_text(), 0.2) for end in ("1.svg", "1-back.svg"))
    wide = float(re.findall(r'viewBox="0 0 (\S+) ', Path(LASER).read_text())[0])
    tenths = read_laser_backs(face, back, wide, *shift)
    assert tenths == pytest.approx([10 * off for off in shift], abs=0.3)


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


# paper


@pytest.mark.thorough
@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.35, -0.6), (-1.22, 0.93)])
def test_a_maker_gets_the_offset_of_backs_back(made: Path, shift: tuple[float, float]) -> None:
    seen = read_paper(Path(PAPER).read_bytes(), *shift)
    across, up = (",".join(f"{value:.3f}" for value in values) for values in (seen.back_x, seen.back_y))
    called = f"shift{shift[0]}"
    calibrate("paper", called, ruler_x=100, ruler_y=99.8, back_x=across, back_y=up, paper="a4")
    assert profile(called)["page"]["base"] == "a4"
    assert profile(called)["page"]["back_offset"] == pytest.approx(list(shift), abs=CLOSE)


def test_backs_are_moved_by_what_the_profile_says(made: Path) -> None:
    shift = (0.35, -0.6)
    calibrate("paper", "office", ruler_x=100, ruler_y=100, back_x=0.35, back_y=-0.6, paper="letter")
    backs = []
    for profiles in ("letter",), ("office",):
        chosen = [word for name in profiles for word in ("--profile", name)]
        folder = f"backs-{profiles[0]}"
        only = ("--only", "samples", "--format", "pdf", "--jobs", 1, "-o", folder)
        assert invoke("make", "quomino", *only, *chosen).exit_code == 0
        (file,) = Path(folder, "pdf").glob("tiles-letter*-colour.pdf")
        back = printed(file.read_bytes())[1]
        backs.append(MultiPolygon(back.letters).bounds)
    moved = backs[1][0] - backs[0][0], backs[1][1] - backs[0][1]
    assert moved == pytest.approx([-shift[0], -shift[1]], abs=CLOSE)


def test_the_card_cannot_lie_on_its_side(made: Path) -> None:
    """Its numbers are upright on either paper: right on the card is right on the page."""
    for paper in ("a4", "letter"):
        side, *_ = printed(Path(f"output/coupon-paper/pdf/tiles-{paper}-colour.pdf").read_bytes())
        assert {"1.5", "-1.5", "0"} <= {word.text for word in words(side.letters, 2.0)}


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


@pytest.mark.thorough
def test_coupons_verify_in_every_language(made: Path) -> None:
    for name in ("laser", "paper"):
        assert invoke("verify", f"output/coupon-{name}", "--jobs", 1).exit_code == 0
        for language, said in (("de", "Prüfstück"), ("es", "Muestra"), ("fr", "Pièce")):
            folder = Path(f"{language}-{name}")
            invoke("coupon", name, "--language", language, "--format", "pdf", "--jobs", 1, "-o", folder, code=0)
            text = "".join(page.get_text() for page in pymupdf.open(folder / "pdf" / "coupon-a4.pdf"))
            assert said in text


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
        assert run.profiles.measures_of(Maker.LASER).fit.kerf == 0
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


def test_a_maker_reads_what_is_burnt_and_not_what_was_designed(made: Path) -> None:
    """The comparison can fail: a wider beam leaves other parts."""
    svg = Path(LASER).read_text()
    narrow, wide = (read_laser(burn(svg, kerf), 0.0) for kerf in (0.1, 0.3))
    assert narrow.bars - wide.bars == pytest.approx(10 * 0.2, abs=0.011)
    assert narrow.slides < wide.slides and narrow.tight > wide.tight
    assert isinstance(burn(svg, 0.1), Burnt)
