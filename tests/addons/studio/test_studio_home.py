"""One folder as a home page: the documentation beside the studio, kept for a visit without a network, never mixed of
two versions, installable, in any folder of any host."""

from __future__ import annotations

import http.server
import json
import os
import re
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from studios import web_space

from quasiprint.addons.studio import static
from quasiprint.addons.studio.static import page_files


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """Parts with a small documentation."""
    site = tmp_path / "parts/site"
    for name in ("index.html", "howto/fit.html"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(f"<!doctype html><html><body>{name}</body></html>")
    (site / "_static").mkdir()
    (site / "_static/look.css").write_text("p { margin: 0 }")
    for name in (".buildinfo", ".doctrees/environment.pickle", "_static/look.css.map"):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text("nobody's business")
    return tmp_path / "parts"


def files() -> dict[str, bytes]:
    return {name: content for name, (_, content) in page_files().items()}


def test_documentation_pictures_and_icons_lie_beside_the_studio(parts: Path) -> None:
    made = static.home_files(files(), parts)
    docs = {name for name in made if name.startswith("docs/")}
    assert docs == {"docs/index.html", "docs/howto/fit.html", "docs/_static/look.css"}
    page = made["index.html"].decode()
    assert '<nav class="home" id="home" data-t-label' in page
    assert 'href="docs/gallery.html"' in page
    told = json.loads(made["manifest.webmanifest"])
    assert (told["start_url"], told["display"]) == ("./", "standalone")
    for one in told["icons"][1:]:
        side = struct.unpack(">2L", made[one["src"]][16:24])
        assert "x".join(map(str, side)) == one["sizes"]
    assert {one.get("purpose") for one in told["icons"] if one["sizes"] == "512x512"} == {"any", "maskable"}
    assert [name for name, content in made.items() if re.search(rb"https?://(?!www\.w3\.org/2000/svg)", content)] == []


BEGIN = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>one</title></head><body>
<main>studio</main><p id="live"></p><p id="toast" hidden></p>
<script type="module" src="begin.js"></script></body></html>"""
SCRIPT = """import { keepPage, keepRest } from "./offline.js";
import { loadTexts } from "./texts.js";
document.body.dataset.version = "%s";
globalThis.late = async () => (await import("./late.js")).version;
await loadTexts();
keepPage();
keepRest();
"""


def version(name: str) -> dict[str, bytes]:
    """Return a small home page of a version: what a page begins with, and what it asks for later."""
    every = files()
    made = {one: every[one] for one in ("dom.js", "texts.js", "texts.json", "texts-en.json")}
    made["offline.js"] = re.sub(rb"(FIRST|REST) = \d+", rb"\1 = 1", (static.BROWSER / "offline.js").read_bytes())
    made |= {"index.html": BEGIN.encode(), "begin.js": (SCRIPT % name).encode()}
    made |= {"late.js": f'export const version = "{name}";'.encode(), "docs/index.html": f"<p>{name}</p>".encode()}
    first = frozenset(made) - {"late.js", "docs/index.html"}
    return {**made, "sw.js": static.service_worker(made, name, first)}


@pytest.fixture
def space(tmp_path: Path) -> Iterator[tuple[Path, str, http.server.ThreadingHTTPServer]]:
    """A folder somewhere on a web space, its address, and the server."""
    with web_space(tmp_path) as (address, server):
        yield tmp_path / "x/y/z", f"{address}x/y/z/", server


def put(folder: Path, held: dict[str, bytes], later: int = 0) -> None:
    """Write files. later: s, since a web space tells by the second when they were written."""
    for name, content in held.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        os.utime(folder / name, (time.time() + later,) * 2)


def until(page: Any, true: str) -> None:
    """Wait until something is true that a page has to wait for itself."""
    for _ in range(100):
        if page.evaluate(true):
            return
        page.wait_for_timeout(100)
    raise AssertionError(true)


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
def test_the_page_works_without_a_network_after_the_first_visit(space: Any, opened: Any) -> None:
    folder, address, server = space
    put(folder, version("one"))
    page = opened(address)
    page.wait_for_selector("html[data-offline]")  # all is kept, quietly
    server.shutdown()
    server.server_close()
    page.reload()
    page.wait_for_selector("body[data-version=one]")
    assert page.evaluate("late()") == "one"
    page.goto(f"{address}docs/")
    assert page.locator("p").inner_text() == "one"
    assert [url for url in page.seen.requests if not url.startswith(address)] == []


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
def test_a_newer_version_comes_whole_or_not_at_all(space: Any, opened: Any) -> None:
    folder, address, _ = space
    put(folder, version("one"))
    page = opened(address)
    page.wait_for_selector("html[data-offline]")
    put(folder, {"late.js": version("two")["late.js"]}, 10)  # half copied: the page does not see it
    assert page.evaluate("late()") == "one"
    put(folder, version("two"), 20)
    page.reload()
    page.wait_for_selector("body[data-version=one]")  # at once, as it was; the newer one is fetched meanwhile
    until(page, "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    page.reload()
    page.wait_for_selector("body[data-version=two]")
    assert page.evaluate("late()") == "two"
    until(page, "async () => (await caches.keys()).join() === 'quasiprint-studio-two'")
