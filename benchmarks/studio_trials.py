"""Try the studio as people have it: in Chromium and in Firefox, on a phone and on a desk, in the dark, without a mouse.

    python benchmarks/studio_trials.py [--browsers NAMES] [--widths PIXELS] [--places NAMES] [--site FOLDER]
                                       [--pictures FOLDER] [--language LANGUAGE] [--write]

Each place of the page is opened in each browser at each width, light and dark; then at one width with less motion,
without WebGL, and on a line of 4 Mbit/s; and at the narrowest and the widest by the Tab key alone. Counted are what
axe-core finds, pages that stick out at the side, controls that Tab does not reach, or on which something lies when it
does, and what scripts complain of: each has to be 0. --pictures keeps what was seen. --site tries a folder of
``quasiprint studio --static`` in place of the server. Ends with 1 if anything is not 0.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser import AXE, DRAWING, Seen
from firefox import Firefox, firefox
from measuring import PAGE as README
from measuring import recorded, table
from playwright.sync_api import Error
from studios import studio, web_space

WIDTHS = (390, 768, 1024, 1440)
HEIGHT = 900
SLOW = 4_000_000 / 8  # bytes a second
NO_WEBGL = ("--disable-gpu", "--disable-3d-apis")
# where, and what is clicked there; what is on the page once it is there
PLACES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "covers": ("", (), "document.body.dataset.covered !== undefined"),
    "cover": ("triomino/cover", (), "document.body.dataset.covered !== undefined"),
    "make": ("triomino/make", (), "true"),
    "pieces": ("triomino?highest=1", (), "document.body.dataset.shown && document.querySelector('.setting')"),
    "settings": ("quasimino?colours=1", ("#show-settings",), "document.querySelector('.setting')"),
    "3d": ("triomino?highest=1", ("#tab-solid",), "true"),
    "sheets": ("triomino?highest=1", ("#tab-sheets",), "document.querySelector('#panel-sheets svg')"),
    "plates": ("quomino?size=4", ("#tab-plates",), "document.querySelector('#panel-plates svg')"),
    "paper": ("quasimino?colours=1", ("#tab-leaves",), "document.querySelector('#panel-leaves svg')"),
    "takes": ("triomino?highest=1", ("#tab-takes",), "document.querySelector('#panel-takes .tile')"),
    "download": ("triomino?highest=1", ("#download",), "document.querySelector('#files[open]')"),
    "piece": ("triomino?highest=1", (".piece",), "document.querySelector('#thing[open] .facts')"),
    "wrong": ("triomino?highest=99", ("#show-settings",), "document.body.dataset.refused"),
    "quomino": ("quomino/play", (), "true"),
    "majomino": ("majomino/play", (), "true"),
    "quasimino": ("quasimino/play", (), "true"),
    "triomino": ("triomino/play", (), "true"),
}
BEGUN = "['shown', 'covered', 'refused'].some((name) => name in document.body.dataset)"
STICKS_OUT = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
# controls that a Tab should reach: shown, not disabled, not of a row that arrows go along, not outside an open dialog
CONTROLS = """
const top = document.querySelector('dialog[open]') ?? document;
window.due = [...top.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0
    && !one.closest('[inert]') && one.getClientRects().length
    && !(one.type === 'radio' && !one.checked));
