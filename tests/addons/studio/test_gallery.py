"""The page that shows a set, in a real browser: of every game, with and without bodies, by mouse, keys and fingers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from browser import DESK, PHONE, Open, colours, violations
from called import invoke
from edited import copied, manifest

from quasiprint.api import verify

pytestmark = pytest.mark.foreign("chromium")

# bodies and sheets of every game; with a book, in German; on paper and sheets alone
SETS = {
    "quasimino": ("quasimino", "--colours", "2", "--format", "stl,svg"),
    "triomino": ("triomino", "--highest", "5", "--only", "samples,0-1-2,0-0-1", "--format", "obj,svg"),
    "majomino": ("majomino", "--size", "3", "--count", "2", "--format", "stl,svg,txt"),
    "quomino": ("quomino", "--size", "4", "--format", "3mf,svg"),
    "book": ("quomino", "--size", "4", "--format", "pdf,svg", "--language", "de"),
    "coupon": ("laser-coupon", "--format", "svg"),
}
PRINTED = ("quasimino", "triomino", "majomino", "quomino")


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Each set, made when it is asked for."""
    folder, made = tmp_path_factory.mktemp("gallery"), set[str]()

    def of(name: str) -> Path:
        if name not in made:
            words = SETS[name] if name != "coupon" else ()
            done = (
                invoke("make", *words, "-o", folder / name) if words else invoke("coupon", "laser", "-o", folder / name)
            )
            assert done.exit_code == 0, done.output
            made.add(name)
        return folder / name

    return of


def address(folder: Path) -> str:
    return (folder / "gallery.html").as_uri()


def drawn(page: Any) -> None:
    """Wait until what was asked for is on the screen."""
    page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50))")


def shown(page: Any) -> list[str]:
    """The ids of the cards that can be seen."""
    cards = page.locator(".thing:visible").evaluate_all("cards => cards.map(card => card.dataset.things)")
    return [id for ids in cards for id in ids.split()]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", SETS)
def test_it_shows_all_of_the_set_and_asks_for_nothing(sets: Callable[[str], Path], opened: Open, name: str) -> None:
    folder = sets(name)
    page = opened(address(folder))
    held = manifest(folder)
    assert sorted(shown(page)) == sorted(thing["id"] for thing in [*held["pieces"], *held["accessories"]])
    files = {entry["path"] for entry in held["files"]} - {"gallery.html"}
    links = {
        unquote(link)
        for link in page.locator("a[download]").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    }
    assert links == files  # every file, and nothing else
    assert all((folder / link).is_file() for link in links)
    assert page.locator("main section").count() == page.locator(".bar a").count() >= 4
    page.seen.quiet(address(folder))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "scheme"), [*((name, "light") for name in SETS), ("quasimino", "dark"), ("majomino", "dark")]
)
def test_axe_finds_nothing_wrong(sets: Callable[[str], Path], opened: Open, name: str, scheme: str) -> None:
    page = opened(address(sets(name)), color_scheme=scheme, reduced_motion="reduce")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    assert violations(page) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", [*PRINTED, "book"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_is_wider_than_the_screen(
    sets: Callable[[str], Path], opened: Open, name: str, size: dict[str, int]
) -> None:
    page = opened(address(sets(name)), viewport=size)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide == size["width"]


@pytest.mark.thorough
def test_search_and_filters_leave_what_fits(sets: Callable[[str], Path], opened: Open) -> None:
    folder = sets("quasimino")
    page = opened(address(folder))
    held = manifest(folder)
    find, count = page.get_by_role("searchbox"), page.locator("#found")
    every = len(held["pieces"]) + len(held["accessories"])
    assert count.inner_text() == f"{every} of {every} shown"
    find.fill("THICK-00")
    assert shown(page) == [p["id"] for p in held["pieces"] if p["id"].startswith("thick-00")]
    find.fill("")
    page.get_by_role("button", name="thin", exact=True).click()
    page.get_by_role("button", name="vermilion", exact=True).click()
    due = [p["id"] for p in held["pieces"] if p["shape"] == "thin" and 1 in p["marks"]]
    assert shown(page) == due
    assert count.inner_text() == f"{len(due)} of {every} shown"
    page.get_by_role("button", name="blue", exact=True).click()  # both colours
    assert shown(page) == [p["id"] for p in held["pieces"] if p["shape"] == "thin" and {0, 1} <= set(p["marks"])]
    find.fill("nothing is called so")
    assert shown(page) == []
    assert page.locator("#none").is_visible()
    page.get_by_role("button", name="Show all").click()
    assert len(shown(page)) == every
    assert page.evaluate("document.activeElement.id") == "find"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", PRINTED)
