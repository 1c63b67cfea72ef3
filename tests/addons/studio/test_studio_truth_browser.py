"""The page of the studio is true in a browser: while the engine is slow nothing of another design is in sight, Back
steps through what was typed, each wrong field is said and the others go on, and two designs are compared."""

from __future__ import annotations

from typing import Any

import browser
import pytest
from studios import Studio

pytestmark = pytest.mark.foreign("chromium")

SMALL = {
    "majomino": "size=3&count=1",
    "quasimino": "colours=1",
    "quomino": "size=4",
    "set": "edge=24",
    "triomino": "highest=1",
}
# answers come late, each as late as a dice says
SLOW = """(() => {
  const ask = window.fetch;
  let seed = 7;
  window.fetch = async (path, how) => {
    const answer = await ask(path, how);
    seed = (seed * 48271) % 2147483647;
    if (String(path).startsWith("api/")) await new Promise((later) => setTimeout(later, seed % 500));
    if (how?.signal?.aborted) throw new DOMException("", "AbortError");
    return answer;
  };
})()"""
# what is seen in each frame that is not of the design on the page
WATCH = """(() => {
  window.lies = [];
  window.frames = 0;
  const lie = () => {
    const { body, documentElement: page } = document;
    const [here] = location.hash.split("&VS=");
    const found = [];
    for (const panel of document.querySelectorAll(".panel:not([hidden]):not(#panel-table):not(.is-empty)")) {
      const { digest, game } = panel.dataset;
      const filled = panel.querySelector("svg, img, canvas, .tile");
      if (!filled || panel.querySelector(".counting")) continue;
      if (game !== page.dataset.game) found.push(`${panel.id} of ${game}`);
      const busy = panel.getAttribute("aria-busy") === "true";
      if (!busy && digest !== body.dataset.digest) found.push(`${panel.id} is ${digest}`);
    }
    const badge = document.getElementById("verdict");
    if (["proved", "minded", "failed"].includes(badge.dataset.state)) {
      if (badge.dataset.digest !== body.dataset.digest) found.push(`a badge of ${badge.dataset.digest}`);
      if (body.dataset.shown !== here) found.push(`a badge of ${body.dataset.shown} at ${here}`);
    }
    const { digest } = document.getElementById("numbers").dataset;
    if (digest && digest !== body.dataset.digest) found.push(`numbers of ${digest}`);
    return found;
  };
  const look = () => {
    window.frames += 1;
    window.lies.push(...lie());
    requestAnimationFrame(look);
  };
  addEventListener("DOMContentLoaded", () => { window.lie = lie; requestAnimationFrame(look); });
})()"""


DONE = "() => document.querySelectorAll('.compared .verdict[data-state=proved]').length === 2"


def ready(opened: Any, served: Studio, design: str, *scripts: str, **options: Any) -> Any:
    """Open a design with its form, all of it unfolded. scripts: that run before the page's own."""
    page = opened("about:blank", **{"reduced_motion": "reduce", **options})
    for script in scripts:
        page.add_init_script(script)
    page.goto(f"{served.address}#{design}")
    shown(page, design)
    page.wait_for_selector(".setting", state="attached")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return page


def shown(page: Any, design: str) -> None:
    page.wait_for_function("said => document.body.dataset.shown === said", arg=f"#{design}")


def proved(page: Any, design: str) -> None:
    page.wait_for_function("said => document.body.dataset.proved === said", arg=f"#{design}")


def at(page: Any) -> str:
    return str(page.evaluate("location.hash.slice(1)"))


@pytest.mark.thorough
def test_no_panel_of_another_design_is_in_sight_while_the_engine_is_slow(served: Studio, opened: Any) -> None:
    page = ready(opened, served, "triomino?highest=1", SLOW, WATCH)
    for tab in ("plates", "sheets", "leaves", "solid", "takes"):
        page.locator(f"#tab-{tab}").click()
        page.wait_for_function(
            "name => document.getElementById(`panel-${name}`).dataset.digest === document.body.dataset.digest", arg=tab
        )
        page.locator("#field-highest").fill("2")
        page.wait_for_timeout(150)
        page.locator("#tab-pieces").click()
        page.locator('.game[data-room="quasimino"]').click()
        page.wait_for_timeout(300)
        page.locator(f"#tab-{tab}").click()
        page.wait_for_timeout(200)
        page.locator('.game[data-room="triomino"]').click()
        page.locator("#tab-pieces").click()
        shown(page, "triomino")
        page.wait_for_selector("#field-highest", state="attached")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.locator("#field-highest").fill("1")
        page.locator(f"#tab-{tab}").click()
        shown(page, "triomino?highest=1")
    proved(page, "triomino?highest=1")
    assert page.evaluate("window.frames") > 50
    assert page.evaluate("window.lies") == []
    # and what stands there in the end is what a new page shows
    fresh = ready(opened, served, "triomino?highest=1")
    fresh.locator("#tab-takes").click()
    for one in (page, fresh):
        proved(one, "triomino?highest=1")
        one.locator("#panel-takes .tile").first.wait_for()
    assert page.locator("#panel-takes").inner_text() == fresh.locator("#panel-takes").inner_text()


