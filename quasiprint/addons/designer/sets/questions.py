"""A set file of one's own, to start from: a few questions, the count of what the answers say, and a commented file.

Each question has a usual answer, which may follow from those before. An answer that cannot be is refused in words; so
is a set of too many tiles, and a look that has no room, before anything is written.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from quasiprint.addons.designer.sets import set_file
from quasiprint.addons.designer.sets.polygons import NAMED, outline_of
from quasiprint.addons.designer.sets.room import SetRoom
from quasiprint.addons.designer.sets.schema import ONE_SIDED
from quasiprint.addons.designer.sets.set_file import FIXED, LOOKS, PLAIN, POINTING, TWO_SIDED
from quasiprint.errors import InputError, unknown
from quasiprint.model.texts import toml_of

KEYS = ("title", "polygon", "at", "symmetry", "count", "look", "names")  # in the order in which they are asked
WORDS = {
    "title": "What is the set called?",
    "polygon": "What shape are its tiles?",
    "at": "Where do labels stand?",
    "symmetry": "How may a tile be moved and still be the same one?",
    "count": "How many different labels are there?",
    "look": "How are labels to look?",
    "names": "What are labels called? Names with commas between; none for numbers",
}
FEWEST = {"links": 1, "profiles": 2}  # where there is one look alone: whether it has room, these show
COUNTS = {"edges": 3, "corners": 3, "edges and corners": 2, "cells": 7, "links": 1, "profiles": 3}  # usual ones
MOST_LABELS = 100
LONGEST = 80  # characters of a title
NAMELESS = ("links", "profiles")  # where labels are shown by their form alone
WRITTEN = "digits"  # a look that shows names
UNDRAWN = "symbols"  # a look that needs drawings of one's own

Answers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. choices: of the answers, none for any text or number. usual: the answer of who says nothing."""

    key: str
    words: str
    choices: tuple[str, ...]
    usual: str


def question(key: str, answers: Answers) -> Question:
    """Return the question of a key. answers: of those before it."""
    choices: tuple[str, ...] = ()
    usual = {"title": "My tiles", "polygon": "square", "symmetry": ONE_SIDED}.get(key, "")
    if key == "polygon":
        choices = tuple(NAMED)
    elif key == "at":
        places = [at for at in LOOKS if at != "cells" or len(outline_of(answers["polygon"]).cells) > 1]
        choices, usual = tuple(places), "cells" if "cells" in places else "edges"
    elif key == "symmetry":
        choices = (ONE_SIDED, TWO_SIDED, FIXED)
    elif key == "count":
        usual = str(least := FEWEST.get(answers["at"], 1))
        for count in range(COUNTS[answers["at"]], least, -1):  # fewer where there would be too many tiles
            with contextlib.suppress(InputError):
                write_set({**answers, "count": str(count)})
                usual = str(count)
                break
    elif key == "look":
        plain = answers.get("count") == "1"
        choices = tuple(look for look in LOOKS[answers["at"]] if look != UNDRAWN and (look != PLAIN or plain))
        usual = PLAIN if PLAIN in choices else choices[0]
    elif key == "names" and answers["at"] in NAMELESS:
        choices = ("",)
    return Question(key, WORDS[key], choices, usual)


def accept(asked: Question, text: str, answers: Answers) -> str:
    """Return an answer as it is taken, the usual one for none. answers: to questions before it. Raises InputError."""
    key, text = asked.key, text.strip() or asked.usual
    if key == "names" and text:
        found, count = _names(text), answers["count"]
        if asked.choices:
            raise InputError(f"names: found {len(found)}, allowed for labels at {answers['at']} are none")
        if len(found) != int(count) or not text.isprintable():
            raise InputError(f"names: found {len(found)}, allowed are {count} that can be printed, one for each label")
        if twice := [name for k, name in enumerate(found) if name in found[:k]]:
            raise InputError(f"names: found {twice[0]!r} twice, allowed is each name once")
    elif asked.choices and text not in asked.choices:
        raise InputError(f"{key}: {unknown(text, asked.choices)}")
    if key == "title" and (len(text) > LONGEST or not text.isprintable()):
        raise InputError(f"title: found {len(text)} characters, allowed are up to {LONGEST} that can be printed")
    if key == "count" and (not text.isdecimal() or not text.isascii() or not 1 <= int(text) <= MOST_LABELS):
        raise InputError(f"count: found {text!r}, allowed is a whole number from 1 to {MOST_LABELS}")
    if key == "at" and text in FEWEST:
        write_set({**answers, "at": text, "symmetry": ONE_SIDED, "count": str(FEWEST[text]), "look": LOOKS[text][0]})
    if key in ("count", "look") or (key == "names" and text):
        write_set({**answers, key: text})
    return text


