"""Is a set well formed? What every other check, every format and the reading back take for granted.

These laws come first, and nothing else is asked of a set that breaks one: so whoever writes a game's room is told
what is wrong in a sentence, and where, and not by a traceback from somewhere else.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from quasiprint.checks.well_drawn import well_drawn
from quasiprint.exact.orbit import cyclic
from quasiprint.exact.polygon import ExactPoint, area_sign, is_simple
from quasiprint.model.finding import Finding, error
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Boards, GameSet, Labelled, Piece

NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9_-])?")
SET = "the set"
LONGEST = 80  # characters of a name: a format adds to it, and 255 are what file systems take
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{k}" for port in ("com", "lpt") for k in range(1, 10))}
TAKEN = re.compile(r".+-(plate|sheet)-[0-9]+(-back)?")  # what all together is called
MOST_LABELLINGS = 5_000_000  # that can be visited one by one, in seconds


def well_formed(game_set: GameSet) -> list[Finding]:
    """Return what is wrong with a set as a set. If there is anything, let no other check look at it."""
    findings = [*_check_names(game_set), *_check_words(game_set), *_check_counts(game_set)]
    if isinstance(game_set.composition, Labelled):
        findings += _check_labels(game_set, game_set.composition)
    if isinstance(game_set.composition, Boards):
        findings += _check_boards(game_set.composition)
    return [*findings, *_check_corners(game_set), *well_drawn(game_set)]


def check_request(game_set: GameSet, game: str, process: Maker) -> list[Finding]:
    """Return what is wrong with a set for a run: it must be the one that was asked for."""
    findings = []
    if game_set.game != game:
        message = f"the set says that it is one of {game_set.game!r}, the game that made it is {game!r}"
        findings.append(error("game-differs", SET, message, "give the set the name of its game"))
    if game_set.measures.process is not process:
        message = f"the set says that it is made by the process {game_set.measures.process}, asked for was {process}"
        findings.append(error("process-differs", SET, message, "give the set the measures of its brief"))
    return findings


def _unfit(name: object) -> str:
    """Return why something is no name of a file on every system, "" if it is one."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return "allowed are letters, digits and . _ -, not . _ - first and not . last"
    if len(name) > LONGEST:
        return f"it has {len(name)} characters, allowed are up to {LONGEST}"
    if name.split(".")[0].lower() in RESERVED:
        return "Windows keeps this name to itself"
    return ""


def _check_names(game_set: GameSet) -> Iterator[Finding]:
    """Yield which names are unfit to be files' names, or stand twice."""
    names = [("game", game_set.game), ("noun", game_set.noun)]
    names += [("shape", shape) for shape in dict.fromkeys(piece.shape for piece in game_set.pieces)]
    names += [("kind of accessory", kind) for kind in dict.fromkeys(thing.kind for thing in game_set.accessories)]
    for what, name in names:
        if why := _unfit(name):
            message = f"its {what} is {str(name)[:90]!r}; {why}, since files are named after it"
            yield error("name-unfit", SET, message, f"choose another name for the {what}")
    yield from _check_ids(game_set)


def _check_ids(game_set: GameSet) -> Iterator[Finding]:
    """Yield which ids are unfit for files, stand twice, or are what something else is called."""
    kinds = {piece.shape for piece in game_set.pieces} | {thing.kind for thing in game_set.accessories}
    bodies = re.compile(f"({'|'.join(map(re.escape, sorted(map(str, kinds))))})-(body|inlay-.*)")
    first: dict[str, str] = {}
    for thing in game_set.things:
        if why := _unfit(thing.id):
            message = f"the id {str(thing.id)[:90]!r} is unfit for a file name: {why}"
            yield error("id-unfit", repr(thing.id)[:90], message, "make ids of letters, digits and -")
            continue
        folded = thing.id.lower()
        if folded in first:
            alike = "" if first[folded] == thing.id else ", which are one to systems that fold upper and lower case"
            message = f"two things have the ids {first[folded]!r} and {thing.id!r}{alike}"
            yield error("id-twice", thing.id, message, "give each piece and each kind of accessory an id of its own")
        first.setdefault(folded, thing.id)
        if TAKEN.fullmatch(thing.id) or bodies.fullmatch(thing.id):
            message = "its id is what a file of something else is called: a plate, a sheet, a body or an inlay"
            yield error("id-taken", thing.id, message, "choose another id")


def _check_words(game_set: GameSet) -> Iterator[Finding]:
    """Yield which words cannot be written, and which parameters cannot be put on record."""
    words = [("title", game_set.title)]
    words += [(f"name of {piece.id}", piece.name) for piece in game_set.pieces if piece.name]
    words += [(f"note of {piece.id}", note) for piece in game_set.pieces for note in piece.notes]
    if game_set.boards is not None:
        boards = game_set.boards
        words += [("line of the cover", line) for line in boards.cover]
        words += [("line of the table", line) for line in (*boards.players, *boards.lines)]
    for what, said in words:
        if not said.strip() or not said.isprintable():
            message = f"the {what} is {said[:60]!r}; allowed is one line that can be printed"
            yield error("words-unprintable", SET, message, "leave out control characters and line ends")
    if not game_set.text.isascii():
        (strange, *_) = (c for c in game_set.text if not c.isascii())
        message = f"the set's text has {strange!r} in it; a text form is ASCII"
        yield error("text-not-ascii", SET, message, "write the text form with other characters")
    if game_set.measures.process is Maker.TEXT and not game_set.text:
        message = "the set is asked for as a text, and has none"
        yield error("text-missing", SET, message, "give the set a text, or do not offer texts")
    for (name, value), count in Counter(game_set.parameters).items():
        if (
            count > 1
            or not isinstance(value, (str, int, float))
            or (isinstance(value, float) and not math.isfinite(value))
        ):
            message = f"its parameter {name!r} is {value!r}; allowed is a text, a finite number or a yes or no, once"
            yield error("parameter-wrong", SET, message, "tell what the set was made with, in plain values")


