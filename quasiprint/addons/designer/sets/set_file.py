"""From the bytes of a set file to the set's design. The schema is held first; then what no schema can say.

Is the set complete? Three counts must agree, of each shape, and each tile is looked at.

1. Closed form: `counts.count`, on moves found from lengths and angles.
2. A visit to every labelling: `visit`, on moves found from the lattice's points.
3. What the set holds: tiles, each the only one of its orbit, and none that the file does not ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from operator import itemgetter
from string import ascii_uppercase
from typing import Any

from quasiprint.addons.designer.sets import counts, polygons, schema
from quasiprint.addons.designer.sets.counts import Choice, Labelling
from quasiprint.addons.designer.sets.polygons import BOTH, BadPolygon, Move, Outline
from quasiprint.addons.designer.sets.schema import ONE_SIDED, Document, Path
from quasiprint.drawing.lettering import foreign_letter
from quasiprint.drawing.palettes import MAX_COLOURS
from quasiprint.errors import InputError, plain, refuse_all
from quasiprint.exact.orbit import Permutation
from quasiprint.model.finding import Finding, error
from quasiprint.model.texts import format_value, text_of, toml_of

MOST = 2000  # tiles, if a file does not say
SPOTS = ("digits", "pips", "symbols")
PLAIN = "plain"  # nothing is drawn: of one label, which tells no tiles apart
COLOURED = ("wedges", "ribbons", "edges")  # looks at edges, in colours and patterns; with letters if there are many
LINES = ("paths", "strands", "arcs")  # looks that run through a tile, in such colours
POINTING = ("arrows", "arcs")  # looks at edges of labels in pairs: 0 points one way along the edge, 1 the other
LOOKS = {  # which suit where labels stand; the first is meant if a file says none
    "edges": (*COLOURED, "strands", *POINTING, *SPOTS, PLAIN),
    "corners": (*SPOTS, "arcs", PLAIN),
    BOTH: SPOTS,
    "cells": (*SPOTS, PLAIN),
    "links": ("paths",),
    "profiles": ("outline",),
}
TWO_SIDED, FIXED = "rotations and reflections", "none"  # and ONE_SIDED
CLOSED_VERTICES, CLOSED_LOOPS, NOTHING = "closed vertices", "closed loops", "nothing"


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of a set. symmetry: ONE_SIDED, TWO_SIDED or FIXED. copies: of each tile, unless one of the next two
    says otherwise. names: of its labels, none if they are numbers. orbit: whether
    there are as many copies of a tile as it has ways to lie on its outline. numbers: how many copies of which tile,
    where a file lists them."""

    name: str
    outline: Outline
    choice: Choice
    symmetry: str = ONE_SIDED
    copies: int = 1
    look: str = PLAIN
    orbit: bool = False
    numbers: tuple[tuple[Labelling, int], ...] = ()
    names: tuple[str, ...] = ()

    def call(self, label: int) -> str:
        """Return what a label is called."""
        return self.names[label] if self.names else str(label)

    @property
    def shows_signs(self) -> bool:
        """Whether what is drawn of labels has a way up, or a mirror image of its own."""
        lettered = self.choice.labels > MAX_COLOURS and self.look in COLOURED
        return lettered or self.points or self.look in SPOTS

    @property
    def points(self) -> bool:
        """Whether labels come in pairs that point either way along an edge."""
        return self.choice.at == "edges" and self.look in POINTING

    @property
    def is_plain(self) -> bool:
        """Whether nothing is drawn on its tiles."""
        return self.look == PLAIN

    def copies_of(self, labels: Labelling) -> int:
        """Return how many copies of a tile there are. labels: its least labelling."""
        if self.orbit:
            return len({counts.move_labels(labels, move, self.choice) for move, _ in self.by_angles})
        return next((number for tile, number in self.numbers if tile == labels), self.copies)

    @property
    def moves(self) -> tuple[Permutation, ...]:
        """How the moves that leave a tile the same tile move its slots, from the outline's lengths and angles."""
        return tuple(move for move, _ in self.by_angles)

    @property
    def slots(self) -> int:
        """How many labels, or ends of links, a tile has."""
        return polygons.slots(self.outline, self.choice.at, self.choice.per)

    @property
    def tiles(self) -> tuple[Labelling, ...]:
        """The tiles of the shape, each as its least labelling."""
        return tuple(counts.tiles(self.outline, self.choice, self.moves))

    @property
    def closed_form(self) -> int:
        """How many tiles there are, in closed form."""
        return counts.count(self.outline, self.choice, self.moves)

    def least(self, labels: Labelling) -> Labelling:
        """Return the least labelling of a tile: as the set holds it."""
        return counts.least(labels, self.moves, self.choice)

    def pieces(self, held: Iterable[Labelling]) -> int:
        """Return how many pieces some tiles of the shape are, copies counted."""
        return sum(map(self.copies_of, held))

    def slot_moves(self, moves: tuple[Move, ...]) -> tuple[tuple[Permutation, bool], ...]:
        """Return how those moves that leave a tile the same tile move its slots, and whether they turn it over."""
        stays = tuple(range(self.outline.edges))
        kept = [move for move in moves if self.symmetry == TWO_SIDED or not move.mirrored]
        if self.symmetry == FIXED:
            kept = [move for move in kept if move.edges == stays]
        at, per = self.choice.at, self.choice.per
        return tuple((polygons.on_slots(move, self.outline, at, per), move.mirrored) for move in kept)

    @property
    def by_angles(self) -> tuple[tuple[Permutation, bool], ...]:
        """The moves of the slots, from the outline's lengths and angles."""
        return self.slot_moves(polygons.by_angles(self.outline))

    @property
    def by_points(self) -> tuple[tuple[Permutation, bool], ...]:
        """The moves of the slots, from the lattice's points."""
        return self.slot_moves(polygons.by_points(self.outline))