def test_a_body_is_drawn_and_turned_by_keys_and_mouse(sets: Callable[[str], Path], opened: Open, name: str) -> None:
    page = opened(address(sets(name)), reduced_motion="reduce", viewport={"width": 800, "height": 700})
    page.locator("[data-body] .open").first.focus()
    page.keyboard.press("Enter")  # no mouse needed
    canvas = page.locator("#stage canvas")
    canvas.focus()  # its ring is in the picture, too
    drawn(page)
    first = canvas.screenshot()
    assert colours(first) > 20
    assert "Arrow keys" in (canvas.get_attribute("aria-label") or "")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    drawn(page)
    turned = canvas.screenshot()
    assert turned != first
    page.keyboard.press("Home")
    drawn(page)
    assert canvas.screenshot() == first  # the same again
    page.mouse.move(400, 300)
    page.mouse.down()
    page.mouse.move(470, 330, steps=3)
    page.mouse.up()
    drawn(page)
    assert canvas.screenshot() != first
    title = page.locator("#closer-title").inner_text()
    page.locator("#closer").get_by_role("button", name="Next").click()
    assert page.locator("#closer-title").inner_text() != title
    page.keyboard.press("Escape")
    assert not page.locator("#closer").is_visible()
    assert page.locator("#stage canvas").count() == 0  # given back
    page.seen.quiet("file:")


@pytest.mark.thorough
def test_without_scripts_pieces_and_files_are_there(sets: Callable[[str], Path], opened: Open) -> None:
    folder = sets("majomino")
    page = opened(address(folder), java_script_enabled=False)
    things = page.locator(".thing")
    assert things.count() == len(manifest(folder)["pieces"]) + len(manifest(folder)["accessories"])
    assert things.first.locator("svg").first.is_visible()
    things.first.locator("summary").click()
    assert things.first.locator("a[download]").first.is_visible()
    assert not page.locator(".tools").is_visible()
    assert page.locator("noscript").count() == 1


def test_what_is_typed_into_a_profile_or_a_name_stays_text(here: Path, opened: Open) -> None:
    evil = "</script><script>window.evil=1</script><img src=x onerror=window.evil=1>"
    (here / "templates").mkdir()
    (here / "templates/set-readme.md").write_text(f"# $title\n\n## How\n\n{evil} [far](https://example.org) **b**\n")
    (here / "templates/languages/en").mkdir(parents=True)
    (here / "templates/languages/en/gallery.toml").write_text(f"pieces = '''{evil}'''\n")
    invoke("make", "quasimino", "--colours", "1", "--format", "svg", "-o", "set", code=0)
    page = opened(address(here / "set"))
    assert page.evaluate("window.evil") is None
    assert page.locator("#pieces h2").first.inner_text() == evil
    assert page.locator("#howto a, #howto img").count() == 0
    page.seen.quiet("file:")
    assert "own-words" in {finding.code for finding in verify(here / "set", by="pieces").findings}


def test_the_browser_itself_refuses_what_the_policy_does_not_name(
    sets: Callable[[str], Path], opened: Open, tmp_path: Path
) -> None:
    folder = copied(sets("coupon"), tmp_path / "set")
    text = (folder / "gallery.html").read_text()
    (folder / "gallery.html").unlink()
    (folder / "gallery.html").write_text(text.replace("</main>", "</main><script>window.evil=1</script>"))
    page = opened(address(folder))
    assert page.evaluate("window.evil") is None
    assert page.evaluate("fetch('https://example.org').then(() => 'sent', () => 'refused')") == "refused"
    assert any("Content Security Policy" in line for line in page.seen.loud())