window.reached = new Set();
window.hidden = [];
window.due[0]?.focus({ preventScroll: true });
window.reached.add(document.activeElement);
return window.due.length;
"""
PRESSED = """
const one = document.activeElement;
if (!one || one === document.body || one === document.documentElement) return 'out';
if (!one.matches(':focus')) return 'away'; // the browser's own controls have it
if (window.reached.has(one)) return 'again';
window.reached.add(one);
const { left, top, width, height } = one.getBoundingClientRect();
const seen = document.elementFromPoint(left + Math.min(width, 200) / 2, top + Math.min(height, 60) / 2);
if (width > 1 && !(seen && (one.contains(seen) || seen.contains(one) || seen.closest('label')?.control === one))) {
  window.hidden.push(name(one));
}
return 'on';
"""
NAME = """
const named = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 24);
const name = (one) => `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ''} ${named(one)}`;
"""
LEFT = NAME + "return [window.due.filter((one) => !window.reached.has(one)).map(name), window.hidden]"
FOUND = "return axe.run(document, { resultTypes: ['violations'] })"


class Chromium:
    """A page of Playwright's, with the methods of `Firefox`."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.seen = Seen()
        self.seen.watch(page)
        self.press = page.keyboard.press
        self.picture = page.screenshot

    def go(self, address: str) -> None:
        """Open an address, and forget what was complained of before."""
        self.page.goto("about:blank")
        self.seen.errors.clear()
        self.seen.said.clear()
        self.page.goto(address)

    def own(self, body: str, *given: Any) -> Any:
        """Return what a function's body returns in the page."""
        return self.page.evaluate(f"(given) => (function () {{ {body} }}).apply(null, given)", [*given])

    def click(self, where: str) -> None:
        """Click the first element (CSS)."""
        self.page.locator(where).first.click(timeout=10_000)

    def resize(self, width: int, height: int) -> None:
        """Give the page a size, in pixels."""
        self.page.set_viewport_size({"width": width, "height": height})

    def complaints(self, address: str) -> list[str]:
        """Return what was complained of since an address was opened, but for what was not wanted any more."""
        gone = ("ERR_ABORTED", "503 (Service Unavailable)")
        return [line for line in self.seen.loud() if not any(word in line for word in gone)]


Page = Chromium | Firefox


@dataclass
class Look:
    """How somebody has set a browser up."""

    name: str
    dark: bool = False
    still: bool = False
    flat: bool = False
    slow: bool = False
    widths: tuple[int, ...] = (1024,)
    keys: bool = False


@dataclass
class Row:
    """What was found in one look at a place, in all widths."""

    axe: list[str] = field(default_factory=list)
    out: int = 0
    missed: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    time: float = 0.0

    def bad(self) -> list[str]:
        """Return a line for whatever is not as it has to be."""
        wide = [f"{self.out} px stick out"] if self.out else []
        missed, behind = (
            [f"{what}: {one}" for one in own] for what, own in (("no Tab", self.missed), ("behind", self.behind))
        )
        return [*self.axe, *wide, *missed, *behind, *self.said]


@contextlib.contextmanager
def chromium(look: Look, language: str) -> Iterator[Page]:
    """A page of Chromium's."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        words = [*DRAWING, *(NO_WEBGL if look.flat else ())]
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=words)
        context = browser.new_context(
            color_scheme="dark" if look.dark else "light",
            reduced_motion="reduce" if look.still else "no-preference",
            locale=language,
        )
        page = context.new_page()
        if look.slow:
            line = {"offline": False, "latency": 40, "downloadThroughput": SLOW, "uploadThroughput": SLOW}
            context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
        yield Chromium(page)
        browser.close()


@contextlib.contextmanager
def gecko(look: Look, language: str) -> Iterator[Page]:
    """A page of Firefox's."""
    wanted = {
        "intl.accept_languages": language,
        "layout.css.prefers-color-scheme.content-override": 0 if look.dark else 1,
        "ui.prefersReducedMotion": int(look.still),
        "webgl.disabled": look.flat,
    }
    with tempfile.TemporaryDirectory() as folder, firefox(Path(folder), wanted) as page:
        yield page


BROWSERS = {"chromium": chromium, "firefox": gecko}


def calm(page: Page, there: str) -> None:
    """Wait until a place is there, and nothing has changed for a moment."""
    ends = time.monotonic() + 60
    before, since = "", time.monotonic()
    while time.monotonic() < ends:
        busy = f"return ({there}) ? document.body.innerHTML.length + ' ' + location.href : ''"
        now = page.own(busy)
        if now != before:
            before, since = now, time.monotonic()
        elif now and time.monotonic() - since > 0.7:
            return
        time.sleep(0.1)


