"""Set files: what one says is proved, from the file alone; and one of one's own is written, to start from: a few
answers, the count of what they say, and a commented file.

Each question has a usual answer, which may follow from those before. An answer that cannot be is refused in words; so
is a set of too many tiles, and a look that has no room, before anything is written.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quasiprint.addons.designer.sets import set_file
from quasiprint.addons.designer.sets.meeting import meeting
from quasiprint.addons.designer.sets.polygons import NAMED, outline_of
from quasiprint.addons.designer.sets.room import SetRoom
from quasiprint.addons.designer.sets.schema import ONE_SIDED
from quasiprint.addons.designer.sets.set_file import FIXED, LOOKS, PLAIN, POINTING, TWO_SIDED
from quasiprint.disk.reading import name_of, read_bytes
from quasiprint.errors import InputError, plain, unknown
from quasiprint.make.make import Proof
from quasiprint.model.texts import MAX_TOML
from quasiprint.system.progress import tell


def check_set(path: str | os.PathLike[str]) -> Proof:
    """Prove the set that a file says. Raises InputError for a file that cannot be read, or says no set."""
    file = Path(path)
    label = plain(name_of(file))
    design = set_file.read(read_bytes(file, f"set file {str(path)!r}", MAX_TOML), label)
    set_file.refuse_too_many(design, label)
    held = set_file.hold(design, label)
    findings, facts = set_file.prove(design, held, tell)
    wrong, counted = meeting(design, held, tell)
    findings, facts = [*findings, *wrong], {**facts, **counted}
    pieces = sum(shape.pieces(held[shape.name]) for shape in design.shapes)
    return Proof(label, {"title": plain(design.title)}, pieces, tuple(findings), facts)


KEYS = ("title", "polygon", "at", "symmetry", "count", "look")  # in the order in which they are asked
WORDS = {
    "title": "What is the set called?",
    "polygon": "What shape are its tiles?",
    "at": "Where do labels stand?",
    "symmetry": "How may a tile be moved and still be the same one?",
    "count": "How many different labels are there?",
    "look": "How are labels to look?",
}
FEWEST = {"links": 1, "profiles": 2}  # where there is one look alone: whether it has room, these show
COUNTS = {"edges": 3, "corners": 3, "edges and corners": 2, "cells": 7, "links": 1, "profiles": 3}  # usual ones
MOST_LABELS = 100
LONGEST = 80  # characters of a title
UNDRAWN = "symbols"  # a look that needs drawings of one's own

Answers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. choices: of the answers, none for any text or number. usual: the answer of who says nothing."""

    key: str
    words: str
    choices: tuple[str, ...]
    usual: str


@dataclass(frozen=True, slots=True)
class NewSet:
    """A set file to be written, and how many tiles it says."""

    text: str
    pieces: int


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
        usual = str(_usual_count(answers))
    elif key == "look":
        plain = answers.get("count") == "1"
        choices = tuple(look for look in LOOKS[answers["at"]] if look != UNDRAWN and (look != PLAIN or plain))
        usual = PLAIN if PLAIN in choices else choices[0]
    return Question(key, WORDS[key], choices, usual)


def _usual_count(answers: Answers) -> int:
    """Return how many labels there are if nobody says: fewer where there would be too many tiles."""
    least = FEWEST.get(answers["at"], 1)
    for count in range(COUNTS[answers["at"]], least, -1):
        try:
            write_set({**answers, "count": str(count)})
        except InputError:
            continue
        return count
    return least


def accept(key: str, text: str, answers: Answers) -> str:
    """Return an answer as it is taken, the usual one for none. answers: to the questions before it. Raises InputError
    for one that cannot be."""
    asked, text = question(key, answers), text.strip() or question(key, answers).usual
    if asked.choices and text not in asked.choices:
        raise InputError(f"{key}: {unknown(text, asked.choices)}")
    if key == "title" and (len(text) > LONGEST or not text.isprintable()):
        raise InputError(f"title: found {len(text)} characters, allowed are up to {LONGEST} that can be printed")
    if key == "count" and (not text.isdecimal() or not text.isascii() or not 1 <= int(text) <= MOST_LABELS):
        raise InputError(f"count: found {text!r}, allowed is a whole number from 1 to {MOST_LABELS}")
    if key == "at" and text in FEWEST:
        write_set({**answers, "at": text, "symmetry": ONE_SIDED, "count": str(FEWEST[text]), "look": LOOKS[text][0]})
    if key in ("count", "look"):
        write_set({**answers, key: text})
    return text


def settle_answers(given: Answers) -> dict[str, str]:
    """Return the answers to all questions, the usual ones where none is given. Raises InputError."""
    answers: dict[str, str] = {}
    for key in KEYS:
        answers[key] = accept(key, given.get(key, ""), answers)
    return answers


def write_set(answers: Answers) -> NewSet:
    """Return the set file of answers, those that are not given yet left out, and how many tiles it says. Raises
    InputError."""
    text = _text(answers)
    design = set_file.read(text.encode(), "set")
    set_file.refuse_too_many(design, "set")
    held = set_file.hold(design, "set")
    if "look" in answers and not SetRoom(design, "set").has_room:
        at, polygon, look = answers["at"], answers["polygon"], answers["look"]
        raise InputError(
            f"look: found {look!r} for labels at {at}, allowed on a {polygon} is another: it has no room there"
        )
    return NewSet(text, sum(shape.pieces(held[shape.name]) for shape in design.shapes))


def _text(answers: Answers) -> str:
    """Return the set file of answers; those that are not given yet are left out."""
    at, polygon = answers["at"], answers["polygon"]
    labels = f'at = "{at}", count = {answers["count"]}'
    if at == "links" and outline_of(polygon).edges % 2:
        labels += ", per = 2"
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
