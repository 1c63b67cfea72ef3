"""The README, the pages of docs/ and the site that is built of them: their links lead somewhere, all that they tell a
reader to type is run, what the README makes is there, and no page asks another host for anything."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urldefrag

import click
import pytest
from called import settled
from foreign import KERNEL
from page_commands import Reader, Wrong, blocks, faults, joined

from quasiprint import games
from quasiprint.cli import known_commands, main
from quasiprint.make import profiles
from quasiprint.model.common_options import COMMON

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
    readers = dict.fromkeys((".html", ".svg"), lambda text: Page(text).fetched) | {".css": styled, ".js": scripted}
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
        ("a.html", '<p style="background: url(https://example.org/a.png)">'),
        ("a.css", "@font-face { src: url('https://example.org/a.woff2') }"),
        ("a.js", 'const u = "https://example.org/a.json";'),
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
    groups = {f"{name} {subcommand}" for name in known_commands() for subcommand in subcommands(name)}
    assert asked(root, "commands", "command") == {"", *known_commands(), *groups}
    own = {name for name, game in games.load_all()[0].items() if game.options}
    assert {words.split()[1] for words in asked(root, "games", "command") if words.startswith("make ")} == own
    assert asked(root, "profiles", "profiles") == set(profiles.lines())


def subcommands(name: str) -> list[str]:
    """Return the commands below a command."""
    command = main.get_command(click.Context(main), name)
    return command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []


@pytest.mark.thorough
def test_the_reference_has_every_option_with_its_words(site: Path, reference: ModuleType) -> None:
    page = seen((site / "reference/commands.html").read_text(encoding="utf-8"))
    rows = [row for name in known_commands() for part in reference.told([name]).parts for row in part.rows]
    flags = {word for term, _ in rows for word in re.findall(r"--[a-z-]+", term)}
    assert {option.flag for option in COMMON.values()} <= flags
    for term, words in rows:
        assert f"{term} {words.replace('`', '')}" in page
    own = seen((site / "reference/games.html").read_text(encoding="utf-8"))
    assert "--colours INTEGER How many colours the stripes have" in own
    assert "--kerf LENGTH" not in own  # which every game has


def seen(text: str) -> str:
    """Return what a reader of a page sees, a space between words."""
    apart = re.sub(r"</?(?:td|tr|p|div|h\d|li|pre)\b[^>]*>", " ", text)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", apart)).split())


ROOT = Path(__file__).parents[2]
PAGES = ("README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")))
TYPED = tuple(page for page in PAGES if blocks((ROOT / page).read_text(encoding="utf-8")))  # where there is a block
GUIDES = tuple(page for page in PAGES if not page.startswith(("docs/decisions/", "docs/proof/")))  # for whoever uses it
NEEDS = {"docs/programs.md": [pytest.mark.foreign(KERNEL)]}  # it shows pieces as CadQuery's workplanes
PATHS = {"paper": "I have only paper", "laser": "I have a laser cutter", "printer": "I have a 3D printer"}


def broken(page: str, text: str) -> Iterator[str]:
    """Yield the local links of a page that lead nowhere, from the project's root or from docs/ as the page does."""
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not link.startswith(("https:", "#")) and not ((ROOT / page).parent / link.partition("#")[0]).exists():
            yield link


def said(text: str) -> list[str]:
    """Return the commands that stand in a page's sentences and in blocks to be typed; words in capitals stand for
    something of the reader's."""
    typed = [line for block in blocks(text) if block.kind == "sh" and not block.untried for line in joined(block.text)]
    prose = re.sub(r"(?ms)^ *```.*?^ *```$", "", text)
    found = [" ".join(words.split()) for words in re.findall(r"`(quasiprint [^`]+)`", prose)]
    found += [line for line in typed if line.startswith("quasiprint ") and not set("|><;&$#") & set(line)]
    return [line for line in found if not re.search(r"\b[A-Z]{3,}\b(?!-)", line.replace("5-0MJ-1", ""))]


def parsed(line: str) -> click.Context:
    """Return the context of a command, read as the command line reads it, but not run."""
    _, name, *words = shlex.split(line)
    with main.make_context("quasiprint", [name], resilient_parsing=True) as ctx:
        command = main.get_command(ctx, name)
        if command is None:
            raise click.UsageError(f"no command {name}")
        while isinstance(command, click.Group) and words:
            name, *words = words
            command = command.get_command(ctx, name)
            if command is None:
                raise click.UsageError(f"no command {name}")
        return command.make_context(name, words, parent=ctx)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    assert list(broken(page, (ROOT / page).read_text(encoding="utf-8"))) == []
    assert list(broken(page, "[a](nosuch.md) [b](https://example.org) [c](#part)")) == ["nosuch.md"]


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, pending = set(), ["README.md"]
    while pending:
        page = pending.pop()
        reached.add(page)
        text = (ROOT / page).read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            path = ((ROOT / page).parent / link.partition("#")[0]).resolve() if ":" not in link else ROOT
            if path.is_relative_to(ROOT) and path.is_file() and path.suffix == ".md":
                name = path.relative_to(ROOT).as_posix()
                pending += [name] if name not in reached and name not in pending else []
    assert set(PAGES) <= reached


