"""Covers and the simple form: pictures are the books' own, sentences are short and there in every language, and what is
chosen simply is settings that the command line takes."""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import browser
import pytest
from studios import Studio

import quasiprint
from quasiprint import formats, games
from quasiprint.addons.studio.engine import answer
from quasiprint.addons.studio.sets import open_shop
from quasiprint.addons.studio.static import catalogues
from quasiprint.model.page import Figure

GAMES = ("majomino", "quasimino", "quomino", "triomino")
ONE_AND_MORE = [name if name == "quomino" else pytest.param(name, marks=pytest.mark.thorough) for name in GAMES]
LONGEST = 110  # characters of a sentence below a picture
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def asked(name: str, **value: object) -> dict[str, Any]:
    return answer(name, value).value


def paths(drawing: str) -> list[list[tuple[float, float]]]:
    """Return the points of each path of an SVG, in mm, y up as it is drawn, read by nothing of the program's own."""
    root = ElementTree.fromstring(drawing)
    named = {one.get("id"): one for one in root.iter() if one.get("id")}
    found: list[list[tuple[float, float]]] = []
    for one in root[-1]:
        name = one.tag.rpartition("}")[2]
        if name == "path":
            found.append(points(one))
        elif name == "use":
            put = one.get("transform") or ""
            x, y = map(float, NUMBER.findall(put.partition(")")[0]))
            turn, scale = (re.search(rf"{word}\(([-\d.]+)\)", put) for word in ("rotate", "scale"))
            by = complex(float(scale[1]) if scale else 1.0) * 1j ** (float(turn[1]) / 90 if turn else 0.0)
            for path in named[(one.get("href") or "").removeprefix("#")]:
                moved = [complex(*point) * by + complex(x, y) for point in points(path)]
                found.append([(point.real, point.imag) for point in moved])
    return found


