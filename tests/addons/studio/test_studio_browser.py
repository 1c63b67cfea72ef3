"""The studio in a real browser: every control of every game, downloads, links, a game against the computer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import browser
import pytest
from studios import Studio

from quasiprint.api import verify

pytestmark = pytest.mark.foreign("chromium")

GAMES = {  # a small set of each that can be played with, and a change of it
    "majomino": ("size=3&count=2", "count", "1"),
    "quasimino": ("colours=2", "edge", "33"),
    "quomino": ("size=4", "edge", "24"),
    "set": ("edge=24", "edge", "28"),
    "triomino": ("highest=3", "edge", "41"),
}

# a move is told, or which Quomino to lay is asked
ANSWERED = """count => document.querySelectorAll('.told li').length > count
  || !document.querySelector('.ask').hidden"""


def at(served: Studio, design: str) -> str:
    return f"{served.address}#{design}"


def shown(page: Any, design: str) -> None:
    """Wait until the page shows a design."""
    page.wait_for_function("said => document.body.dataset.shown === said", arg=f"#{design}")


def unfold(page: Any) -> None:
    """Open every group of the form."""
    for summary in page.locator(".group:not([open]) > summary").all()[::-1]:
        summary.click()


def controls(served: Studio, game: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the fields of a game's form, by name and kind of control."""
    return {(field["name"], field["control"]): field for field in served.ask("form", game=game)["fields"]}


def tried(served: Studio, game: str) -> list[dict[str, Any]]:
    """Return the fields that are tried in a game: those that no game before it has. One form builds them for all."""
    before = {key for other in sorted(GAMES) if other < game for key in controls(served, other)}
    found = [field for key, field in controls(served, game).items() if key not in before]
    assert found
    return found


def quiet(page: Any, served: Studio, *expected: str) -> None:
    """Assert that the page asked nobody but the studio, and complained of nothing but what is expected."""
    # a studio that is busy says so, and the page asks again: on a loaded machine a browser notes it
    usual = ("ERR_ABORTED", "503 (Service Unavailable)")
    loud = [line for line in page.seen.loud() if not any(word in line for word in (*usual, *expected))]
    assert not loud, loud
    strange = [url for url in page.seen.requests if not url.startswith(f"http://127.0.0.1:{served.port}/")]
    assert not strange


