"""The documentation site: built without a warning, it asks no other host for anything, and its links lead somewhere.
Besides, what forges and indexes are told of the project: forms for reports, and classifiers."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urldefrag

import click
import pytest
import trove_classifiers
import yaml
from called import other_hash_seed, printed

from quasiprint import api, games
from quasiprint.cli import COMMANDS, main

HEAVIEST = 150_000  # bytes of a picture
# attributes by which a page has the browser fetch something, of any element; a link to follow is none of them
FETCHED = {"src", "srcset", "data", "poster", "background", "action", "formaction", "ping", "manifest"}
ELSEWHERE = re.compile(r"""\s*(?:[a-z][a-z0-9+.-]*:)?//|\s*(?:https?|ftp|wss?):""", re.IGNORECASE)
IN_STYLES = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")
IN_SCRIPTS = re.compile(r"""["'`](?:https?:|wss?:)?//[\w.-]+\.[a-z]+[^"'`]*""")
NAMESPACES = {"http://www.w3.org/2000/svg"}  # names of languages, which nobody fetches
COMMENTS = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)


class Page(HTMLParser):
    """What a page fetches, what it links to, and what in it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value or "")
            elif name == "href" and tag in ("a", "area"):
                self.links.append(value or "")
            elif name in FETCHED or name == "href":  # of a link element: a style, an icon, a font
                self.fetched.append(value or "")
            elif name == "style":
                self.fetched += styled(value or "")

    def handle_data(self, data: str) -> None:
        if self.inside == "style":
            self.fetched += styled(data)
        elif self.inside == "script":
            self.fetched += scripted(data)

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


def styled(text: str) -> list[str]:
    """Return what a style fetches."""
    return [one or other for one, other in IN_STYLES.findall(COMMENTS.sub("", text))]


def scripted(text: str) -> list[str]:
    """Return the addresses of other hosts that a script names, but for those in its comments."""
    named = {found.strip("\"'`") for found in IN_SCRIPTS.findall(COMMENTS.sub("", text))}
    return sorted(named - NAMESPACES)


def requests(folder: Path) -> Iterator[str]:
    """Yield what a site has a browser ask other hosts for, after the file that does."""
    readers = {
        ".html": lambda text: Page(text).fetched,
        ".css": styled,
        ".js": scripted,
        ".svg": lambda t: Page(t).fetched,
    }
    for path in sorted(folder.rglob("*")):
        if path.suffix in readers:
            for target in readers[path.suffix](path.read_text(encoding="utf-8")):
                if ELSEWHERE.match(target):
                    yield f"{path.relative_to(folder)}: {target}"


def dead(folder: Path) -> Iterator[str]:
    """Yield the links within a site that lead nowhere, and what its pages fetch that is not there."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        for link in (*page.links, *page.fetched):
            if ELSEWHERE.match(link) or link.startswith(("mailto:", "data:")):
                continue
            place, anchor = urldefrag(unquote(link))
            target = (path.parent / place.partition("?")[0]).resolve() if place else path
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                yield f"{path.relative_to(folder)}: {link}"