def settle_answers(given: Answers, ask: Callable[[Question, str], str] | None = None) -> dict[str, str]:
    """Return the answers to all questions: names say how many labels there are, and are shown. ask: gets the answer to
    a question that has several and is not given, and is told what was wrong with the one before; without it, the usual
    answers are taken. Raises InputError for what is given."""
    answers: dict[str, str] = {}
    if names := given.get("names", ""):
        look = {"look": WRITTEN} if WRITTEN in LOOKS.get(given.get("at", "edges"), ()) else {}
        given = {"count": str(len(_names(names))), **look, **given}
    for key in KEYS:
        asked, wrong = question(key, answers), ""
        if ask is None or key in given or len(asked.choices) == 1:
            answers[key] = accept(asked, given.get(key, ""), answers)
        while ask and key not in answers:
            try:
                answers[key] = accept(asked, ask(asked, wrong), answers)
            except InputError as problem:
                wrong = str(problem)
    return answers


def write_file(given: Answers) -> dict[str, Any]:
    """Return all questions and the set file of the answers, see `model.game.HasQuestions`."""
    for key in given:
        if key not in KEYS:
            raise InputError(f"answers: {unknown(key, KEYS)}")
    answers: dict[str, str] = {}
    questions = []
    for key in KEYS:
        asked, wrong = question(key, answers), ""
        try:
            answers[key] = accept(asked, given.get(key, ""), answers)
        except InputError as problem:
            answers[key], wrong = asked.usual, str(problem)
        questions.append({**asdict(asked), "answer": answers[key], "wrong": wrong})
    text, pieces = write_set(answers)
    return {"questions": questions, "text": text, "pieces": pieces}


def read_answers(text: str) -> dict[str, str]:
    """Return the answers that a set file gives: of its first shape, see `model.game.HasQuestions`."""
    content = text.encode("utf-8", "replace")
    try:
        design = set_file.read(content, "set")
    except InputError:
        return {}
    shape, table = design.shapes[0], toml_of(content, "set")["shape"][0]
    found = {"title": design.title, "at": shape.choice.at, "symmetry": shape.symmetry, "look": shape.look}
    found |= {"count": str(shape.choice.labels), "names": ", ".join(table["labels"].get("names", ()))}
    return found if isinstance(table["polygon"], dict) else {**found, "polygon": table["polygon"]}


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def write_set(answers: Answers) -> tuple[str, int]:
    """Return the set file of answers, those not given yet left out, and how many tiles it says. Raises InputError."""
    text = _text(answers)
    design = set_file.read(text.encode(), "set")
    held = set_file.hold(design)
    if "look" in answers and not SetRoom(design).has_room:
        found = f"look: found {answers['look']!r} for labels at {answers['at']}"
        raise InputError(f"{found}, allowed on a {answers['polygon']} is another: it has no room there")
    return text, sum(shape.pieces(held[shape.name]) for shape in design.shapes)


def _text(answers: Answers) -> str:
    """Return the set file of answers; those that are not given yet are left out."""
    at, polygon = answers["at"], answers["polygon"]
    labels = f'at = "{at}", count = {answers["count"]}'
    if at == "links" and outline_of(polygon).edges % 2:
        labels += ", per = 2"
    if names := answers.get("names", ""):
        labels += f", names = {json.dumps(_names(names), ensure_ascii=False)}"
    look = f'look = "{answers["look"]}"\n' if "look" in answers else ""
    points = at == "edges" and answers.get("look") in POINTING
    match = "complementary" if at == "profiles" or points else "equal"
    return f"""\
# A set of your own. Change what you like: `quasiprint check` says whether it is whole, and names the line of a mistake.
[set]
title = {json.dumps(answers["title"], ensure_ascii=False)}

[[shape]]
# {", ".join(NAMED)}; or an outline of your own
polygon = "{polygon}"
# at: {", ".join(LOOKS)}; count: how many different labels there are
labels = {{ {labels} }}
# "{ONE_SIDED}": a tile is turned, never turned over; "{TWO_SIDED}": it may be turned over; "{FIXED}"
symmetry = "{answers["symmetry"]}"
# labels at {at}: {", ".join(LOOKS[at])}
{look}# which = "all different" leaves out tiles; copies = 2 makes two of each

[rule]
# which labels may meet: "equal", or "complementary", as a tab and a notch
match = "{match}"
"""