@dataclass(frozen=True, slots=True)
class SetDesign:
    """A set as its file says it. match: which labels may meet, "equal" or "complementary", "" if the file has none.
    barred: pairs of labels, the lower first, that may not meet whatever `match` says. parallelograms: whether two tiles
    may form one. score: what counts in a layout: CLOSED_VERTICES, CLOSED_LOOPS or NOTHING. label: of the file. region:
    what all tiles fill together, an outline, or a name and size; None if the file does not say."""

    title: str
    credit: str
    shapes: tuple[Shape, ...]
    match: str = ""
    most: int = MOST
    barred: frozenset[tuple[int, int]] = frozenset()
    parallelograms: bool = True
    score: str = NOTHING
    label: str = ""
    region: schema.Region | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of labels, of the shape that names most; none if they are numbers."""
        return max((shape.names for shape in self.shapes), key=len)

    def call(self, label: int) -> str:
        """Return what a label is called."""
        return self.names[label] if label < len(self.names) else str(label)

    def call_as_seen(self, label: int, inks: Sequence[str]) -> str:
        """Return a label's name for readers: that of its colour, of `inks`, if colours show labels without names."""
        by_colour = not self.names and all(shape.look in COLOURED + LINES and not shape.points for shape in self.shapes)
        return inks[label] if by_colour and label < len(inks) else self.call(label)

    def pairs_as_seen(self, inks: Sequence[str]) -> list[tuple[str, str]]:
        """Return pairs of complementary labels, by their names for readers."""
        labels = max(shape.choice.labels for shape in self.shapes)
        return [(self.call_as_seen(k, inks), self.call_as_seen(k + 1, inks)) for k in range(0, labels - 1, 2)]

    def label_of(self, text: str) -> int | None:
        """Return the label somebody typed, by its name, or its number where labels have no names; None for neither."""
        if self.names:
            return self.names.index(text) if text in self.names else None
        known = max(shape.choice.labels for shape in self.shapes)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < known else None


