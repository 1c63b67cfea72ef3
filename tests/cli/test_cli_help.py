"""What help says: where to begin, options in groups, none that changes nothing; what `make` says in the end, against
the files that it wrote; and what shells complete."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from called import COMMAND, invoke, settled, surroundings
from click.testing import CliRunner
from rulebook_read import pages_of

from quasiprint import cli, games
from quasiprint.api import Design
from quasiprint.cli import main
from quasiprint.documents.rulebook import Edition

GROUPS = ["Machine and material:", "Laser cutting:", "Paper:", "Where to and how:"]
# options that books and sheets do not depend on, each with a value that is not its usual one
ANYWHERE = "--kerf 0.33 --thickness 4.5 --tabs 2x0.3 --ids back --bleed 1 --back-offset=0.4,-0.3"
CLOSE = " --clearance 0.02"  # cuts that are shared leave none
FIT = {"quasimino": " --cut shared", "triomino": CLOSE, "quomino": CLOSE, "majomino": CLOSE}
UNBOOKED = {
    "quasimino": "--seed 7",
    "triomino": "--seed 7",
    "quomino": "--seed 7",
    "majomino": "--per-page 1 --character",
}
# options that do change them
BOOKED = {
    "quasimino": "--colours 2",
    "triomino": "--marks pips",
    "quomino": "--edge 24",
    "majomino": "--clearance 0.02",
}


def flags(text: str) -> set[str]:
    """The options that have a line of their own in a help."""
    return set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", text, re.MULTILINE))


def typed(words: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+", words))


def test_alone_it_shows_help_in_lines_and_a_first_command_that_works() -> None:
    alone, asked = invoke(), invoke("--help")
    assert alone.stderr.rstrip() == asked.stdout.rstrip()
    assert len(alone.stderr.splitlines()) > 20
    assert "Error" not in alone.stderr
    assert "Usage: quasiprint [OPTIONS] COMMAND [ARGS]..." in asked.stdout
    for example in cli.EXAMPLES:
        assert f"  {example}" in asked.stdout
        program, *words = example.split()
        assert program == "quasiprint"
        if "--help" in words:
            assert invoke(*words).exit_code == 0
        else:
            assert settled(*words).game in games.names()


@pytest.mark.parametrize("game", games.names())
def test_options_of_make_stand_in_groups_the_games_first(game: str) -> None:
    text = invoke("make", game, "--help-all").stdout
    places = [text.index(head) for head in (f"Options of {games.load(game).titles.title}:", *GROUPS)]
    assert places == sorted(places)
    machine, laser, paper, output = (text.index(head) for head in GROUPS)
    for flag, (start, end) in {
        "--thickness": (machine, laser),
        "--kerf": (laser, paper),
        "--bleed": (paper, output),
        "--format": (output, len(text)),
    }.items():
        assert start < text.index(f"  {flag} " if flag != "--format" else "--format NAMES") < end
    assert ("--stripe" in flags(text)) == (game == "quasimino")
    first = flags(invoke("make", "--help").stdout) - {"--help", "--help-all", "--project"}
    assert len(first) <= 12
    assert first < flags(text)


@pytest.mark.thorough
@pytest.mark.parametrize("game", games.names())
def test_what_changes_no_book_is_not_shown_and_changes_none(game: str) -> None:
    unseen = f"{ANYWHERE}{FIT[game].replace(CLOSE, '')} {UNBOOKED[game]}"
    shown = flags(invoke("rules", game, "--help-all").stdout)
    assert not typed(unseen) & shown
    assert typed(BOOKED[game]) <= shown
    usual, other, different = (Design(settled("rules", game, *words.split())) for words in ("", unseen, BOOKED[game]))
    for edition in (Edition("book", "en", "a4"), Edition("quick", "en", "a4")):
        assert usual.book(edition) == other.book(edition), (game, edition)
    assert usual.book(Edition("book", "en", "a4")) != different.book(Edition("book", "en", "a4"))


def several(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("game", "words", "paper"),
    [
        ("quomino", "--size 4", "tiles-a4-colour"),
        ("quasimino", "--colours 2", "tiles-a4-colour"),
        ("majomino", "--count 5", "sheets-a4"),
    ],
)
def test_the_end_of_make_counts_what_lies_there(here: Path, game: str, words: str, paper: str, jobs: int) -> None:
    said = invoke("make", game, *words.split(), "--format", "stl,svg,pdf", "--jobs", jobs, "-o", "set").stdout
    manifest = json.loads((here / "set" / "manifest.json").read_bytes())
    files = [entry["path"] for entry in manifest["files"]]
    kinds: dict[str, int] = {}
    for thing in manifest["accessories"]:
        kinds[thing["kind"]] = kinds.get(thing["kind"], 0) + thing["count"]
    assert f"set: {several(len(manifest['pieces']), 'piece')}" in said
    for kind, count in kinds.items() if len(kinds) <= 3 else ():
        assert several(count, kind) in said
    assert f"in {len(files)} files (stl, svg, pdf)." in said
    plates = {found[1] for path in files if (found := re.fullmatch(r"stl/plate-(\d+)-.*", path))}
    sheets = [path for path in files if re.fullmatch(r"svg/sheet-\d+\.svg", path)]
    fronts = pages_of((here / "set" / "pdf" / f"{paper}.pdf").read_bytes())
    leaves = [text for text in fronts if "backs of sheet" not in text]
    assert f"{several(len(plates), 'plate')} to print" in said
    assert f"{several(len(sheets), 'sheet')} to cut with a laser" in said
    leaf = "1 leaf of paper" if len(leaves) == 1 else f"{len(leaves)} leaves of paper"
    assert f" {leaf}." in said
    first = re.search(r"Open (\S+) first", said)
    assert first is not None
    assert (here / first[1]).is_file()


def completed(shell: str, *typed: str, alone: bool = False) -> list[str]:
    """Return what a shell is offered for the last of these words. alone: by a process of its own, as a shell asks."""
    told = {"_QUASIPRINT_COMPLETE": f"{shell}_complete"}
    if shell == "fish":
        told |= {"COMP_WORDS": " ".join(["quasiprint", *typed[:-1]]), "COMP_CWORD": typed[-1]}
    else:
        told |= {"COMP_WORDS": " ".join(["quasiprint", *typed]), "COMP_CWORD": str(len(typed))}
    if alone:
        run = subprocess.run(COMMAND, capture_output=True, text=True, env=surroundings(**told), timeout=60, check=False)
        said, wrong = run.stdout, run.stderr
    else:
        here = CliRunner().invoke(main, [], prog_name="quasiprint", env=told)
        said, wrong = here.stdout, here.stderr
    assert wrong == ""
    lines = said.splitlines()
    if shell == "zsh":
        return lines[1::3]
    return [line.split(",", 1)[1].split("\t")[0] for line in lines if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_games_formats_and_profiles(here: Path, shell: str) -> None:
    assert completed(shell, "ma") == completed(shell, "ma", alone=True) == ["make"]
    assert completed(shell, "make", "qu") == ["quasimino", "quomino"]
    assert completed(shell, "make", "quomino", "--format", "stl,s") == ["stl,step", "stl,svg"]
    assert {"prusa-mini", "prusa-mk4"} <= set(completed(shell, "make", "quomino", "--profile", "prusa"))
    assert completed(shell, "make", "quomino", "--grip", "") == ["dimple", "knob"]
    assert "--grip" in completed(shell, "make", "quomino", "--g", alone=True)
    assert "--colours" not in completed(shell, "make", "quomino", "--c")