def _check_counts(game_set: GameSet) -> Iterator[Finding]:
    """Yield where there is too little of something, and marks that are no numbers."""
    if not game_set.pieces:
        yield error("pieces-missing", SET, "the set has no pieces", "design at least one piece")
    for thing in game_set.accessories:
        if not isinstance(thing.count, int) or thing.count < 1:
            message = f"its count is {thing.count}, allowed is from 1"
            yield error("count-wrong", thing.id, message, "leave out what is not in the box")
    for piece in game_set.pieces:
        if not isinstance(piece.marks, tuple) or not all(type(mark) is int for mark in piece.marks):
            message = f"its marks are {str(piece.marks)[:60]}; allowed is a tuple of whole numbers"
            yield error("marks-no-numbers", piece.id, message, "give labels numbers from 0")


def _check_labels(game_set: GameSet, labelled: Labelled) -> Iterator[Finding]:
    """Yield why a set cannot be complete under its symmetry, whatever it holds."""
    groups = dict(labelled.symmetry)
    if len(groups) < len(labelled.symmetry):
        shapes = ", ".join(shape for shape, _ in labelled.symmetry)
        message = f"its symmetry names {shapes}; each shape stands there once"
        yield error("shape-twice", SET, message, "name one group for each shape")
    if type(labelled.labels) is not int or labelled.labels < 1:
        message = f"a slot may have {labelled.labels} different labels, allowed is from 1"
        yield error("labels-wrong", SET, message, "say how many labels there are")
        return
    for shape, group in groups.items():
        if labelled.labels**group.slots > MOST_LABELLINGS:
            message = f"{labelled.labels} labels in {group.slots} slots can be arranged in too many ways to visit them "
            yield error("labellings-too-many", shape, f"{message}all", f"allow labels for up to {MOST_LABELLINGS} ways")
        if labelled.marking.ascending and set(group.elements) != set(cyclic("", group.slots, 1).elements):
            message = f"its group {group.name!r} is not that of all turns, which ascending labels need"
            yield error("ascending-unfit", shape, message, "name the group of all turns, or allow all labellings")
    for shape, piece in {piece.shape: piece for piece in reversed(game_set.pieces)}.items():
        if shape not in groups:
            message = f"the set names no symmetry group for it, only for {', '.join(groups)}"
            yield error("shape-unknown", shape, message, "name the group of turns that carry its outline onto itself")
        elif groups[shape].slots != len(piece.corners):
            message = f"its group moves {groups[shape].slots} slots, its outline has {len(piece.corners)} corners"
            yield error("slots-differ", shape, message, f"let the group move each {labelled.marking.at} of the outline")
    for piece in game_set.pieces:
        if piece.shape in groups and len(piece.marks) != groups[piece.shape].slots:
            message = f"it has {len(piece.marks)} marks, and {groups[piece.shape].slots} slots for them"
            yield error("marks-miscounted", piece.id, message, "give each slot one mark")


def _check_boards(boards: Boards) -> Iterator[Finding]:
    """Yield why boards cannot be laid out on pages."""
    for what, found in (("boards to a page", boards.per_page), ("players", len(boards.players))):
        if found < 1:
            yield _page(f"it has {found} {what}, allowed is from 1")
    if not boards.lines:
        yield _page("its table of points has no line, allowed is from 1")
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in boards.boxes):
        yield _page("a box for a sign stands at no finite place")


def _page(message: str) -> Finding:
    return error("page-wrong", SET, message, "say how boards stand on a page, with whom and what is counted")


def _check_corners(game_set: GameSet) -> Iterator[Finding]:
    """Yield which exact outlines are none, or are others than those that are drawn."""
    seen: dict[tuple[ExactPoint, ...], None] = {}
    outlines: dict[str, Piece] = {}
    for piece in game_set.pieces:
        if len(piece.corners) != len(piece.face.nominal):
            message = f"its exact outline has {len(piece.corners)} corners, its nominal one {len(piece.face.nominal)}"
            yield error("corners-miscounted", piece.id, message, "draw one point for each exact corner")
        first = outlines.setdefault(piece.shape, piece)
        if first.corners != piece.corners:
            message = f"its exact outline is not that of {first.id}, and both are of the shape {piece.shape!r}"
            yield error("shapes-differ", piece.id, message, "give each outline a shape of its own")
        if piece.corners in seen:
            continue
        seen[piece.corners] = None
        if not is_simple(piece.corners):
            message = "its exact outline has less than 3 corners, or crosses or touches itself"
            yield error("corners-crossed", piece.id, message, "list the corners in the order of the outline")
        elif area_sign(piece.corners) < 0:
            message = "its exact outline runs clockwise"
            yield error("corners-clockwise", piece.id, message, "list the corners anticlockwise")