@pytest.mark.sampled(12)
@pytest.mark.parametrize("page", GUIDES)
def test_commands_in_sentences_are_understood(page: str, here: Path) -> None:
    shutil.copytree(ROOT / "examples", here / "examples")
    (here / "birthday.toml").write_text('game = "triomino"\n')  # that the page on project files has its reader write
    for line in said((ROOT / page).read_text(encoding="utf-8")):
        try:
            parsed(line)
            # a profile may be one that the page has its reader write
            if line.split()[1:3] in [["make", game] for game in games.names()] and "--profile" not in line:
                settled(*shlex.split(line)[1:])
        except click.exceptions.Exit:  # of --help
            continue
        except click.ClickException as problem:
            pytest.fail(f"{line}: {problem.format_message()}")
    for wrong in ("quasiprint nosuch", "quasiprint make quasimino --nosuch", "quasiprint make quasimino --kerf wide"):
        assert said(f"`{wrong}`") == said(f"```sh\n{wrong}\n```") == [wrong]
        with pytest.raises(click.ClickException):
            parsed(wrong)


# --- what a reader types ------------------------------------------------------------------------


class Readers:
    """Those who follow the pages, one for each page. What was made for one page serves the next."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.sets: dict[str, Path] = {}
        self.done: dict[str, Reader] = {}

    def follow(self, page: str) -> Reader:
        """Return the reader of a page, who has done what it says."""
        if page not in self.done:
            self.done[page] = self.try_out(page.replace("/", "-"), (ROOT / page).read_text(encoding="utf-8"))
        return self.done[page]

    def try_out(self, name: str, text: str) -> Reader:
        """Return a reader who has followed a text, in a folder of their own in which the program's examples lie."""
        home = self.place / name
        shutil.copytree(ROOT / "examples", home / "examples")
        reader = Reader(home, self.sets)
        reader.follow(text)
        return reader


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Readers:
    return Readers(tmp_path_factory.mktemp("readers"))


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_a_page_says_what_it_is(page: str) -> None:
    assert list(faults((ROOT / page).read_text(encoding="utf-8"))) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("page", [pytest.param(page, marks=NEEDS.get(page, ())) for page in TYPED])
def test_what_a_page_says_to_type_is_typed(page: str, readers: Readers) -> None:
    reader = readers.follow(page)
    held = blocks((ROOT / page).read_text(encoding="utf-8"))
    lines = [line for block in held if block.kind == "sh" and not (block.untried or block.file)
             for line in joined(block.text)]  # fmt: skip
    typed = [line for line in lines if line.split("#")[0].strip() and not line.startswith("cd ")]
    shown = [block for block in held if block.kind.startswith(("{command}", "{profiles}"))]
    assert len(reader.ran) == len(typed) + len(shown)


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```sh\nquasiprint nosuch\n```", "ended with 2, not 0"),
        ("```sh\nquasiprint list\n```\n\n```text\nchess: Chess\n```", "is not what was printed"),
        ("```python\nassert 1 == 2\n```", "the page's Python: ended with 1"),
    ],
)
def test_a_page_that_is_wrong_is_found(page: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(Wrong, match=fault):
        Reader(tmp_path).follow(page)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("way", PATHS)
def test_each_way_makes_the_files_that_its_steps_name(way: str, readers: Readers) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").split(f"### {PATHS[way]}\n")[1].split("\n#")[0]
    folder = readers.try_out(way, text).home / "output/quasimino"
    steps = "\n".join(re.findall(r"(?m)^\d\. .+(?:\n   .+)*", text))
    named = [name.removeprefix("output/quasimino/") for name in re.findall(r"`([\w/.-]+\.\w+)`", steps)]
    assert len(named) >= 3
    for name in named:
        assert (folder / name).is_file() or (folder / "pdf" / name).is_file(), name
    if way == "printer":
        assert not list((folder / "3mf").glob("relief-*"))
        assert "add `--extras relief`" in steps
        (line,) = re.findall(r"(?m)^quasiprint make .+", text)
        relief = readers.try_out("relief", f"```sh\n{line} --extras relief\n```").home / "output/quasimino"
        assert list((relief / "3mf").glob("relief-*"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("page", ["paper", "printer", "laser"])
def test_each_tutorial_names_files_that_are_there(page: str, readers: Readers) -> None:
    place = readers.follow(f"docs/tutorials/{page}.md").place
    there = [f"/{path.relative_to(place).as_posix()}" for path in place.rglob("*") if path.is_file()]
    text = (ROOT / f"docs/tutorials/{page}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:pdf|svg|stl|3mf|md))`", text))
    assert len(named) >= 4
    for name in named:
        assert any(path.endswith(f"/{name}") for path in there), name


@pytest.mark.thorough
def test_the_readme_counts_what_is_in_the_sets(whole: Callable[[str], Path]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = [cell for line in text.splitlines() if line.startswith("| **") for cell in line.strip("| ").split(" | ")]
    cells = {cell.split("**")[1].lower(): cell for cell in table}
    for game, said in (
        ("quasimino", {"90 tiles", "45 thick", "45 thin", "120 tokens"}),
        ("triomino", {"56 tiles"}),
        ("majomino", {"12 boards", "25 markers"}),
        ("quomino", {"100 ominoes", "25 quominoes", "64 markers"}),
    ):
        manifest = json.loads((whole(game) / "manifest.json").read_bytes())
        held = Counter(piece["shape"] for piece in manifest["pieces"])
        for thing in manifest["accessories"]:
            held[thing["kind"]] += thing["count"]
        plurals = {"omino": "ominoes", "quomino": "quominoes", "thick": "thick", "thin": "thin"}
        counted = {f"{n} {plurals.get(kind, f'{kind}s')}" for kind, n in held.items()}
        counted.add(f"{len(manifest['pieces'])} tiles")
        cell = re.sub(r"\*", "", cells.pop(game)).lower()
        assert said <= counted
        for words in said:
            assert re.search(rf"\b{words}\b", cell.replace("thick and 45 thin", "thick, 45 thin")), words
    assert not cells
