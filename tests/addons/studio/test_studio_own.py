"""Your own set: answers come to the file of ``new set``, each classic is proved, what cannot be is said in a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import browser
import pytest
from click.testing import CliRunner
from studios import Studio

from quasiprint.addons.studio.engine import answer
from quasiprint.cli import main
from quasiprint.model.resources import classics

RIVERS = {"title": 'Rivers "and" \\', "polygon": "hexagon", "at": "links", "count": "3"}
LETTERS = {"polygon": "domino", "symmetry": "rotations and reflections", "count": "3", "names": "E, ñ, T"}


def asked(**value: object) -> dict[str, Any]:
    return answer("answers", {"game": "set", **value}).value


def of(found: dict[str, Any], what: str) -> dict[str, Any]:
    return {one["key"]: one[what] for one in found["questions"]}


@pytest.mark.parametrize(("answers", "tiles"), [({}, 24), (RIVERS, 85), (LETTERS, 6)])
def test_answers_come_to_the_file_of_new_set_and_are_read_from_it(
    answers: dict[str, str], tiles: int, here: Path
) -> None:
    words = [word for key, text in answers.items() for word in (f"--{key}", text)]
    result = CliRunner().invoke(main, ["new", "set", "mine", "--yes", *words])
    found = asked(answers=answers)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, f"mine.toml: {found['pieces']} tiles")
    assert (found["text"].encode(), found["pieces"]) == ((here / "mine.toml").read_bytes(), tiles)
    again = asked(text=found["text"])
    assert (again["same"], of(again, "answer")) == (True, of(found, "answer"))
    assert of(found, "answer").items() >= answers.items()
    assert not asked(text=found["text"] + "[region]\nrectangle = [2, 3]\n")["same"]  # what no question asks


@pytest.mark.parametrize(
    ("answers", "key", "said"),
    [
        ({"polygon": "square", "at": "cells"}, "at", "found 'cells', allowed is edges, corners"),  # no longer a choice
        ({"count": "90"}, "count", "that would be 16,404,570 tiles, allowed are up to 2,000"),
        ({"names": "A, B"}, "names", "found 2, allowed are 3 that can be printed, one for each label"),
        ({"names": "A, B, B"}, "names", "found 'B' twice, allowed is each name once"),
    ],
)
def test_what_cannot_be_is_said_in_a_line_and_the_usual_answer_stands(
    answers: dict[str, str], key: str, said: str
) -> None:
    found = asked(answers=answers)
    assert [name for name, line in of(found, "wrong").items() if line] == [key]
    assert (said in of(found, "wrong")[key], "\n" in of(found, "wrong")[key]) == (True, False)
    assert of(found, "answer")[key] == of(found, "usual")[key]
    assert "found 'colour', allowed is title" in asked(answers={"colour": "red"})["refused"]["message"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", sorted(classics(), key=lambda name: name != "truchet"))
def test_every_classic_stands_on_the_shelf_and_is_proved(name: str) -> None:
    shelf = {one["name"]: one["text"] for one in answer("form", {"game": "set"}).value["shelf"]}
    assert shelf == {stem: Path(path).read_text(encoding="utf-8") for stem, path in classics().items()}
    design = {"game": "set", "settings": {"set-file-text": shelf[name]}, "step": 99}
    assert answer("proving", design).value["state"] == "proved"


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
def test_a_set_is_answered_chosen_and_written_on_the_page(served: Studio, opened: Any) -> None:
    page = opened(f"{served.address}#set/make", viewport=browser.PHONE, reduced_motion="reduce", locale="en-US")
    sum, field = page.locator(".own-sum"), lambda key: page.locator(f'.own-answers [data-name="{key}"]')
    sum.filter(has_text="says more").wait_for()  # who made MacMahon's squares
    assert not page.locator("#field-set-file").is_visible()  # the text stands behind "more"
    field("polygon").locator("select").select_option("hexagon")
    sum.filter(has_text="130 tiles").wait_for()
    field("count").locator("input").fill("99")
    field("count").locator(".wrong", has_text="allowed are up to 2,000").wait_for()
    field("count").locator("input").fill("2")
    sum.filter(has_text="14 tiles").wait_for()
    page.wait_for_function("text => document.querySelector('#field-set-file').value === text",
                           arg=asked(answers={"polygon": "hexagon", "count": "2"})["text"])  # fmt: skip
    page.locator(".own-shelf label", has_text="Truchet").click()
    page.locator("#verdict", has_text="proved").wait_for(state="attached")
    assert page.locator(".own-shelf input:checked").count() == 1
    page.evaluate("() => { document.querySelector('#more').open = true; }")
    page.locator("#field-set-file").fill(asked(answers=RIVERS)["text"])
    sum.filter(has_text="85 tiles").wait_for()
    assert field("at").locator("select").input_value() == "links"
    assert page.evaluate("document.documentElement.scrollWidth") <= browser.PHONE["width"]
    assert not browser.violations(page)
    assert not [line for line in page.seen.loud() if "ERR_ABORTED" not in line and "503" not in line]