def tabbed(page: Page) -> tuple[list[str], list[str]]:
    """Press Tab from the first control until it is round; return what it misses, and what something lies on."""
    count = page.own(CONTROLS)
    for _ in range(3 * count + 20):
        page.press("Tab")
        if page.own(NAME + PRESSED) != "on":
            break
    missed, behind = page.own(LEFT)
    return missed, behind


def tried(page: Page, address: str, place: str, look: Look, width: int, pictures: Path | None, browser: str) -> Row:
    """Look at a place."""
    where, clicks, there = PLACES[place]
    row = Row()
    begun = time.monotonic()
    page.go(f"{address}#{where}")
    page.resize(width, HEIGHT)
    try:
        calm(page, BEGUN)
        for one in clicks:
            if page.own("return document.querySelector(arguments[0])?.checkVisibility() ?? false", one):
                page.click(one)
        calm(page, there)
    except (Error, RuntimeError, AssertionError) as problem:
        row.said.append(f"{type(problem).__name__}: {str(problem).splitlines()[0][:120]}")
    row.time = time.monotonic() - begun
    if pictures:
        name = f"{place}-{width}-{browser}-{look.name}.png"
        (pictures / name).write_bytes(page.picture())
    row.out = max(0, page.own(STICKS_OUT))
    page.own(f"{AXE.read_text()}; window.axe = axe")
    row.axe = [f"{one['id']}: {[node['target'] for node in one['nodes'][:2]]}" for one in page.own(FOUND)["violations"]]
    if look.keys:
        row.missed, row.behind = tabbed(page)
    row.said += page.complaints(address.partition("?")[0])
    return row


def looks(widths: tuple[int, ...]) -> list[Look]:
    """Return the ways in which a browser is set up."""
    ends = tuple(sorted({min(widths), max(widths)}))
    return [
        Look("light", widths=widths),
        Look("dark", dark=True, widths=widths),
        Look("keys", still=True, widths=ends, keys=True),
        Look("still", still=True),
        Look("flat", flat=True),
        Look("slow", slow=True),
    ]


@contextlib.contextmanager
def served(site: Path | None) -> Iterator[str]:
    """The address of a studio: of a folder on a plain web space, or of the server."""
    if site is None:
        with tempfile.TemporaryDirectory() as folder, studio(Path(folder)) as one:
            yield one.address
        return
    with web_space(site) as (address, _):
        yield address


def main() -> int:
    """Try all that is asked for; return 1 if anything is not 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browsers", default=",".join(BROWSERS))
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)))
    parser.add_argument("--places", default=",".join(PLACES))
    parser.add_argument("--looks", default="")
    parser.add_argument("--language", default="en-US")
    parser.add_argument("--site", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    asked = parser.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    widths = tuple(map(int, asked.widths.split(",")))
    places = asked.places.split(",")
    lines: list[list[object]] = []
    bad = 0
    with served(asked.site) as address:
        for browser in asked.browsers.split(","):
            for look in looks(widths):
                if (asked.looks and look.name not in asked.looks.split(",")) or (look.slow and browser != "chromium"):
                    continue  # Firefox has no slow line
                rows = []
                with BROWSERS[browser](look, asked.language) as page:
                    for place in places:
                        for width in look.widths:
                            row = tried(page, address, place, look, width, asked.pictures, browser)
                            rows.append(row)
                            for line in row.bad():
                                print(f"{browser} {look.name} {width} {place}: {line}", flush=True)
                axe, missed, behind, said = (
                    sum(len(getattr(row, name)) for row in rows) for name in ("axe", "missed", "behind", "said")
                )
                out = sum(row.out > 0 for row in rows)
                bad += axe + missed + behind + said + out
                slowest = max(row.time for row in rows)
                keys = [missed, behind] if look.keys else ["", ""]
                lines.append([browser, look.name, len(rows), axe, out, *keys, said, round(slowest, 1)])
    head = ["browser", "look", "places", "axe", "stick out", "no Tab", "behind", "complaints", "slowest, s"]
    text = table(head, lines)
    print(text)
    if asked.write:
        README.write_text(recorded(README.read_text(), "studio_trials", text))
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
