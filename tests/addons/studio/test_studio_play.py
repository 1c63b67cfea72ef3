"""All four games are played in a browser: by mouse, by keys alone, by fingers; kept, linked, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import browser
import pytest
from studios import Studio

pytestmark = pytest.mark.foreign("chromium")

TABLET = {"width": 1024, "height": 768}
GAMES = ("majomino", "quasimino", "quomino", "triomino")
LONG = 60_000  # ms: an answer on a machine that has much else to do
SAID = "([game, count]) => Number(document.querySelector(`[data-table=${game}]`)?.dataset.said ?? 0) > count"
IN_GERMAN = {  # what tables tell
    "Ben lays thick-0122, and covers 2 vertices": "Ben legt thick-0122, und schließt 2 Eckpunkte",
    "Ann cannot lay: Ben has two turns": "Ann kann nicht legen: Ben hat zwei Züge",
    "Ben opens 4-4-4: 4+4+4 = 12, opening triple +10: 22": (
        "Ben eröffnet mit 4-4-4: 4+4+4 = 12, Drilling zur Eröffnung +10: 22"
    ),
    "Ann passes: 3 drawn and none fits -25": "Ann passt: 3 gezogen und keiner passt -25",
    "white: e5 se; lays a white Quomino at d5-e6; 4 squares are dead": (
        "Weiß: e5 se; legt ein weißes Quomino auf d5-e6; 4 Felder sind tot"
    ),
    "O: row 2 column 5; wins column 5; wins region B": "O: Zeile 2 Spalte 5; gewinnt Spalte 5; gewinnt Gebiet B",
    "2 moves are taken back": "2 Züge sind zurückgenommen",
    "what nobody foresaw 3-4": "what nobody foresaw 3-4",
}


class Table:
    """A game on the page, and how it is waited for."""

    def __init__(self, page: Any, game: str) -> None:
        self.page, self.game = page, game
        self.page.set_default_timeout(LONG)
        self.root = page.locator(f"[data-table={game}]")
        self.page.wait_for_function(SAID, arg=[game, 0])

    def after(self, act: Callable[[], object]) -> str:
        """Do something that says a line, wait for the answer, and return the last line that is told."""
        count = int(self.root.get_attribute("data-said") or 0)
        act()
        self.page.wait_for_function(SAID, arg=[self.game, count])
        told = self.root.locator(".told li")
        return str(told.first.inner_text()) if told.count() else ""

    def note(self) -> str:
        """What is said beside the board, "" for nothing."""
        note = self.root.locator(".note")
        return str(note.inner_text()) if note.is_visible() else ""

    def saved(self, position: str = "") -> str:
        """The text of the game that the browser keeps. position: from which it was begun, behind a stroke."""
        key = f"quasiprint-game-{self.game}{position}"
        return str(self.page.evaluate("key => JSON.parse(localStorage.getItem(key)).saved", key))

    def held(self) -> Any:
        """The tiles of the hand that fit somewhere."""
        return self.root.locator(".own-hand .held:not(.unfit)")

    def middle(self, one: Any) -> tuple[float, float]:
        box = one.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at(served: Studio, game: str, opened: Any, **options: Any) -> Table:
    """Open the table of a game."""
    return Table(opened(f"{served.address}#{game}/play", **options), game)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [browser.PHONE, TABLET], ids=["phone", "tablet"])
def test_board_and_hand_are_in_sight_without_scrolling(served: Studio, opened: Any, game: str, size: Any) -> None:
    table = at(served, game, opened, viewport=size)
    if table.root.locator(".act").count():
        table.after(table.root.locator(".act").first.click)
    if table.root.locator(".show-hand").count():
        table.root.locator(".show-hand").click()
    for what in (".board", ".turn", *((".held",) if game in ("quasimino", "triomino") else ())):
        box = table.root.locator(what).first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"], what
    assert table.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert not browser.violations(table.page)
    assert not table.page.seen.errors


@pytest.mark.thorough
def test_quasimino_by_mouse_is_dragged_judged_taken_back_kept_and_linked(served: Studio, opened: Any) -> None:
    table = at(served, "quasimino", opened, viewport=TABLET, permissions=["clipboard-read", "clipboard-write"])
    page, root = table.page, table.root
    root.locator(".play-settings summary").click()
    root.locator(".play-settings select").nth(1).select_option("none")
    table.after(root.locator(".new-game").click)
    assert table.after(root.locator(".act", has_text="Ben").click) == "Ben: Quasi!"
    # a click on a tile shows where it fits, a click there lays it
    table.held().first.click()
    assert table.after(lambda: page.mouse.click(*table.middle(root.locator(".dot").first))).startswith("Ben lays")
    # the next is dragged: near a place it snaps there
    for _ in range(2):
        x, y = table.middle(table.held().first)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 60, y, steps=3)
        x, y = table.middle(root.locator(".dot").first)
        page.mouse.move(x + 6, y - 4, steps=4)
        assert root.locator(".ghost use").count() == 1
        assert table.after(page.mouse.up).startswith("Ben lays")
    assert root.locator(".lying").count() == 3
    # where it does not fit it may be tried: the rules say why, and nothing changes
    root.locator(".every input").check()
    before = table.saved()
    for held in root.locator(".own-hand .held").all():
        held.click()
        if root.locator(".dot.no").count():
            break
    table.after(lambda: page.mouse.click(*table.middle(root.locator(".dot.no").first)))
    assert "law: " in table.note()
    assert table.saved() == before
    assert root.locator(".lying").count() == 3
    root.locator(".every input").uncheck()
    # what is legal is taken back to the byte
    if table.held().first.get_attribute("aria-pressed") != "true":
        table.held().first.click()
    table.after(lambda: page.mouse.click(*table.middle(root.locator(".dot").first)))
    assert root.locator(".lying").count() == 4
    table.after(root.get_by_role("button", name="Undo").click)
    assert table.saved() == before
    # another game, a reload: it is still there
    page.locator('.game[data-room="quomino"]').click()
    Table(page, "quomino")
    page.locator('.game[data-room="quasimino"]').click()
    assert root.locator(".lying").count() == 3
    page.reload()
    table = Table(page, "quasimino")
    assert table.saved() == before
    # a link opens with the position, and is a game of its own: what was played there is still there
    root.get_by_role("button", name="Copy a link").click()
    page.locator("#toast", has_text="copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()").replace(
        f"http://127.0.0.1:{served.port}/", served.address, 1
    )
    other = at(served, "quasimino", opened, viewport=browser.PHONE)
    own = other.saved()
    other.page.goto(link)
    other.page.locator(".lying").nth(2).wait_for()
    assert other.saved(link.partition("#quasimino/play")[2]) == before
    assert other.saved() == own
    other.page.goto(f"{served.address}#quasimino/play/nonsense")
    other.page.reload()
    assert "link" in Table(other.page, "quasimino").note()
    assert other.saved() == own
    assert not page.seen.errors or all("ERR_ABORTED" in line for line in page.seen.errors)


@pytest.mark.thorough
def test_triomino_by_keys_alone(served: Studio, opened: Any) -> None:
    table = at(served, "triomino", opened, viewport=TABLET)
    page, root = table.page, table.root
    laid = 0
    for _ in range(30):
        if laid > 4:
            break
        for name in (".show-hand", ".act"):
            if root.locator(name).count():
                root.locator(name).first.focus()
                if name == ".act":
                    table.after(lambda: page.keyboard.press("Enter"))
                else:
                    page.keyboard.press("Enter")
        if not table.held().count():
            continue
        table.held().first.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.classList.contains('felt')")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("r")
        told = table.after(lambda: page.keyboard.press("Enter"))
        assert " opens " in told or " places " in told or "passes" in told
        assert not table.note()
        laid += 1
    assert laid > 4
    page.evaluate("() => { location.hash = '#triomino/play?highest=6'; }")  # another design has a game of its own
    other = page.locator("[data-table=triomino]:visible")
    other.locator(".sides", has_text="66 face down").wait_for()
    assert other.locator(".opponents").inner_text() == "You are Ann; the computer is Ben."
    page.go_back()
    # Escape puts a tile back where it was taken
    if root.locator(".show-hand").count():
        root.locator(".show-hand").click()
    root.get_by_role("button", name="Score it").click()
    root.locator("xpath=..").locator(".result .verdict", has_text="Legal").wait_for()
    assert not browser.violations(page)


@pytest.mark.thorough
def test_puzzle_by_fingers_on_a_phone_in_german(served: Studio, opened: Any) -> None:
    options = {"viewport": browser.PHONE, "has_touch": True, "is_mobile": True, "locale": "de"}
    table = at(served, "quasimino", opened, **options)
    page, root = table.page, table.root
    root.locator(".play-settings summary").tap()
    root.locator(".play-settings select").first.select_option("flower")
    table.after(root.locator(".new-game").tap)
    assert root.locator(".own-hand .held").count() == 5
    table.held().first.tap()
    page.touchscreen.tap(*table.middle(root.locator(".dot").first))  # it is shown there
    root.locator(".ghost use").wait_for(state="attached")
    table.after(root.get_by_role("button", name="Legen", exact=True).tap)
    assert root.locator(".lying").count() == 1
    assert root.locator(".told li").first.inner_text().endswith(" liegt")
    said = page.evaluate("async (said) => said.map((await import('./words.js')).inPhrases)", [*IN_GERMAN])
    assert said == [*IN_GERMAN.values()]
    table.after(root.get_by_role("button", name="Tipp").tap)
    assert table.note().startswith("Hier könnte er liegen")
    assert root.locator(".ghost use").count() == 1
    root.locator(".board").press("Escape")
    # a tile that lies is taken up by a touch
    table.after(lambda: page.touchscreen.tap(*table.middle(root.locator(".lying").first)))
    assert root.locator(".lying").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= browser.PHONE["width"]
    assert not browser.violations(page)
