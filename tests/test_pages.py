"""The README and the pages of docs/: their links lead somewhere, their commands are understood, what the README makes
is there, and its counts are those of the sets."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from called import invoke

from quasiprint.cli import main

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")))
PATHS = {"printer": "I have a 3D printer", "laser": "I have a laser cutter", "paper": "I have only paper"}


def broken(page: str, text: str) -> Iterator[str]:
    """Yield the local links of a page that lead nowhere, from the project's root or from docs/ as the page does."""
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not link.startswith(("https:", "#")) and not ((ROOT / page).parent / link.partition("#")[0]).exists():
            yield link


def commands(text: str) -> list[str]:
    """Return the command lines of `quasiprint` in a page's blocks, and those that stand in its sentences. What follows
    two spaces in a block says what the command does; words in capitals stand for something of the reader's."""
    blocks = re.findall(r"^```\n(.+?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("quasiprint ")]
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    said = [" ".join(words.split()) for words in re.findall(r"`(quasiprint [^`]+)`", prose)]
    found = [re.split(r"  | > ", line)[0] for line in (*lines, *said)]
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
            path = ((ROOT / page).parent / link.partition("#")[0]).resolve()
            if path.is_relative_to(ROOT) and path.is_file() and path.suffix == ".md":
                name = path.relative_to(ROOT).as_posix()
                pending += [name] if name not in reached and name not in pending else []
    assert set(PAGES) <= reached


@pytest.mark.parametrize("page", ["README.md", "docs/use.md"])
def test_commands_are_understood(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = commands((ROOT / page).read_text(encoding="utf-8"))
    assert len(lines) > 5
    for line in lines:
        try:
            parsed(line)
        except click.exceptions.Exit:  # of --help
            continue
        except click.ClickException as problem:
            pytest.fail(f"{line}: {problem.format_message()}")
    for wrong in ("quasiprint nosuch", "quasiprint make quasimino --nosuch", "quasiprint make quasimino --kerf wide"):
        assert commands(f"`{wrong}`") == [wrong]
        with pytest.raises(click.ClickException):
            parsed(wrong)


@pytest.mark.parametrize("way", PATHS)
def test_each_way_makes_the_files_that_its_steps_name(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8").split(f"### {PATHS[way]}\n")[1].split("\n#")[0]
    (line,) = re.findall(r"^quasiprint .+$", text, re.MULTILINE)
    result = invoke(*shlex.split(line)[1:])
    assert result.exit_code == 0, result.output
    folder = tmp_path / "output/quasimino"
    steps = "\n".join(re.findall(r"(?m)^\d\. .+(?:\n   .+)*", text))
    named = [name.removeprefix("output/quasimino/") for name in re.findall(r"`([\w/.-]+\.\w+)`", steps)]
    assert len(named) >= 3
    for name in named:
        assert (folder / name).is_file() or (folder / "pdf" / name).is_file(), name
    if way == "printer":
        assert list((folder / "3mf").glob("relief-*"))


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