def read(content: bytes, label: str) -> SetDesign:
    """Return the design that a set file says. label: what messages call it. Raises InputError, with the line."""
    values = toml_of(content, label)
    document = Document(label, text_of(content, label))
    document.hold(values, schema.schema())
    about = values["set"]
    _refuse_letters(document, values)
    shapes: list[Shape] = []
    letters = _letters(values["shape"])
    wrong: list[InputError] = []
    for k, table in enumerate(values["shape"]):
        try:
            shape = _shape(document, table, ("shape", k), letters)
        except InputError as problem:
            wrong.append(problem)
            continue
        if shape.name in [other.name for other in shapes]:
            text = "name" if "name" in table else "polygon"
            message = f"found a second shape {shape.name!r}, allowed is each name once: say name = …"
            raise document.wrong(("shape", k, text), message)
        shapes.append(shape)
        _refuse_two_names(document, shapes, ("shape", k, "labels", "names"))
    refuse_all(wrong, label)
    _refuse_twins(document, shapes)
    rule = values.get("rule", {})
    match, score = rule.get("match", ""), rule.get("score", NOTHING)
    if match == "equal" and all(shape.choice.at == "profiles" for shape in shapes):
        message = "found 'equal' with labels at profiles, allowed is complementary: tabs fit notches"
        raise document.wrong(("rule", "match"), message)
    if score == CLOSED_LOOPS and not any(shape.choice.at == "links" for shape in shapes):
        raise document.wrong(("rule", "score"), f"found {score!r} without a shape with links, allowed is it with links")
    _refuse_partners(document, match, shapes)
    barred, parallelograms = _forbidden(document, rule.get("forbidden", ()), match, shapes)
    region = schema.region_of(document, values["region"]) if "region" in values else None
    title, credit, given = about["title"], about.get("credit", ""), tuple(shapes)
    return SetDesign(title, credit, given, match, about.get("most", MOST), barred, parallelograms, score, label, region)


def _refuse_two_names(document: Document, shapes: Sequence[Shape], path: Path) -> None:
    """Raise InputError if the last of some shapes gives a label another name than one before it."""
    latest = shapes[-1]
    for shape in shapes[:-1]:
        for label, pair in enumerate(zip(shape.names, latest.names, strict=False)):
            if len(set(pair)) > 1:
                message = f"found {pair[1]!r} for label {label}, which is called {pair[0]!r} on {shape.name!r}"
                raise document.wrong(path, f"{message}, allowed is one name for a label in a set")
        if bool(shape.names) != bool(latest.names):
            message = f"found names of labels on {(latest if latest.names else shape).name!r} alone, allowed are"
            raise document.wrong(path if latest.names else path[:-1], f"{message} they on all shapes or none")


def _refuse_letters(document: Document, values: Mapping[str, Any]) -> None:
    """Raise InputError for a text that is to stand on pages, and has letters that the fonts have not."""
    about = values["set"]
    texts: list[tuple[Path, str]] = [(("set", key), about[key]) for key in ("title", "credit") if key in about]
    for k, table in enumerate(values["shape"]):
        texts += [(("shape", k, "labels", "names"), name) for name in table["labels"].get("names", ())]
    wrong = [document.wrong(path, found) for path, text in texts if (found := foreign_letter(plain(text)))]
    refuse_all(wrong, document.label)
    if "credit" not in about and (found := foreign_letter(document.label)):
        raise document.wrong(("set",), f"without a credit the file's name stands in its place: {found}")


def _refuse_twins(document: Document, shapes: Sequence[Shape]) -> None:
    """Raise InputError if tiles of two shapes look the same: without labels, and with outlines that are the same
    but for a turn. shapes: in the order of the file."""
    for k, shape in enumerate(shapes):
        for other in shapes[:k]:
            bare = all(shape_of.is_plain and shape_of.symmetry != FIXED for shape_of in (shape, other))
            if bare and polygons.is_turned(shape.outline, other.outline):
                message = f"found the outline of {other.name!r}, turned, and nothing tells their tiles apart, "
                message += f"allowed is each once: say copies = … of {other.name!r}"
                raise document.wrong(("shape", k, "polygon"), message)


