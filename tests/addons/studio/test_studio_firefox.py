"""The studio in Firefox, which draws, clicks and downloads by other hands than Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from called import invoke
from firefox import Firefox, firefox
from studios import Studio

pytestmark = [pytest.mark.foreign("firefox-esr"), pytest.mark.thorough]
SHOWN = "return document.body.dataset.shown === arguments[0] && document.querySelector('.setting') !== null"
SEEN = "return document.querySelector(arguments[0]).innerText"


def taken(page: Firefox) -> Path:
    """Return the set of the design that is shown, as it is downloaded."""
    page.run("document.querySelector('#download').click()")
    page.until("return document.querySelector('#files .main-take button')?.checkVisibility()")
    page.run("document.querySelector('#files .main-take button').click()")
    return page.downloaded(".zip")


def test_a_change_in_the_language_of_the_browser_and_the_command_lines_archive(served: Studio, tmp_path: Path) -> None:
    with firefox(tmp_path / "firefox", "de-CH, en") as page:
        page.go(f"{served.address}#triomino?highest=0&format=stl,svg")
        page.until(SHOWN, "#triomino?highest=0&format=stl,svg")
        assert page.run("return document.documentElement.lang") == "de"
        assert page.run(SEEN, "#said") == "1 Stein"
        page.run("const to = document.querySelector('#field-highest'); to.value = '1'; "
                 "to.dispatchEvent(new Event('input', { bubbles: true }))")  # fmt: skip
        page.until(SHOWN, "#triomino?highest=1&format=stl,svg")
        assert page.run(SEEN, "#said") == "4 Steine"
        assert page.run(SEEN, "#command") == "quasiprint make triomino --highest 1 --format stl,svg"
        archive = taken(page).read_bytes()
        assert page.wrong(f"http://127.0.0.1:{served.port}/") == []
    words = ("--highest", "1", "--format", "stl,svg", "--language", "de")
    invoke("make", "triomino", *words, "-o", tmp_path / "due.zip", code=0)
    assert archive == (tmp_path / "due.zip").read_bytes()
