"""What help says: where to begin, options in groups, and none that changes nothing."""

from __future__ import annotations

import json
import re

import pytest
from called import invoke, settled

from quasiprint import cli, games
from quasiprint.api import Design, default_rulebook
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
UNRECORDED = {
    "quasimino": "--seed 7 --edge 40 --profile tol-bright --stripe 3.6",
    "triomino": "--seed 7 --edge 40 --profile tol-bright --marks pips --finish inlaid --tack 5 --tack-depth 2",
    "quomino": "--seed 7 --edge 24 --profile tol-bright --grip knob",
    "majomino": "--seed 7 --edge 18 --profile tol-bright --count 3 --distinct --regions plain --walls cut --per-page 1 "
    "--character",
}
# options that do change them
BOOKED = {
    "quasimino": "--colours 2",
    "triomino": "--marks pips",
    "quomino": "--edge 24",
    "majomino": "--clearance 0.02",
}
SMALL = {
    "quasimino": "--colours 1",
    "triomino": "--highest 1",
    "quomino": "--size 4",
    "majomino": "--size 5 --count 2",
}
RECORDED = {"quasimino": "--colours 2", "triomino": "--shape square", "quomino": "--size 8", "majomino": "--size 7"}


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


def test_every_command_says_the_same_of_itself_at_both_places() -> None:
    front = invoke("--help").stdout
    for name in cli.COMMANDS:
        text = invoke(name, "--help").stdout
        assert text.startswith(f"Usage: quasiprint {name} ")
        assert re.search(rf"^  {name} +[A-Z]", front, re.MULTILINE)


@pytest.mark.parametrize("game", games.names())
def test_options_of_make_stand_in_groups_the_games_first(game: str) -> None:
    text = invoke("make", game, "--help").stdout
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


@pytest.mark.thorough
@pytest.mark.parametrize("game", games.names())
def test_what_changes_no_book_is_not_shown_and_changes_none(game: str) -> None:
    unseen = f"{ANYWHERE}{FIT[game].replace(CLOSE, '')} {UNBOOKED[game]}"
    shown = flags(invoke("rules", game, "--help").stdout)
    assert not typed(unseen) & shown
    assert typed(BOOKED[game]) <= shown
    usual, other, different = (Design(settled("rules", game, *words.split())) for words in ("", unseen, BOOKED[game]))
    for edition in (Edition("book", "en", "a4"), Edition("quick", "en", "a4")):
        assert usual.book(edition) == other.book(edition), default_rulebook(game, edition)
    assert usual.book(Edition("book", "en", "a4")) != different.book(Edition("book", "en", "a4"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", games.names())
def test_what_changes_no_score_sheet_is_not_shown_and_changes_none(game: str) -> None:
    unseen = f"{ANYWHERE}{FIT[game]} {UNRECORDED[game]}"
    shown = flags(invoke("scoresheet", game, "--help").stdout)
    assert not typed(unseen) & shown
    usual, other = (Design(settled("scoresheet", game, *words.split())) for words in ("", unseen))
    assert usual.scoresheet() == other.scoresheet()
    assert typed(RECORDED[game]) <= shown
    assert Design(settled("scoresheet", game, *RECORDED[game].split())).scoresheet() != usual.scoresheet()


@pytest.mark.thorough
@pytest.mark.parametrize("game", games.names())
def test_what_changes_no_proof_is_not_shown_by_check(game: str) -> None:
    unseen = "--bleed 1 --back-offset=0.4,-0.3" + " --seed 7" * (game != "majomino")
    shown = flags(invoke("check", game, "--help").stdout)
    assert not typed(unseen) & shown
    assert {"--kerf", "--cut", "--tabs", "--thickness"} <= shown
    assert ("--seed" in shown) == (game == "majomino")
    asked = [f"check {game} {SMALL[game]} {words} --json".split() for words in ("", unseen)]
    usual, other = (json.loads(invoke(*words).stdout) for words in asked)
    for document in (usual, other):
        document.pop("parameters")
    assert usual == other
