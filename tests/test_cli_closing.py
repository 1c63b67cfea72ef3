"""What `make` says in the end, against the files that it wrote; and what shells complete."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from called import COMMAND, QUICK, ROOT, invoke, surroundings
from click.testing import CliRunner
from rulebook_read import pages_of

from quasiprint.cli import main


def several(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


@pytest.mark.sampled(2)
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


def test_the_end_of_make_names_what_was_made_alone(here: Path) -> None:
    one = invoke(*QUICK, "-o", "set.zip").stdout.splitlines()
    assert one == [
        "set.zip: 1 piece, in 5 files (stl).",
        "It takes 1 plate to print.",
        "Printed (prusa-mk4, in colours): 1 plate, about 2 g of pla, about 10 min.",
        "Open README.md in it first: it says what to do next.",
    ]
    assert "It takes" not in invoke("make", "majomino", "--format", "txt", "-o", "texts").stdout


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


def test_each_command_completes_its_own_games_and_nothing_that_it_hides(here: Path) -> None:
    assert completed("bash", "play", "") == ["majomino", "quasimino", "quomino", "triomino"]
    assert "all" in completed("bash", "make", "a")
    assert "all" not in completed("bash", "check", "")
    assert "--kerf" in completed("bash", "make", "quomino", "--k")
    assert "--kerf" not in completed("bash", "rules", "quomino", "--k")
    assert completed("bash", "make", "chess", "--format", "sv") == ["svg"]  # whatever else is wrong


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_on_completion_has_the_lines_that_switch_it_on(shell: str) -> None:
    page = (ROOT / "docs" / "completion.md").read_text(encoding="utf-8")
    assert f"_QUASIPRINT_COMPLETE={shell}_source quasiprint" in page
    asked = surroundings(_QUASIPRINT_COMPLETE=f"{shell}_source")
    script = subprocess.run(COMMAND, capture_output=True, text=True, env=asked, check=True).stdout
    assert "quasiprint" in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    assert "(completion.md)" in (ROOT / "docs/use.md").read_text(encoding="utf-8")
