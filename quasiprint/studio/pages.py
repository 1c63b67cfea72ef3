"""The files of the page: its own, and those that it shares with others. All are known by name: what is asked for is
never a path."""

from __future__ import annotations

from pathlib import Path

from quasiprint import web

PAGE = Path(__file__).parent / "page"
SHARED = ("three.bundle.js", "viewer.js", "look.css")
FONTS = "fonts"
MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


def page_files() -> dict[str, tuple[str, bytes]]:
    """Return each file of the page: its media type, and what it holds."""
    shared = Path(web.__file__).parent
    own = sorted(path for path in PAGE.iterdir() if path.suffix in MEDIA)
    every = [*own, *(shared / name for name in SHARED), *sorted((shared / FONTS).glob("*.woff2"))]
    return {path.name: (MEDIA[path.suffix], path.read_bytes()) for path in every}