def _refuse_partners(document: Document, match: str, shapes: Sequence[Shape]) -> None:
    """Raise InputError for a rule under which labels cannot meet as they look, or one has no partner."""
    for shape in shapes:
        count, at = shape.choice.labels, shape.choice.at
        if match == "equal" and shape.points:
            message = f"found 'equal' with the look {shape.look!r}, allowed is 'complementary': 0 meets 1, 2 meets 3, "
            message += "as they point the same way along the edge"
            raise document.wrong(("rule", "match"), message)
        if match == "complementary" and count % 2 and at != "profiles" and not shape.is_plain:
            message = f"found 'complementary' with {count} labels of {shape.name!r}: label {shape.call(count - 1)} has "
            raise document.wrong(("rule", "match"), f"{message}no partner; allowed is an even count")


def _forbidden(
    document: Document, written: Sequence[Any], match: str, shapes: Sequence[Shape]
) -> tuple[frozenset[tuple[int, int]], bool]:
    """Return which labels may not meet, and whether parallelograms may be formed."""
    labels = max(shape.choice.labels for shape in shapes)
    names = max((shape.names for shape in shapes), key=len)
    found = set[Any]()
    for k, join in enumerate(written):
        typed, path = format_value(join), ("rule", "forbidden", k)
        barred = join if isinstance(join, str) else tuple(sorted(schema.numbers_of(document, join, names, path)))
        wrong = f"{typed} again, allowed is each join once" if barred in found else ""
        if isinstance(barred, tuple) and barred[1] >= labels:
            wrong = f"label {barred[1]}, allowed are labels from 0 to {labels - 1}"
        elif isinstance(barred, tuple) and match == "equal" and barred[0] != barred[1]:
            same = format_value([names[barred[0]] if names else barred[0]] * 2)
            wrong = f"{typed}, which may not meet: match is 'equal'; allowed are pairs of one label, as {same}"
        if wrong:
            raise document.wrong(path, f"found {wrong}")
        found.add(barred)
    pairs = frozenset(barred for barred in found if isinstance(barred, tuple))
    return pairs, len(pairs) == len(found)


