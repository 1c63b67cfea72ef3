"""The README and the pages of docs/: their links lead somewhere, all that they tell a reader to type is run, what the
README makes is there, and its counts are those of the sets."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from foreign import KERNEL
from page_commands import Reader, Wrong, blocks, faults, joined, wanted

from quasiprint.cli import main

ROOT = Path(__file__).parent.parent
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
    """Return the commands that stand in a page's sentences; words in capitals stand for something of the reader's."""
    prose = re.sub(r"(?ms)^ *```.*?^ *```$", "", text)
    found = [" ".join(words.split()) for words in re.findall(r"`(quasiprint [^`]+)`", prose)]
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
        except click.exceptions.Exit:  # of --help
            continue
        except click.ClickException as problem:
            pytest.fail(f"{line}: {problem.format_message()}")
    for wrong in ("quasiprint nosuch", "quasiprint make quasimino --nosuch", "quasiprint make quasimino --kerf wide"):
        assert said(f"`{wrong}`") == [wrong]
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


def test_few_blocks_are_not_tried_and_each_says_why() -> None:
    every = [block for page in TYPED for block in blocks((ROOT / page).read_text(encoding="utf-8"))]
    left = [block for block in every if block.untried]
    assert 0 < len(left) <= len(every) / 10
    assert not blocks("```sh\n# not tried by these pages' tests\nquasiprint list\n```")[0].untried  # no reason
    assert blocks("```sh\n# not tried by these pages' tests: so\nquasiprint list\n```")[0].untried


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```\nquasiprint list\n```", "does not say what it is"),
        ("```text\nquasiprint list\n```", "a command in a block that is not run"),
        ("```toml\nkerf = 1\n```", "neither run nor written"),
        ("Write this into `a.bin`:\n\n```binary\nx\n```", "no kind of file"),
    ],
)
def test_a_block_that_would_never_be_tried_is_found(page: str, fault: str) -> None:
    (found,) = faults(page)
    assert fault in found


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```sh\nquasiprint nosuch\n```", "ended with 2, not 0"),
        ("```sh\nquasiprint list  # ends with 1\n```", "ended with 0, not 1"),
        ("```sh\nfalse\n```", "ended with 1, not 0"),
        ("```sh\nfalse | true\n```", "ended with 1, not 0"),
        ("```sh\nquasiprint list\n```\n\n```text\nchess: Chess\n```", "is not what was printed"),
        ("```python\nassert 1 == 2\n```", "the page's Python: ended with 1"),
        ("```{command} make\nquasiprint make --nosuch\n```", "ended with 2, not 0"),
    ],
)
def test_a_page_that_is_wrong_is_found(page: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(Wrong, match=fault):
        Reader(tmp_path).follow(page)


def test_a_reader_keeps_to_the_page(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.follow(
        "```sh\nmkdir a\ncd a\n```\n\nWrite this into `b/c.txt`:\n\n```text\nhere\n```\n\n"
        "```sh\ncat b/c.txt > d.txt\n# said\ncat \\\n  d.txt\n```\n\n```text\nhere\n```\n"
    )
    assert (tmp_path / "a/d.txt").read_text() == "here\n"
    assert len(reader.ran) == 3


def test_what_is_printed_is_compared_in_order() -> None:
    told = "one\ntwo 2\nthree\nfour"
    for shown in ("one\ntwo 2", "three\nfour", "one\n…\nfour", "two …\nthree", "…\nfour"):
        assert wanted(told, shown) == ""
    for shown, missing in (("two 2\none", "one"), ("one\n…\none", "one"), ("two 3", "two 3"), ("on", "on")):
        assert wanted(told, shown) == missing


def test_a_set_is_made_once_for_all_pages(tmp_path: Path) -> None:
    """The second page gets the same files, and what was said; a page that asks for its own file gets it made."""
    page = "```sh\nquasiprint make triomino --highest 0 --format svg\n```\n\n```text\noutput/triomino: 1 piece, …\n```"
    own: dict[str, Path] = {}
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        Reader(tmp_path / name, own).follow(page)
    assert len(own) == 1
    first, second = ((tmp_path / name / "output/triomino/manifest.json").read_bytes() for name in "ab")
    assert first == second


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


COLOURS = {"black": "#000000", "blue": "#0000ff", "red": "#ff0000"}


def unseen(text: str, place: Path) -> Iterator[str]:
    """Yield colours and layers that a page names, and no drawing that its commands made has."""
    drawn = "".join(path.read_text(encoding="utf-8").lower() for path in place.rglob("*.svg"))
    for colour in re.findall(r"(?m)^\| (\w+) (?:areas|lines) \|", text):
        if COLOURS[colour] not in drawn:
            yield colour
    if "in the reference layer" in text and 'id="reference"' not in drawn:
        yield "the reference layer"


def uncalibrated(text: str) -> Iterator[str]:
    """Yield the commands of a page that drop what was measured: after a machine is calibrated, its profile is named."""
    own: dict[str, str] = {}
    for block in blocks(text):
        for line in joined(block.text) if block.kind == "sh" else ():
            words = [] if "ends with" in line else shlex.split(line, comments=True)
            if words[:2] == ["quasiprint", "calibrate"] and len(words) > 2:
                own[words[2]] = words[words.index("--name") + 1] if "--name" in words else f"my-{words[2]}"
            if words[:2] != ["quasiprint", "make"] or "--format" not in words:
                continue
            formats = {*words[words.index("--format") + 1].split(",")}
            for maker, made in (("laser", {"svg", "dxf", "lbrn2"}), ("printer", {"stl", "3mf"})):
                if maker in own and formats & made and own[maker] not in ",".join(words).split(","):
                    yield line


@pytest.mark.sampled(1)
@pytest.mark.parametrize("page", ["laser", "printer", "paper"])
def test_each_tutorial_shows_what_is_in_its_files(page: str, readers: Readers) -> None:
    text = (ROOT / f"docs/tutorials/{page}.md").read_text(encoding="utf-8")
    place = readers.follow(f"docs/tutorials/{page}.md").place
    assert list(unseen(text, place)) == []
    if page == "laser":
        wrong = f"{text}\n| blue lines | scores |\nthe ruler in the reference layer\n"
        assert list(unseen(wrong, place)) == ["blue", "the reference layer"]


@pytest.mark.parametrize("page", GUIDES)
def test_what_was_measured_is_used(page: str) -> None:
    assert list(uncalibrated((ROOT / page).read_text(encoding="utf-8"))) == []


def test_a_command_that_drops_what_was_measured_is_found() -> None:
    calibrated, kept = "quasiprint calibrate laser --measured bars=48.2", "quasiprint make triomino --format svg"
    page = f"```sh\n{kept}\n{calibrated}\n{kept}\n{kept} --profile my-laser\n{kept} --profile k40-whisperer\n```"
    assert list(uncalibrated(page)) == [kept, f"{kept} --profile k40-whisperer"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("page", ["printer", "laser", "paper"])
def test_each_option_that_a_tutorial_names_is_one(page: str) -> None:
    text = (ROOT / f"docs/tutorials/{page}.md").read_text(encoding="utf-8")
    (game,) = set(re.findall(r"(?m)^ *quasiprint make (\w+)", text))
    known: set[str] = set()
    for words in (["make", game], ["calibrate", "laser"], ["coupon", "laser"]):
        said = CliRunner().invoke(main, [*words, "--help"], prog_name="quasiprint").output
        known |= set(re.findall(r"--[a-z][a-z-]*", said))
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) - known == set()


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