def built(docs: Path, to: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build a site, every warning an error."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-b", "html", "-d", to / "read"]
    return subprocess.run([*command, *options, docs, to / "site"], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as anybody builds it."""
    place = tmp_path_factory.mktemp("built")
    done = built(root / "docs", place)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return place / "site"


@pytest.mark.thorough
def test_the_site_has_every_page(site: Path, root: Path) -> None:
    pages = {path.relative_to(root / "docs").with_suffix(".html") for path in (root / "docs").rglob("*.md")}
    assert len(pages) > 60
    assert [page for page in pages if not (site / page).is_file()] == []


@pytest.mark.thorough
def test_the_site_asks_no_other_host_for_anything(site: Path) -> None:
    assert list(requests(site)) == []
    assert len(list(site.rglob("*.css"))) > 2
    assert len(list(site.rglob("*.js"))) > 3


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", '<link rel="stylesheet" href="https://fonts.example.org/css?family=X">'),
        ("a.html", '<script src="//cdn.example.org/x.js"></script>'),
        ("a.html", '<img srcset="https://example.org/a.png 2x">'),
        ("a.html", '<p style="background: url(https://example.org/a.png)">'),
        ("a.html", '<style>@import "https://example.org/a.css";</style>'),
        ("a.html", "<script>fetch('https://example.org/a.json')</script>"),
        ("a.html", '<form action="https://example.org/search">'),
        ("a.css", "@font-face { src: url('https://example.org/a.woff2') }"),
        ("a.js", 'const u = "https://example.org/a.json";'),
        ("a.svg", '<image href="https://example.org/a.png"/>'),
    ],
)
def test_a_request_to_another_host_is_found(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "b.html").write_text('<a href="https://example.org">read on</a><img src="a.png"><img src="data:,">')
    (tmp_path / "b.js").write_text("/* https://example.org */\n// see https://example.org\nlet a = b;")
    assert list(requests(tmp_path)) == []
    (tmp_path / name).write_text(text)
    (found,) = requests(tmp_path)
    assert found.startswith(f"{name}: ")


@pytest.mark.thorough
def test_every_link_in_the_site_leads_somewhere(site: Path) -> None:
    assert list(dead(site)) == []


@pytest.mark.parametrize("link", ["nosuch.html", "b.html#nosuch", "#nosuch", "../a.html"])
def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, link: str) -> None:
    (tmp_path / "b.html").write_text('<h1 id="part">b</h1>')
    (tmp_path / "a.html").write_text('<a href="b.html#part">b</a><a href="b.html">b</a><p id="x"><a href="#x">x</a>')
    assert list(dead(tmp_path)) == []
    (tmp_path / "a.html").write_text(f'<a href="{link}">b</a>')
    assert list(dead(tmp_path)) == [f"a.html: {link}"]
    (tmp_path / "a.html").write_text(f'<img src="{link.partition("#")[0] or "nosuch.png"}">')
    assert len(list(dead(tmp_path))) == (0 if "b.html#" in link else 1)


def test_a_warning_is_an_error(root: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# Games\n\n[a page](nosuch.md), [a part](#nosuch)\n\n```{command} nosuch\n```\n")
    done = built(docs, tmp_path, "-c", str(root / "docs"))
    assert done.returncode == 1
    for said in ("'nosuch.md'", "'nosuch'", "no command 'nosuch'"):
        assert said in done.stderr, said


# --- the pages ----------------------------------------------------------------------------------


def test_pictures_are_light_and_each_is_shown(root: Path) -> None:
    pages = [root / "README.md", *(root / "docs").rglob("*.md")]
    shown = {found for page in pages for found in re.findall(r"pictures/([\w.-]+)", page.read_text(encoding="utf-8"))}
    there = {path.name: path.stat().st_size for path in (root / "docs/pictures").iterdir()}
    assert {name: size for name, size in there.items() if size > HEAVIEST} == {}
    assert set(there) == shown


def test_every_picture_says_what_it_shows(root: Path) -> None:
    for page in (root / "docs").rglob("*.md"):
        for words in re.findall(r"!\[([^\]]*)\]\(", page.read_text(encoding="utf-8")):
            assert len(words) > 5, page


# --- the reference ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reference(root: Path) -> Iterator[ModuleType]:
    sys.path.insert(0, str(root / "docs"))
    import site_reference

    yield site_reference
    sys.path.remove(str(root / "docs"))


def asked(root: Path, page: str, block: str) -> set[str]:
    """Return what a page asks the program for."""
    text = (root / f"docs/reference/{page}.md").read_text(encoding="utf-8")
    return set(re.findall(rf"(?m)^```\{{{block}\}} ?(.*)$", text))


def test_every_command_game_and_profile_is_in_the_reference(root: Path) -> None:
    groups = {f"{name} {each}" for name in COMMANDS for each in subcommands(name)}
    assert asked(root, "commands", "command") == {"", *COMMANDS, *groups}
    own = {name for name, game in games.load_all()[0].items() if game.options}
    assert {words.split()[1] for words in asked(root, "games", "command") if words.startswith("make ")} == own
    assert asked(root, "profiles", "profiles") == set(api.profile_lines())


def subcommands(name: str) -> list[str]:
    """Return the commands below a command."""
    command = main.get_command(click.Context(main), name)
    return command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []


@pytest.mark.thorough
def test_the_reference_has_every_option_with_its_words(site: Path, reference: ModuleType) -> None:
    page = seen((site / "reference/commands.html").read_text(encoding="utf-8"))
    rows = [row for name in COMMANDS for part in reference.told([name]).parts for row in part.rows]
    assert len(rows) > 50
    for term, words in rows:
        assert f"{term} {words.replace('`', '')}" in page
    own = seen((site / "reference/games.html").read_text(encoding="utf-8"))
    assert "--colours INTEGER How many colours the stripes have" in own
    assert "--kerf LENGTH" not in own  # which every game has


def seen(text: str) -> str:
    """Return what a reader of a page sees, a space between words."""
    apart = re.sub(r"</?(?:td|tr|p|div|h\d|li|pre)\b[^>]*>", " ", text)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", apart)).split())


def test_what_would_break_a_table_does_not(reference: ModuleType) -> None:
    assert reference.cell("a|b *c* [d] <e> f_g") == r"a\|b \*c\* \[d\] \<e\> f\_g"
    assert reference.cell("see `a_b` and --kerf") == "see `a_b` and `--kerf`"
    assert reference.term("--ids none|back") == r"`--ids none\|back`"
    with pytest.raises(click.UsageError, match="nosuch"):
        reference.told(["nosuch"])
    with pytest.raises(click.UsageError, match="allowed is bed"):
        reference.profile_lines("nosuch")


@pytest.mark.thorough
def test_profiles_stand_there_with_their_colours(site: Path) -> None:
    page = (site / "reference/profiles.html").read_text(encoding="utf-8")
    names = [name for lines in api.profile_lines().values() for name in lines]
    assert len(names) > 25
    assert [name for name in names if f'<span class="pre">{name}</span>' not in page] == []
    assert page.count('<span class="ink" style="background:#') == 3 + 8 + 7 + 4


def test_the_reference_is_the_same_with_other_hashes(root: Path, reference: ModuleType) -> None:
    code = """
        import sys; sys.path.insert(0, 'docs')
        from site_reference import command_lines, profile_lines
        print(*command_lines(['make']), *command_lines(['make', 'majomino']), *profile_lines('palette'), sep='\\n')
    """
    lines = [*reference.command_lines(["make"]), *reference.command_lines(["make", "majomino"])]
    expected = "\n".join([*lines, *reference.profile_lines("palette")])
    told = printed("\n".join(line.strip() for line in code.splitlines()), root, PYTHONHASHSEED=other_hash_seed())
    assert told.rstrip("\n") == expected.rstrip("\n")


# --- what forges and indexes are told -----------------------------------------------------------

ASKED = {"markdown": {"value"}, "textarea": {"label"}, "input": {"label"}, "dropdown": {"label", "options"},
         "checkboxes": {"label", "options"}}  # fmt: skip
MAY = {"label", "description", "placeholder", "value", "render", "options", "multiple", "default"}


def form_faults(form: Any) -> Iterator[str]:
    """Yield what a forge would refuse in a form for reports."""
    if not isinstance(form, dict) or not {"name", "description", "body"} <= set(form):
        yield "no name, description or body"
        return
    yield from (
        f"unknown key {key}" for key in set(form) - {"name", "description", "body", "labels", "title", "assignees"}
    )
    ids: list[str] = []
    for part in form["body"]:
        kind, attributes = part.get("type"), part.get("attributes", {})
        if kind not in ASKED:
            yield f"no kind {kind}"
            continue
        yield from (f"{kind} without {key}" for key in ASKED[kind] - set(attributes))
        yield from (f"{kind} with {key}" for key in set(attributes) - MAY)
        yield from (f"{kind} with {key}" for key in set(part) - {"type", "id", "attributes", "validations"})
        if kind == "dropdown" and len(set(attributes.get("options", ()))) != len(attributes.get("options", ())):
            yield "the same option twice"
        if kind == "checkboxes" and not all("label" in each for each in attributes.get("options", ())):
            yield "a box without a label"
        if kind != "markdown":
            if not re.fullmatch(r"[\w-]+", part.get("id", "")):
                yield f"{kind} without an id"
            ids.append(part.get("id", ""))
    if len(set(ids)) != len(ids):
        yield "the same id twice"
    if not ids:
        yield "nothing to fill in"


def test_forms_for_reports_have_the_shape_that_forges_ask_for(root: Path) -> None:
    folder = root / ".github/ISSUE_TEMPLATE"
    forms = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in folder.glob("*.yml")}
    assert forms.pop("config.yml") == {"blank_issues_enabled": True}
    assert sorted(forms) == ["idea.yml", "making.yml", "wrong-set.yml"]
    for name, form in forms.items():
        assert list(form_faults(form)) == [], name
        text = (folder / name).read_text(encoding="utf-8")
        assert all((root / path).is_file() for path in re.findall(r"`(docs/[\w/.-]+)`", text))
    options = forms["making.yml"]["body"][1]["attributes"]["options"]
    assert {name.capitalize() for name in games.load_all()[0]} <= set(options)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": None}, "no name"),
        ({"body": [{"type": "picture", "attributes": {}}]}, "no kind picture"),
        ({"body": [{"type": "input", "id": "a", "attributes": {}}]}, "input without label"),
        ({"body": [{"type": "input", "attributes": {"label": "a"}}]}, "input without an id"),
        ({"body": [{"type": "input", "id": "a", "attributes": {"label": "a"}}] * 2}, "the same id twice"),
        ({"body": [{"type": "dropdown", "id": "a", "attributes": {"label": "a"}}]}, "dropdown without options"),
        ({"body": [{"type": "markdown", "attributes": {"value": "a"}}]}, "nothing to fill in"),
        ({"labelled": "x"}, "unknown key labelled"),
    ],
)
def test_a_form_that_a_forge_would_refuse_is_found(change: dict[str, Any], said: str) -> None:
    sound: dict[str, Any] = {
        "name": "a", "description": "b", "body": [{"type": "input", "id": "a", "attributes": {"label": "a"}}]
    }  # fmt: skip
    assert list(form_faults(sound)) == []
    wrong = {key: value for key, value in {**sound, **change}.items() if value is not None}
    assert any(said in fault for fault in form_faults(wrong))


def test_the_project_is_described_in_words_that_indexes_know(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["classifiers"]) <= trove_classifiers.classifiers
    assert not any(text.startswith("License ::") for text in project["classifiers"])  # beside a licence in SPDX's words
    citation = yaml.safe_load((root / "docs/CITATION.cff").read_text(encoding="utf-8"))
    assert citation["license"] == project["license"]
    assert {"cff-version", "message", "title", "authors", "type"} <= set(citation)
    assert project.get("urls") is None  # nobody knows the project's address yet; docs/building.md says so
