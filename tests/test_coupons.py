"""Coupons: what a maker reads off them, with a kerf and a shift that nobody is told, comes back through `calibrate`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
from calibrating import OWN, calibrate, profile, refused
from called import invoke

from quasiprint import coupons, games
from quasiprint.model.game import Coupon
from quasiprint.model.measures import Maker
from quasiprint.pipeline.run import Request, settle
from quasiprint.version import __version__

LASER = "output/coupon-laser/svg/sheet-1.svg"


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
