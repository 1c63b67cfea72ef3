"""The studio in Firefox, which draws, clicks and downloads by other hands than Chromium."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from called import invoke
from firefox import Firefox, firefox
from studios import Studio

from quasiprint.api import verify

pytestmark = pytest.mark.foreign("firefox-esr")
ENGLISH = {"intl.accept_languages": "en-US, en"}
SHOWN = "return document.body.dataset.shown === arguments[0]"


def shown(page: Firefox, served: Studio, design: str) -> None:
    """Open a design, and wait until it is shown and can be changed."""
    page.go(f"{served.address}#{design}")
    page.until(SHOWN, f"#{design}")
    page.until("return document.querySelector('.setting') !== null")


def quiet(page: Firefox, served: Studio) -> None:
    """Assert that no script failed, and that the page asked nobody but the studio."""
    own = f"http://127.0.0.1:{served.port}/"
    assert page.complaints(own) == []
    assert [url for url in page.asked() if not url.startswith((own, "data:", "blob:"))] == []


@pytest.mark.thorough
def test_first_picture_and_a_change_in_the_language_of_the_browser(served: Studio, tmp_path: Path) -> None:
    with firefox(tmp_path, {"intl.accept_languages": "de-CH, en"}) as page:
        shown(page, served, "triomino?highest=0")
        assert page.run("return document.documentElement.lang") == "de"
        assert page.seen("#said") == "1 Stein"
        page.fill("#field-highest", "1")
        page.until(SHOWN, "#triomino?highest=1")
        assert page.seen("#said") == "4 Steine"
        assert page.seen("#command") == "quasiprint make triomino --highest 1"
        quiet(page, served)


@pytest.mark.thorough
def test_archive_is_the_command_lines(served: Studio, tmp_path: Path) -> None:
    with firefox(tmp_path / "firefox", ENGLISH) as page:
        shown(page, served, "triomino?highest=0&format=stl,svg")
        page.click("#download")
        page.click("#files .main-take button")
        taken = page.downloaded(".zip").read_bytes()
        page.seen("#progress code", "-o triomino-stl-svg.zip")
        quiet(page, served)
    due = tmp_path / "due.zip"
    invoke("make", "triomino", "--highest", "0", "--format", "stl,svg", "-o", due)
    assert io.BytesIO(taken).getbuffer() == due.read_bytes()


@pytest.mark.thorough
@pytest.mark.foreign("npm")
def test_without_a_server_it_makes_a_set_that_is_proved(space: str, tmp_path: Path) -> None:
    with firefox(tmp_path, ENGLISH) as page:
        page.go(f"{space}#triomino?highest=0&format=stl,svg")
        page.until(SHOWN, "#triomino?highest=0&format=stl,svg", within=240)
        page.until("return document.querySelector('.setting') !== null", within=240)
        page.click("#download")
        page.click("#files .main-take button")
        assert verify(page.downloaded(".zip", within=240)).verified
        assert page.complaints(space) == []
        assert [url for url in page.asked() if not url.startswith((space, "data:", "blob:"))] == []
