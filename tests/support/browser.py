"""A real browser for tests of pages: Debian's Chromium, driven by Playwright, which draws bodies in software.

A test that uses it says so: ``@pytest.mark.foreign("chromium")``. It takes the fixture `opened`, which opens a page and
records every request, every message of its console and every error; ``page.seen.quiet()`` asserts that there were none
but for what belongs to the page. The browser ends with the module of the test, since Playwright's loop would be in the
way of others that run in the same process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import foreign
import pytest

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
# bodies are drawn by a graphics card in software; pages are not, which would take three times as long
DRAWING = ("--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage",
           "--disable-gpu-rasterization", "--disable-gpu-compositing")  # fmt: skip
AXE = Path(__file__).parents[1] / "data" / "axe.min.js"


@dataclass
class Seen:
    """What a page asked for and said. requests: addresses, without those that hold their own data."""

    requests: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def watch(self, page: Any) -> None:
        page.on("request", lambda one: one.url.startswith(("data:", "blob:")) or self.requests.append(one.url))
        page.on("console", lambda one: self.said.append(f"{one.type}: {one.text}"))
        page.on("pageerror", lambda one: self.errors.append(str(one)))
        page.on("requestfailed", lambda one: self.errors.append(f"{one.url}: {one.failure}"))

    def loud(self) -> list[str]:
        """What should not have been said: errors, and warnings but for those of drawing in software."""
        warned = [line for line in self.said if line.startswith(("error", "warning", "assert"))]
        return self.errors + [line for line in warned if "GPU stall due to ReadPixels" not in line]

    def quiet(self, *allowed: str) -> None:
        """Assert that the page asked for nothing but addresses that begin with one of `allowed`, and complained of
        nothing."""
        assert not self.loud(), self.loud()
        strange = [url for url in self.requests if not url.startswith(allowed)]
        assert not strange, strange


Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browsing() -> Iterator[Any]:
    """Playwright's browser."""
    program = foreign.where("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*DRAWING])
        yield browser
        browser.close()


@pytest.fixture
def opened(browsing: Any) -> Iterator[Open]:
    """Open addresses: ``opened(url, viewport=PHONE, color_scheme="dark", …)`` returns Playwright's page, with `seen`.

    What else is said goes to Playwright's new_context. Downloads are kept until the test ends.
    """
    contexts: list[Any] = []

    def opening(url: str, **options: Any) -> Any:
        contexts.append(browsing.new_context(**{"viewport": DESK, "accept_downloads": True, **options}))
        page = contexts[-1].new_page()
        page.set_default_timeout(30_000)
        page.seen = Seen()
        page.seen.watch(page)
        page.goto(url)
        return page

    yield opening
    for context in contexts:
        context.close()


def violations(page: Any, within: str = "document") -> list[str]:
    """Return what axe-core finds wrong with a page for those who cannot see or point: rule, and where."""
    page.evaluate(AXE.read_text())  # past the page's own policy, as a developer's console is
    found = page.evaluate(f"axe.run({within}, {{resultTypes: ['violations']}})")
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:3]]}" for one in found["violations"]
    ]


def colours(png: bytes) -> int:
    """Return how many different colours a screenshot has: a canvas that nothing was drawn on has one."""
    from io import BytesIO

    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        return len(image.convert("RGB").getcolors(1 << 24))
