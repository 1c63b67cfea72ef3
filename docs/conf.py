"""How Sphinx makes the documentation site of these pages (decision 0031).

    python -m sphinx -W -b html docs output/site

Pages are plain Markdown: they read the same on a forge. What a site has besides is done here: the order of pages, links
that leave docs/, and the reference, which `site_reference` writes from the program itself.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from posixpath import normpath, relpath

from sphinx.application import Sphinx

from quasiprint.version import __version__

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "quasiprint"
version = release = __version__
extensions = ["myst_parser", "site_reference"]
root_doc = "index"
language = "en"
nitpicky = True
smartquotes = False  # two dashes are an option, not a long dash
myst_heading_anchors = 4
# what stands in a block is coloured where that helps; what is typed or shown has no grammar worth it
highlight_language = "none"

html_theme = "furo"
html_title = "quasiprint"
html_show_copyright = False
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["site"]
html_favicon = "../quasiprint/addons/studio/page/icon.svg"
html_css_files = ["pictures.css"]
html_theme_options = {"top_of_page_buttons": []}
if "studio" in tags:  # noqa: F821 (Sphinx's): beside the studio, in one folder (decision 0081)
    templates_path = ["sidebar"]
    html_sidebars = {
        "**": [
            *("sidebar/brand.html", "studio.html", "sidebar/search.html", "sidebar/scroll-start.html"),
            *("sidebar/navigation.html", "sidebar/scroll-end.html"),
        ]
    }

# pages of the project that are not below docs/, and the pages that stand for them
STANDS_FOR = {"README.md": "index.md", "CHANGELOG.md": "changes.md"}

# which pages come below a page, in groups with a heading; some by a shorter name. Every page is in here once.
ORDER: dict[str, list[tuple[str, list[str]]]] = {
    "index": [
        (
            "Make one",
            ["Paper </tutorials/paper>", "3D printer </tutorials/printer>", "Laser cutter </tutorials/laser>"],
        ),
        ("See", ["gallery"]),
        (
            "A printer, a laser or paper",
            ["howto/first-piece", "howto/coupon", "howto/fit", "howto/machines", "howto/paper", "howto/boards",
             "howto/class", "howto/large-type", "howto/storage"],
        ),
        ("A screen", ["howto/studio", "howto/tabletop", "howto/play-majomino", "howto/play-quomino"]),
        ("Wishes for the set", ["howto/colours", "howto/touch", "howto/languages", "howto/project-files"]),
        ("A set or a game", ["howto/verify", "howto/lost-piece", "howto/score", "howto/solve", "howto/catalogue"]),
        ("An idea", ["howto/sets", "howto/classics", "howto/set-layouts", "howto/puzzle", "howto/playtest"]),
        (
            "Reference",
            ["reference/commands", "reference/games", "reference/profiles", "reference/files",
             "reference/programs", "reference/promises", "completion"],
        ),
        ("Go further", ["findings", "own-games", "programs", "proved", "changes"]),
        ("For developers", ["building", "CONTRIBUTING", "SECURITY"]),
    ],
    "findings": [("Findings", ["findings/*"])],
    "building": [("How it is built", ["decisions/README", "proof/*", "licences", "releasing"])],
    "decisions/README": [("Decisions", ["decisions/*"])],
}  # fmt: skip


def toctrees(page: str) -> str:
    """Return the directives that put pages below a page, hidden in it and shown at the side."""
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {caption}\n\n"
        + "\n".join(name if "<" in name else f"/{name}" for name in pages)
        + "\n```\n"
        for caption, pages in ORDER.get(page, ())
    )


def inside(page: str, text: str) -> str:
    """Return a page's text with its links that leave docs/ led elsewhere: to the page that stands for another one.

    A link to a file is kept, and the file is handed out with the site. A folder, or a page of its own, is neither: the
    link's words stay.
    """

    def led(found: re.Match[str]) -> str:
        words, target, anchor = found["words"], found["target"], found["anchor"] or ""
        place = normpath(f"docs/{page}/../{target}")
        if place.startswith("docs/") or ":" in target:
            return found[0]
        if place in STANDS_FOR:
            return f"[{words}]({relpath(f'docs/{STANDS_FOR[place]}', f'docs/{page}/..')}{anchor})"
        return words if place.endswith(".md") or (HERE.parent / place).is_dir() else found[0]

    return re.sub(r"\[(?P<words>[^\]]*)\]\((?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)", led, text)


def read(app: Sphinx, page: str, content: list[str]) -> None:
    """Change what was read of a page before it is parsed."""
    content[0] = inside(page, content[0]) + toctrees(page)


def setup(app: Sphinx) -> None:
    """Tell Sphinx."""
    app.connect("source-read", read)