def points(path: ElementTree.Element) -> list[tuple[float, float]]:
    numbers = list(map(float, NUMBER.findall(path.get("d") or "")))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def far(figure: Figure, drawing: str) -> float:
    """Return how far the points of a figure's shapes are from those of an SVG at most, mm."""
    due = [[point for ring in shape.rings for point in ring] for shape in figure.shapes]
    seen = paths(drawing)[: len(due)]
    assert [len(one) for one in seen] == [len(one) for one in due]
    return max(
        abs(complex(*a) - complex(*b))
        for one, other in zip(due, seen, strict=True)
        for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("game", ONE_AND_MORE)
def test_a_cover_is_the_title_page_of_the_book(game: str) -> None:
    found = asked("cover", game=game, language="en")
    book = (games.folder(game) / f"rules/en/{game}.md").read_text()
    assert found["title"] == games.load(game).titles.title
    for said in (found["tagline"], found["by"]):
        assert said
        assert said in book
    assert [name for name, _, _ in found["facts"]] == ["players", "age", "minutes"]
    assert len(found["picture"]["alt"]) > 20
    drawn = open_shop({"game": game})[0].books.content("en").figures["cover"]()
    assert far(drawn, found["picture"]["svg"]) < 0.02
    other = Figure(drawn.width, drawn.height, tuple(reversed(drawn.drawn)))
    with pytest.raises(AssertionError):  # the measure can fail
        assert far(other, found["picture"]["svg"]) < 0.02


@pytest.mark.parametrize("game", ONE_AND_MORE)
def test_rules_are_six_pictures_with_a_short_sentence_in_each_language(game: str) -> None:
    tables = {
        language: tomllib.loads((games.folder(game) / f"rules/{language}/{game}-cover.toml").read_text())
        for language in catalogues()
    }
    assert len({tuple(table) for table in tables.values()}) == 1
    found = asked("steps", game=game, language="en")["steps"]
    assert [step["name"] for step in found] == list(tables["en"])
    assert len(found) == 6
    for step in found:
        assert len(step["said"]) <= LONGEST
        assert "$" not in step["said"]
        assert step["picture"]["alt"]
        ElementTree.fromstring(step["picture"]["svg"])


@pytest.mark.parametrize(("name", "said"), [("cover", "xx"), ("steps", 7)])
def test_a_language_that_is_not_there_is_refused(name: str, said: object) -> None:
    assert "allowed" in asked(name, game="triomino", language=said)["refused"]["message"]


@pytest.mark.parametrize("game", [*GAMES, "set"])
def test_what_is_chosen_simply_is_settings_of_the_form(game: str) -> None:
    form = asked("form", game=game)
    simple, options = form["simple"], {field["name"] for field in form["fields"]}
    kinds = {kind["kind"] for field in form["fields"] for kind in field["kinds"]}
    assert [have["maker"] for have in simple["have"]] == ["printer", "laser", "paper"]
    for have in simple["have"]:
        assert set(have["settings"]) == {"format"}
        assert {formats.load(name).offer.maker for name in have["settings"]["format"].split(",")} == {have["maker"]}
        assert set(have["kinds"]) <= kinds
    names = [preset["name"] for preset in simple["presets"]]
    assert names == (["usual"] if game == "set" else ["usual", "small", "touch"])
    for preset in simple["presets"]:
        assert set(preset["settings"]) <= options
    assert bool(simple["palettes"]) == (game != "triomino")  # its numbers have no colours


def covered(page: Any, what: str) -> None:
    """Wait until a cover stands, or all of them: "covers/"."""
    page.wait_for_function("what => document.body.dataset.covered === what", arg=what)


def quiet(page: Any) -> None:
    """Assert that the page complained of nothing but questions that it did not want answered any more."""
    assert not [line for line in page.seen.loud() if "ERR_ABORTED" not in line and "503" not in line]


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
def test_from_the_first_look_to_files_for_a_printer(served: Studio, opened: Any) -> None:
    page = opened(served.address, viewport=browser.PHONE, reduced_motion="reduce", locale="en-US")
    covered(page, "covers/")
    assert page.locator(".cover img").count() == 5
    page.locator('[data-cover="triomino"]').click()
    covered(page, "cover/triomino")
    assert page.url.endswith("#triomino/cover")
    assert page.locator(".lesson img").count() == 6
    name = page.locator(".game[aria-current]").bounding_box()  # of the game that one looks at
    assert 0 <= name["x"] <= browser.PHONE["width"] - name["width"]
    page.locator(".ways a", has_text="Make it").first.click()
    page.locator(".have label", has_text="3D printer").click()
    page.wait_for_function("() => location.hash === '#triomino/make?format=3mf,stl'")
    page.locator('select[data-kind="bed"]').select_option("prusa-mini")
    page.locator("#download", has_text="Prusa MINI").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= browser.PHONE["width"]
    page.go_back()
    page.wait_for_function("() => !location.hash.includes('mini')")
    quiet(page)


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_covers_fit_every_width_and_hide_nothing_from_anybody(
    served: Studio, opened: Any, width: int, scheme: str
) -> None:
    page = opened(
        served.address, viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    for what in ("covers/", "cover/quasimino", "cover/set"):
        page.evaluate(
            "hash => { location.hash = hash; }", "/".join(reversed(what.split("/"))) if what[-1] != "/" else ""
        )
        covered(page, what)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert not browser.violations(page)
    page.evaluate("() => { location.hash = '#quasimino/make?format=3mf,stl'; }")
    page.locator(".have input:checked").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not browser.violations(page)


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
def test_simple_choices_by_keys_alone_and_files_as_the_command_line_makes_them(served: Studio, opened: Any) -> None:
    page = opened(f"{served.address}#triomino/make", reduced_motion="reduce", locale="en-US")
    page.locator('.have input[value="laser"]').wait_for(state="attached")
    page.locator('.have input[value="laser"]').focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => location.hash.endsWith('format=svg,dxf')")
    assert page.locator('.how input[value="touch"]').is_disabled()  # which a laser cannot
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => location.hash.endsWith('format=3mf,stl')")
    page.locator('.how input[value="usual"]').focus()
    page.keyboard.press("ArrowLeft")  # around to the last
    page.wait_for_function("() => location.hash.includes('touch=yes')")
    page.locator(".have label", has_text="Scissors").click()  # what it cannot do is dropped
    page.wait_for_function("() => location.hash.endsWith('?format=pdf')")
    page.goto(f"http://127.0.0.1:{served.port}/#triomino/make?highest=0&format=3mf,stl")
    page.locator(".simple-take .big", has_text="Files for the printer").wait_for()
    with page.expect_download() as taken:
        page.locator(".simple-take .big").click()
    with zipfile.ZipFile(io.BytesIO(Path(taken.value.path()).read_bytes())) as archive:
        there = {name: archive.read(name) for name in archive.namelist()}
    assert there == dict(quasiprint.design("triomino", highest=0).files(formats=("3mf", "stl")))
    quiet(page)


def test_preset_files_say_options_of_their_game() -> None:
    for game in GAMES:
        for name, settings in tomllib.loads((games.folder(game) / "presets.toml").read_text()).items():
            made = asked("preview", game=game, settings=settings, parts=["pieces"])
            assert "refused" not in made, (game, name)
        assert "refused" in asked("preview", game=game, settings={"nosuch": "1"}, parts=["pieces"])