@pytest.mark.thorough
def test_back_steps_through_what_was_typed(served: Studio, opened: Any) -> None:
    page = ready(opened, served, "triomino?highest=1")
    edge = page.locator("#field-edge")
    edge.press_sequentially("41")  # a step
    page.wait_for_timeout(1200)
    edge.press_sequentially(".5")  # after a pause another
    edge.press("Tab")  # and done: no step, since nothing is new
    page.locator('[data-name="shape"] .chip[data-value="square"]').click()
    page.locator('[data-name="highest"] .step').last.click()
    page.locator('[data-name="highest"] .step').last.click()
    steps = [at(page)]
    for _ in range(5):
        page.go_back()
        steps.append(at(page))
    assert steps == [
        "triomino?highest=3&edge=41.5&shape=square",
        "triomino?highest=2&edge=41.5&shape=square",
        "triomino?highest=1&edge=41.5&shape=square",
        "triomino?highest=1&edge=41.5",
        "triomino?highest=1&edge=41",
        "triomino?highest=1",
    ]
    shown(page, "triomino?highest=1")
    assert edge.input_value() == ""
    page.go_forward()
    shown(page, "triomino?highest=1&edge=41")
    assert edge.input_value() == "41"


@pytest.mark.thorough
@pytest.mark.parametrize("game", sorted(SMALL))
def test_nonsense_in_any_field_is_said_beside_it_and_the_page_goes_on(served: Studio, opened: Any, game: str) -> None:
    page = ready(opened, served, f"{game}?{SMALL[game]}", WATCH)
    own = dict(word.split("=") for word in SMALL[game].split("&"))
    pieces = page.locator(".piece").count()
    assert pieces
    for field in served.ask("form", game=game)["fields"]:
        name = field["name"] + ("-text" if field["control"] == "file" else "")
        words = {key: said for key, said in own.items() if key != name and key not in field["excludes"]}
        design = f"{game}?" + "&".join(f"{key}={said}" for key, said in {**words, name: "nonsense"}.items())
        page.evaluate("design => { location.hash = design; }", design)
        page.wait_for_function("said => document.body.dataset.refused === said", arg=f"#{design}")
        page.wait_for_function("() => !document.getElementById('panel-pieces').hasAttribute('aria-busy')")
        block = page.locator(f'.setting[data-name="{field["name"]}"]')
        assert [one.get_attribute("data-name") for one in page.locator(".setting.is-wrong").all()] == [field["name"]]
        assert block.locator(".wrong").inner_text()
        assert page.locator("#problem").is_hidden()
        assert page.locator("#verdict").get_attribute("data-state") == "refused"
        assert page.locator(".piece").count() > 0
    # a second wrong field is said as well, and a third changes the picture meanwhile
    page.evaluate("design => { location.hash = design; }", f"{game}?{SMALL[game]}")
    shown(page, f"{game}?{SMALL[game]}")
    assert page.locator(".setting.is-wrong").count() == 0
    page.locator("#field-thickness").fill("many")
    page.locator("#field-clearance").fill("none")
    page.wait_for_function("() => document.querySelectorAll('.setting.is-wrong').length === 2")
    before = page.evaluate("document.body.dataset.digest")
    page.locator("#field-edge").fill("30")
    page.wait_for_function("before => document.body.dataset.digest !== before", arg=before)
    assert page.locator(".setting.is-wrong").count() == 2
    assert "--edge 30" in page.locator("#command").inner_text()
    page.locator("#verdict").click()  # which leads to the sentences
    page.wait_for_function("() => document.getElementById('panel-takes').dataset.waiting.includes('found')")
    assert page.evaluate("window.lies") == []


@pytest.mark.thorough
def test_two_designs_are_compared(served: Studio, opened: Any) -> None:
    page = ready(opened, served, "triomino?highest=1")
    page.locator("#keep").click()
    page.locator("#field-highest").fill("2")
    shown(page, "triomino?highest=2")
    page.locator("#tab-compare").click()
    both = page.locator(".compared")
    page.wait_for_function(DONE)
    assert "10 tiles" in both.nth(0).inner_text()
    assert "4 tiles" in both.nth(1).inner_text()
    assert [one.locator("li svg").count() for one in both.all()] == [10, 4]
    assert both.nth(0).locator(".numbers").inner_text() != both.nth(1).locator(".numbers").inner_text()
    assert page.locator("#panel-compare tbody tr").all_inner_texts() == ["Highest number\t2\t1"]
    assert not browser.violations(page)
    page.locator('.game[data-room="quomino"]').click()  # another game takes along what is compared
    both.nth(1).filter(has_text="4 tiles").filter(visible=True).wait_for()
    page.locator("#compare-forget").click()
    assert page.locator("#tab-compare").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("width", [390, 768, 900, 1024, 1440])
def test_every_width_has_all_within_it(served: Studio, opened: Any, width: int) -> None:
    page = ready(opened, served, "quasimino?colours=1", viewport={"width": width, "height": 800})
    proved(page, "quasimino?colours=1")
    for name in ("#download", "#numbers", "#verdict", "#keep"):
        box = page.locator(name).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width, name
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not browser.violations(page)