@pytest.mark.thorough
@pytest.mark.parametrize("game", sorted(GAMES, key=lambda game: (game != "triomino", game)))
def test_every_control_and_every_tab_of_a_game(served: Studio, opened: Any, game: str) -> None:
    design, name, value = GAMES[game]
    page = opened(at(served, f"{game}?{design}"), reduced_motion="reduce")
    shown(page, f"{game}?{design}")
    page.wait_for_selector(f'[data-name="{name}"] input', state="attached")
    assert "token" not in page.url
    assert page.locator(".piece").count() > 0
    # every group opens, every control can be reached, has a label and a help
    unfold(page)
    fields = page.locator(".setting")
    names = {field.get_attribute("data-name") for field in fields.all()}
    assert names == {name for name, _ in controls(served, game)}
    assert not browser.violations(page)
    # each control changes the address; "reset" takes it back
    for field in tried(served, game):
        block = page.locator(f'.setting[data-name="{field["name"]}"]')
        before = page.url
        if field["control"] in ("choice", "several") and block.locator(".chip").count():
            block.locator('.chip[aria-pressed="false"]').first.click()
        elif field["control"] in ("choice", "profiles"):
            block.locator("select").first.select_option(index=2 if field["name"] == "size" else 1)  # 3 is chosen
        elif field["control"] == "flag":
            block.locator("input").check()
        elif field["control"] in ("number", "length"):
            block.locator(".step").last.click()
        elif field["control"] == "file":
            block.locator("textarea").fill(field["default"].replace("squares", "tiles"))
        else:
            block.locator("input").first.fill("x")
        page.wait_for_function("before => location.href !== before", arg=before)
        assert field["name"] in page.url
        assert block.locator(".back").is_visible()
        block.locator(".back").click()
        page.wait_for_function("name => !location.hash.includes(name)", arg=field["name"])
    page.goto(at(served, f"{game}?{design}"))
    shown(page, f"{game}?{design}")
    page.wait_for_selector(f'[data-name="{name}"] input', state="attached")
    unfold(page)
    # a change is shown at once, and wrong input beside its field, while the last picture stays
    page.locator(f"#field-{name}").fill(value)
    words = dict(word.split("=") for word in design.split("&")) | {name: value}
    now = f"{game}?" + "&".join(f"{key}={said}" for key, said in words.items())
    shown(page, now)
    assert f"--{name} {value}" in page.locator("#command").inner_text()
    page.locator(f"#field-{name}").fill("nonsense")
    wrong = page.locator(f"#field-{name}-wrong")
    wrong.wait_for(state="visible")
    assert "found 'nonsense'" in wrong.inner_text()
    assert page.locator(".piece").count() > 0
    assert page.locator(f"#field-{name}").get_attribute("aria-invalid") == "true"
    page.locator(f"#field-{name}").fill(value)
    wrong.wait_for(state="hidden")
    # every tab has something to show
    for tab in page.locator(".tab").all():
        tab.click()
        panel = page.locator(f"#{tab.get_attribute('aria-controls')}")
        panel.locator("svg, canvas, img, .tile, textarea, .empty").first.wait_for(state="visible")
        assert panel.locator(".wrong:visible").count() == 0
    page.locator(".score-example").click()
    page.locator(".result .verdict", has_text="Legal").wait_for()
    page.locator(".result .picture svg").wait_for()
    # without the boards' own pictures, which are figures of the rules, axe finds nothing in the last tab either
    assert not browser.violations(page)
    quiet(page, served)


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_has_everything_within_its_width(served: Studio, opened: Any, scheme: str) -> None:
    page = opened(at(served, "triomino?highest=1"), viewport=browser.PHONE, color_scheme=scheme)
    shown(page, "triomino?highest=1")
    page.wait_for_selector(".setting", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= browser.PHONE["width"]
    assert not browser.violations(page)
    page.locator("#show-settings").click()
    page.locator("#field-highest").wait_for(state="visible")
    assert page.evaluate("document.documentElement.scrollWidth") <= browser.PHONE["width"]
    assert not browser.violations(page)
    assert page.evaluate("getComputedStyle(document.body.parentElement).colorScheme") == scheme
    quiet(page, served)


@pytest.mark.thorough
def test_archive_that_is_downloaded_verifies(served: Studio, opened: Any, tmp_path: Path) -> None:
    page = opened(at(served, "triomino?highest=0&format=stl%2Csvg"))
    shown(page, "triomino?highest=0&format=stl,svg")
    page.wait_for_selector(".setting", state="attached")
    page.locator("#download").click()
    with page.expect_download() as taken:
        page.locator("#files .main-take button").click()
    taken.value.save_as(tmp_path / "set.zip")
    assert verify(tmp_path / "set.zip").verified
    page.locator("#progress code", has_text="-o triomino-stl-svg.zip").wait_for()
    with page.expect_download() as sheet:
        page.get_by_role("button", name="Score sheet", exact=True).click()
    assert sheet.value.suggested_filename == "triomino-scoresheet.pdf"
    assert not browser.violations(page)
    quiet(page, served)


@pytest.mark.thorough
def test_link_is_a_design_and_back_is_a_step_back(served: Studio, opened: Any) -> None:
    page = opened(at(served, "quasimino?colours=1&edge=33&cut=shared"))
    shown(page, "quasimino?colours=1&edge=33&cut=shared")
    page.wait_for_selector(".setting", state="attached")
    assert page.locator("#field-edge").input_value() == "33"
    assert page.locator('[data-name="cut"] .chip[aria-pressed="true"]').text_content() == "shared"
    assert page.locator("#command").inner_text() == "quasiprint make quasimino --colours 1 --edge 33 --cut shared"
    page.locator('.game[data-room="triomino"]').click()
    shown(page, "triomino")
    page.go_back()
    shown(page, "quasimino?colours=1&edge=33&cut=shared")
    page.go_forward()
    shown(page, "triomino")
    page.goto(f"http://127.0.0.1:{served.port}/#triomino?highest=1")  # a link has no token: the browser keeps it
    shown(page, "triomino?highest=1")
    quiet(page, served)


@pytest.mark.thorough
def test_quomino_is_played_by_clicks_and_scored(served: Studio, opened: Any) -> None:
    page = opened(at(served, "quomino?size=4"))
    shown(page, "quomino?size=4")
    page.wait_for_selector(".setting", state="attached")
    page.locator("#tab-table").click()
    page.locator(".spot").first.wait_for(state="visible")
    page.locator(".play-settings summary").click()
    page.locator(".play-settings select").nth(1).select_option("easy")
    page.locator(".play-settings input").first.fill("4")
    page.locator(".new-game").click()
    page.wait_for_function("() => document.querySelectorAll('.spot').length === 64")  # each corner of 16 squares
    page.locator('.spot[aria-label^="place b2, black se"]').click()
    page.locator(".told li").nth(1).wait_for()
    said = page.locator(".told li").all_inner_texts()
    assert said[1].startswith("black: b2 se")
    assert said[0].startswith("white: ")
    for _ in range(30):  # to the end, wherever it leads
        if not page.locator(".spot").count():
            break
        count = page.locator(".told li").count()
        page.locator(".spot").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(ANSWERED, arg=count)
        if page.locator(".ask button").count() and page.locator(".ask").is_visible():
            page.locator(".ask button").first.click()
            page.wait_for_function("count => document.querySelectorAll('.told li').length > count", arg=count)
    assert "won" in page.locator(".turn").inner_text() or "draw" in page.locator(".turn").inner_text()
    page.locator("button", has_text="Score it").click()
    page.locator(".result .verdict", has_text="Legal").wait_for()
    page.locator(".score-text").fill("nonsense")
    page.locator(".score-it").click()
    page.locator(".result .wrong").wait_for()
    assert not browser.violations(page)
    quiet(page, served)
