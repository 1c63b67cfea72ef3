"""What is shown in a browser is zoomed where one points, turned by keys, and said where it cannot be drawn."""

from __future__ import annotations

from typing import Any

import browser
import foreign
import pytest
from studios import Studio

pytestmark = [pytest.mark.foreign("chromium"), pytest.mark.thorough]

SMALL = "triomino?highest=1"
# where a point of what is zoomed is seen: its place in it, as shares, and on the screen
SPOT = """([x, y]) => {
  const box = document.querySelector('.panel:not([hidden]) .zoomed').getBoundingClientRect();
  return [(x - box.left) / box.width, (y - box.top) / box.height, box.width];
}"""


def looked_at(opened: Any, served: Studio, tab: str, design: str = SMALL, **options: Any) -> Any:
    """Open a tab of a design, and wait until it is shown."""
    page = opened(f"{served.address}#{design}", reduced_motion="reduce", **options)
    page.locator(f"#tab-{tab}").click()
    page.locator(f"#panel-{tab}[data-digest]:not([aria-busy])").wait_for(state="attached")
    return page


def near(page: Any) -> float:
    return float(page.locator(".panel:not([hidden]) .zoom").get_attribute("data-near"))


@pytest.mark.parametrize("tab", ["sheets", "books"])
def test_point_under_the_pointer_stays_there(served: Studio, opened: Any, tab: str) -> None:
    page = looked_at(opened, served, tab)
    frame = page.locator(f"#panel-{tab} .zoom").bounding_box()
    x, y = frame["x"] + frame["width"] * 0.5, frame["y"] + frame["height"] * 0.4
    page.mouse.move(x, y)
    before = page.evaluate(SPOT, [x, y])
    page.mouse.wheel(0, -900)
    page.wait_for_function("tab => document.querySelector(`#panel-${tab} .zoom`).dataset.near > 3", arg=tab)
    after = page.evaluate(SPOT, [x, y])
    assert after[2] > 3 * before[2]
    assert after[:2] == pytest.approx(before[:2], abs=0.004)
    # dragged, it follows
    page.mouse.down()
    page.mouse.move(x + 40, y + 30)
    page.mouse.up()
    assert page.evaluate(SPOT, [x + 40, y + 30])[:2] == pytest.approx(after[:2], abs=0.004)
    page.mouse.dblclick(x, y)
    assert near(page) == 1
    page.mouse.dblclick(x, y)
    assert near(page) == 2.5
    assert page.evaluate(SPOT, [x, y])[:2] == pytest.approx(before[:2], abs=0.004)


def test_two_fingers_zoom_and_one_moves_what_is_near_or_scrolls(served: Studio, opened: Any) -> None:
    page = looked_at(opened, served, "books", viewport=browser.PHONE, has_touch=True, is_mobile=True)
    frame = page.locator("#panel-books .zoom").bounding_box()
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + 150
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": px, "y": py, "id": k} for k, (px, py) in enumerate(fingers)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(20)

    touch("touchStart", (x - 20, y), (x + 20, y))
    for k in range(1, 11):
        touch("touchMove", (x - 20 - 6 * k, y), (x + 20 + 6 * k, y))
    touch("touchEnd")
    assert near(page) == pytest.approx(4, rel=0.05)
    for far in (4, 1):
        line.send("Runtime.evaluate", {"expression": "document.scrollingElement.scrollTop = 0"})
        before, top = page.evaluate(SPOT, [x, y]), page.evaluate("scrollY")
        touch("touchStart", (x, y))
        for k in range(1, 8):
            touch("touchMove", (x, y - 12 * k))
        touch("touchEnd")
        page.wait_for_timeout(200)
        scrolled = page.evaluate("scrollY") > top
        assert scrolled == (far == 1)
        assert (page.evaluate(SPOT, [x, y])[1] > before[1]) or scrolled
        page.locator("#panel-books .zoom").focus()
        page.keyboard.press("0")


def test_book_is_read_page_by_page_or_as_text(served: Studio, opened: Any) -> None:
    page = looked_at(opened, served, "books", "triomino")
    panel = page.locator("#panel-books")
    assert panel.locator(".leaf").count() == 1
    page.keyboard.press("Tab")
    panel.locator(".zoom").focus()
    seen = []
    while not panel.locator("button", has_text="›").is_disabled():
        before = panel.locator(".where").inner_text()
        page.keyboard.press("PageDown")
        page.wait_for_function(
            "before => document.querySelector('#panel-books .where').textContent !== before", arg=before
        )
        seen.append(panel.locator(".where").inner_text())
    assert seen[0] == "2 of 10"
    assert all(
        one.evaluate("image => image.complete && image.naturalWidth > 0") for one in panel.locator(".leaf").all()
    )
    panel.locator(".chip", has_text="As text").click()
    text = panel.locator(".book-text")
    assert text.is_visible()
    assert text.locator("h4").count() > 5
    assert not browser.violations(page)
    with page.expect_download() as taken:
        panel.locator(".chip", has_text="PDF").click()
    assert taken.value.suggested_filename == "triomino-rules.pdf"
    page.seen.quiet(f"http://127.0.0.1:{served.port}/")


def test_browser_that_draws_no_bodies_says_so_and_shows_them_flat(served: Studio, browsing: Any) -> None:
    program, given = foreign.where("chromium"), ["--no-sandbox", "--disable-3d-apis"]
    blind = browsing.browser_type.launch(executable_path=program, args=given)
    try:
        page = blind.new_page()
        page.goto(f"{served.address}#quomino?size=4")
        page.locator("#tab-solid").click()
        page.locator("#panel-solid .flat p", has_text="cannot draw in 3D").wait_for()
        page.locator("#panel-solid .flat svg").wait_for()
        assert page.locator("#panel-solid .flat svg use").count() == 33
        assert not browser.violations(page)
    finally:
        blind.close()