def _letters(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return the letters that labels are called by where no file names them: "" if patterns tell all labels apart."""
    named = any("names" in table["labels"] for table in tables)
    coloured = [table["labels"] for table in tables if table.get("look", COLOURED[0]) in COLOURED]
    most = max((labels.get("count", 0) for labels in coloured if labels["at"] == "edges"), default=0)
    return ascii_uppercase if not named and MAX_COLOURS < most <= len(ascii_uppercase) else ""


def _shape(document: Document, table: Mapping[str, Any], path: Path, letters: str) -> Shape:
    """Return a shape. letters: that its labels are called by, if it has no more of them, and no names."""
    polygon, labels = table["polygon"], table["labels"]
    try:
        outline = polygons.outline_of(polygon)
    except BadPolygon as problem:
        raise document.wrong((*path, "polygon"), str(problem)) from None
    symmetry = table.get("symmetry", ONE_SIDED)
    choice = schema.choice_of(document, table, outline, path)
    names = tuple(labels.get("names", ()))
    schema.refuse_names(document, names, choice.labels, (*path, "labels", "names"))
    choice = schema.refined(document, choice, table.get("which"), names, path)
    if choice.which == "non-decreasing":
        schema.refuse_unordered(document, outline, choice, symmetry, path)
    look = table.get("look", "")
    if look and look not in LOOKS[choice.at]:
        suiting = " or ".join(LOOKS[choice.at])
        raise document.wrong((*path, "look"), f"found {look!r}, allowed for labels at {choice.at} is {suiting}")
    if look == PLAIN and choice.labels > 1:
        message = f"found {look!r} with {choice.labels} labels, allowed is it with one: nothing would tell tiles apart"
        raise document.wrong((*path, "look"), message)
    if choice.at == "edges" and look in POINTING and choice.labels % 2:
        message = f"found {look!r} for {choice.labels} labels, allowed is an even number: one for either way to point"
        raise document.wrong((*path, "look"), message)
    if letters and choice.labels <= len(letters):
        look = look or LOOKS[choice.at][0]
        names = tuple(letters[: choice.labels])
    look = look or _usual_look(choice, names)
    name = table.get("name", polygon if isinstance(polygon, str) else "tile")
    copies = table.get("copies", 1)
    number = copies if isinstance(copies, int) else 1
    shape = Shape(name, outline, choice, symmetry, number, look, copies == "orbit", names=names)
    if choice.which != "tiles":
        if isinstance(copies, list):
            message = "found a list, allowed is it with which = { tiles = … }: a number for each listed tile"
            raise document.wrong((*path, "copies"), message)
        return shape
    return _list_tiles(document, shape, table["which"]["tiles"], copies, path)


def _usual_look(choice: Choice, names: Sequence[str]) -> str:
    """Return the look that is meant where a file says none: names are shown."""
    looks = LOOKS[choice.at]
    if PLAIN not in looks:
        return looks[0]
    return SPOTS[0] if names else PLAIN if choice.labels == 1 else looks[0]


def _list_tiles(document: Document, shape: Shape, written: Sequence[Sequence[int]], copies: Any, path: Path) -> Shape:
    """Return a shape with the tiles that its file lists."""
    found = dict[Labelling, int]()
    if isinstance(copies, list) and len(copies) != len(written):
        message = f"found {len(copies)} numbers, allowed are {len(written)}, one for each listed tile"
        raise document.wrong((*path, "copies"), message)
    for k, entry in enumerate(written):
        where = (*path, "which", "tiles", k)
        labels = labelling(shape, schema.numbers_of(document, entry, shape.names, where))
        if isinstance(labels, str):
            raise document.wrong(where, labels)
        first = shape.least(labels)
        if first in found:
            message = f"found {entry}, which is entry {found[first] + 1} again, allowed is each tile once"
            raise document.wrong(where, message)
        found[first] = k
    listed = frozenset(counts.move_labels(labels, move, shape.choice) for labels in found for move in shape.moves)
    numbers = tuple((labels, copies[k]) for labels, k in found.items()) if isinstance(copies, list) else ()
    return replace(shape, choice=replace(shape.choice, listed=listed), numbers=numbers)


def labelling(shape: Shape, entries: Sequence[int]) -> Labelling | str:
    """Return the labelling that a list of numbers writes: a label for each slot; of links end, end, end, end, …, or
    end, end, label, … if there are several labels. Return a message if it writes none."""
    choice, n = shape.choice, shape.slots
    if choice.at != "links":
        if len(entries) != n:
            return f"found {len(entries)} labels, allowed are {n}, one for each of the {choice.at}"
        return _within(entries, choice.labels) or tuple(entries)
    size = 3 if choice.labels > 1 else 2
    links = [tuple(entries[k : k + size]) for k in range(0, len(entries), size)]
    if sorted(end for link in links for end in link[:2]) != list(range(n)) or len(links[-1]) != size:
        each = "two ends and a label" if size == 3 else "two ends"
        return f"found {list(entries)}, allowed are {each} for each link, and each end from 0 to {n - 1} once"
    wrong = _within([link[2] for link in links], choice.labels) if size == 3 else ""
    found = tuple(sorted((min(link[:2]), max(link[:2]), link[2] if size == 3 else 0) for link in links))
    if not wrong and not counts.crosses_little(found, choice):
        number = counts.crossings(found)
        text = f"{list(entries)}, whose paths cross {number} time{'s' * (number > 1)}"
        wrong = f"found {text}, allowed are up to {choice.crossing} crossings: say more, or crossing = true"
    return wrong or found


def _within(labels: Iterable[int], count: int) -> str:
    over = max(labels)
    return f"found label {over}, allowed are labels from 0 to {count - 1}" if over >= count else ""


MOST_LABELLINGS = 5_000_000  # that a proof visits
MOST_LINKED = 200_000  # of links, each of which takes longer
NAMED = 5  # missing tiles
Facts = dict[str, Any]
Tell = Callable[[str], None]
Held = Mapping[str, Sequence[Labelling]]


def refuse_too_many(design: SetDesign) -> None:
    """Raise InputError for a set of too many tiles, or whose proof would take too long. Nothing is visited yet."""
    for shape in design.shapes:
        if shape.choice.at == "links":  # the closed form walks ways to join ends
            _refuse_long(design, replace(shape, choice=replace(shape.choice, labels=1)))
    # what copies a rule or a list adds is counted when the tiles are held
    _refuse_more(design, sum(shape.closed_form * shape.copies for shape in design.shapes))
    for shape in design.shapes:
        _refuse_long(design, shape)


def _refuse_long(design: SetDesign, shape: Shape) -> None:
    visits = counts.labellings(shape.outline, shape.choice)
    most = MOST_LINKED if shape.choice.at == "links" else MOST_LABELLINGS
    if visits > most:
        raise InputError(
            f"{design.label}: [[shape]] {shape.name}: a proof would visit {visits:,} labellings, allowed are up to "
            f"{most:,}: fewer labels, or fewer of them on a tile"
        )


def _refuse_more(design: SetDesign, total: int) -> None:
    if total > design.most:
        raise InputError(
            f"{design.label}: that would be {total:,} tiles, allowed are up to {design.most:,}: [set] most = … says "
            "how many, up to 100,000"
        )


def hold(design: SetDesign) -> dict[str, tuple[Labelling, ...]]:
    """Return the tiles of each shape. Raises InputError for too many, or whose proof would take too long."""
    refuse_too_many(design)
    held = {shape.name: shape.tiles for shape in design.shapes}
    _refuse_more(design, sum(shape.pieces(held[shape.name]) for shape in design.shapes))
    return held


def prove(design: SetDesign, held: Held, tell: Tell = lambda _: None) -> tuple[list[Finding], Facts]:
    """Return what is wrong with the tiles that a set holds, and what was counted. tell: called with progress."""
    findings: list[Finding] = []
    facts: Facts = {}
    for shape in design.shapes:
        wrong, facts[shape.name] = _prove_shape(shape, held.get(shape.name, ()), tell)
        findings += wrong
    if design.match:
        facts["joins"] = {shape.name: _joins(shape, held.get(shape.name, ()), design.match) for shape in design.shapes}
    return findings, facts


def _prove_shape(shape: Shape, held: Sequence[Labelling], tell: Tell) -> tuple[list[Finding], Facts]:
    first, second = shape.by_angles, shape.by_points
    findings = same_moves(shape.name, first, second)
    closed = shape.closed_form
    total = counts.labellings(shape.outline, shape.choice)
    visited = visit(shape.outline, shape.choice, second, lambda n: tell(f"{shape.name}: {n:,} of {total:,} labellings"))
    wrong, proper = _proper(shape, held)
    findings += wrong
    enumerated = sum(visited.values())
    if len(proper) != enumerated:
        text, missing = "the set does not hold this tile", (labels for labels in shape.tiles if labels not in proper)
        findings += [error("tile-missing", _name(shape, labels), text, "add it") for labels in islice(missing, NAMED)]
    if not wrong:
        findings += agreement(shape.name, closed, enumerated, len(proper))
    symmetry = by_symmetry(shape, first, proper)
    if len(proper) == enumerated and symmetry != visited:
        message = f"of the tiles held, by symmetry: {symmetry}; of those visited: {visited}"
        remedy = "the search for tiles, or their visit, is wrong: do not make this set"
        findings.append(error("symmetries-differ", shape.name, message, remedy))
    every_move = polygons.by_angles(shape.outline)
    facts = {
        "edges": shape.outline.edges,
        "turns of the outline": sum(not move.mirrored for move in every_move),
        "reflections of the outline": sum(move.mirrored for move in every_move),
        "the same tile under": len(first),
        ("ends of links" if shape.choice.at == "links" else f"labels at {shape.choice.at}"): shape.slots,
        "labellings": total,
        "closed form": closed,
        "enumerated": enumerated,
        "in the set": len(proper),
        "tiles by symmetry": symmetry,
        **_mirrors(shape, proper),
    }
    if shape.choice.at == "links":
        crossings = sorted(Counter(map(counts.crossings, proper)).items())
        facts["tiles by crossings"] = {str(k): number for k, number in crossings}
    if shape.copies > 1:
        facts["copies of each"] = shape.copies
    elif shape.orbit or shape.numbers:
        facts["copies"] = "as many as ways to lie" if shape.orbit else "as the file lists them"
        facts["pieces"] = shape.pieces(proper)
    return findings, facts


def same_moves(name: str, a: Sequence[tuple[Permutation, bool]], b: Sequence[Any]) -> list[Finding]:
    """Return a finding unless moves that were found in two ways are the same."""
    if Counter(a) == Counter(b):
        return []
    message = f"lengths and angles allow {len(a)} moves of the outline onto itself, the lattice's points {len(b)}"
    message += " or others"
    return [error("moves-differ", name, message, "one of the two searches is wrong: do not make this set")]


def agreement(name: str, closed: int, enumerated: int, held: int) -> list[Finding]:
    """Return a finding unless the counts of a shape's tiles agree."""
    if held == enumerated == closed:
        return []
    message = f"the closed form gives {closed} different tiles, a visit to all labellings {enumerated}, "
    message += f"and the set holds {held}"
    return [error("tiles-disagree", name, message, "the moves, a count or the set is wrong: do not make this set")]


def _proper(shape: Shape, held: Sequence[Labelling]) -> tuple[list[Finding], set[Labelling]]:
    """Return what is wrong with tiles, and the least labellings of those that are right."""
    fits, findings, proper = counts.law(shape.outline, shape.choice), [], set[Labelling]()
    for labels in held:
        name = _name(shape, labels)
        if not is_formed(shape, labels) or not fits(labels):
            findings.append(error("tile-unasked", name, "the file does not ask for this tile", "take it out"))
            continue
        first = shape.least(labels)
        if first in proper:
            findings.append(error("tile-again", name, "the set holds this tile already, perhaps turned", "take it out"))
        proper.add(first)
    return findings, proper


def is_formed(shape: Shape, labels: Labelling) -> bool:
    """Tell whether each slot has a label, or each end is linked to one other."""
    n = shape.slots
    if shape.choice.at == "links":
        ends = sorted(end for a, b, _ in labels for end in (a, b))
        labels = tuple(label for _, _, label in labels)
        if ends != list(range(n)):
            return False
    elif len(labels) != n:
        return False
    return all(0 <= label < shape.choice.labels for label in labels)


def by_symmetry(shape: Shape, moves: Sequence[tuple[Permutation, bool]], held: set[Labelling]) -> dict[str, int]:
    """Return how many tiles have which symmetry."""
    found = Counter[tuple[int, int]]()
    for labels in held:
        same = [mirrored for p, mirrored in moves if counts.move_labels(labels, p, shape.choice) == labels]
        found[same.count(False), same.count(True)] += 1
    return {polygons.kind(*symmetry): number for symmetry, number in sorted(found.items())}


def mirror_images(shape: Shape, held: Iterable[Labelling]) -> dict[Labelling, Labelling]:
    """Return the mirror image of each tile of a shape that is never turned over, if its outline has any: the least
    labelling."""
    flip = next((p for p, mirrored in replace(shape, symmetry=TWO_SIDED).by_angles if mirrored), None)
    if shape.symmetry != ONE_SIDED or flip is None:
        return {}
    return {labels: shape.least(counts.move_labels(labels, flip, shape.choice)) for labels in held}


def _mirrors(shape: Shape, held: set[Labelling]) -> Facts:
    """Return how many tiles of a shape are their own mirror images, and how many pairs of them there are."""
    images = mirror_images(shape, held)
    if not images:
        return {}
    fixed = sum(labels == image for labels, image in images.items())
    foreign = sum(image not in held for image in images.values())
    facts = {"own mirror image": fixed, "mirror pairs": (len(images) - fixed - foreign) // 2}
    return {**facts, "mirror image not in the set": foreign} if foreign else facts


def _joins(shape: Shape, held: Sequence[Labelling], match: str) -> Facts:
    """Return for each label on how many edges, corners or cells it stands, and beside which others it may lie."""
    if shape.choice.at == "links":
        return {"label by label": "links meet at every edge"}
    stands = Counter[int]()
    for labels in held:
        for label in labels:
            stands[label] += shape.copies_of(labels)
    facts: Facts = {}
    for label in range(shape.choice.labels):
        meets = label if match == "equal" else counts.complement(label, shape.choice.labels, shape.choice.at)
        on, beside = stands[label], stands[meets]
        pair = {"on": on, "meets": f"label {shape.call(meets)}", "which is on": beside}
        facts[f"label {shape.call(label)}"] = on if match == "equal" else pair
    return facts


def _name(shape: Shape, labels: Labelling) -> str:
    return f"{shape.name} {'-'.join(map(str, labels))}"


Progress = Callable[[int], None]
PROGRESS_STEP = 1 << 16  # labellings between two words of progress


def all_labellings(outline: Outline, choice: Choice) -> Iterator[Labelling]:
    """Yield every labelling, those that are no tile's among them; of listed tiles, these alone."""
    if choice.which == "tiles":
        yield from sorted(choice.listed)
        return
    if choice.at != "links":
        yield from product(range(choice.labels), repeat=polygons.slots(outline, choice.at))
        return
    for pairs in _pairings(tuple(range(polygons.slots(outline, choice.at, choice.per)))):
        for labels in product(range(choice.labels), repeat=len(pairs)):
            yield tuple((a, b, label) for (a, b), label in zip(pairs, labels, strict=True))


def _pairings(ends: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not ends:
        yield ()
    for k in range(1, len(ends)):
        for rest in _pairings(ends[1:k] + ends[k + 1 :]):
            yield ((ends[0], ends[k]), *rest)


def visit(
    outline: Outline, choice: Choice, moves: Sequence[tuple[Permutation, bool]], progress: Progress = lambda _: None
) -> dict[str, int]:
    """Return how many tiles have which symmetry, by name. moves: of the slots, and whether they turn the tile over.
    progress: called now and then with the number of labellings visited.

    Raises ArithmeticError where the moves are no group.
    """
    move: list[Callable[[Labelling], Labelling]] = [itemgetter(*p) if len(p) > 1 else tuple for p, _ in moves]
    if choice.at == "links":
        move = [partial(counts.move_links, back=counts.inverse(p)) for p, _ in moves]
    patterns = Counter[tuple[bool, ...]]()  # which moves leave a labelling as it is
    for number, labels in enumerate(filter(counts.law(outline, choice), all_labellings(outline, choice)), 1):
        patterns[tuple([moved(labels) == labels for moved in move])] += 1
        if not number % PROGRESS_STEP:
            progress(number)
    found = Counter[tuple[int, int]]()
    for pattern, number in patterns.items():
        flips = [mirrored for is_same, (_, mirrored) in zip(pattern, moves, strict=True) if is_same]
        found[flips.count(False), flips.count(True)] += number
    tiles = {}
    for (turns, mirrors), number in sorted(found.items()):
        count, rest = divmod(number * (turns + mirrors), len(moves))
        if rest:
            raise ArithmeticError(f"{number} labellings with {turns + mirrors} of {len(moves)} symmetries")
        if count:
            tiles[polygons.kind(turns, mirrors)] = count
    return tiles
