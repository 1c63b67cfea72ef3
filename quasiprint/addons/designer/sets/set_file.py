"""From the bytes of a set file to the set's design. The schema is held first; then what no schema can say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from quasiprint.addons.designer.sets.counts import (
    Choice,
    Labelling,
    count,
    crosses_little,
    crossings,
    least,
    move_labels,
    tiles,
)
from quasiprint.addons.designer.sets.polygons import (
    BOTH,
    BadPolygon,
    Move,
    Outline,
    by_angles,
    by_points,
    on_slots,
    outline_of,
    slots,
)
from quasiprint.addons.designer.sets.schema import (
    ONE_SIDED,
    Document,
    Path,
    choice_of,
    numbers_of,
    refined,
    refuse_names,
    refuse_twins,
    refuse_two_names,
    refuse_unordered,
    region_of,
    schema,
)
from quasiprint.drawing.palettes import MAX_COLOURS
from quasiprint.errors import InputError, refuse_all
from quasiprint.exact.orbit import Permutation
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
    says otherwise. look: "" if the file says none. names: of its labels, none if they are numbers. orbit: whether
    there are as many copies of a tile as it has ways to lie on its outline. numbers: how many copies of which tile,
    where a file lists them."""

    name: str
    outline: Outline
    choice: Choice
    symmetry: str = ONE_SIDED
    copies: int = 1
    look: str = ""
    orbit: bool = False
    numbers: tuple[tuple[Labelling, int], ...] = ()
    names: tuple[str, ...] = ()

    @property
    def usual_look(self) -> str:
        """The look that is meant where a file says none: names are shown."""
        looks = LOOKS[self.choice.at]
        if PLAIN not in looks:
            return looks[0]
        return SPOTS[0] if self.names else PLAIN if self.choice.labels == 1 else looks[0]

    def call(self, label: int) -> str:
        """Return what a label is called."""
        return self.names[label] if self.names else str(label)

    @property
    def look_meant(self) -> str:
        """The look that the file says, or else the usual one."""
        return self.look or self.usual_look

    @property
    def shows_signs(self) -> bool:
        """Whether what is drawn of labels has a way up, or a mirror image of its own."""
        lettered = self.choice.labels > MAX_COLOURS and self.look_meant in COLOURED
        return lettered or self.points or self.look_meant in SPOTS

    @property
    def points(self) -> bool:
        """Whether labels come in pairs that point either way along an edge."""
        return self.choice.at == "edges" and self.look_meant in POINTING

    @property
    def is_plain(self) -> bool:
        """Whether nothing is drawn on its tiles."""
        return self.look_meant == PLAIN

    def copies_of(self, labels: Labelling) -> int:
        """Return how many copies of a tile there are. labels: its least labelling."""
        if self.orbit:
            return len({move_labels(labels, move, self.choice) for move, _ in self.by_angles})
        return next((number for tile, number in self.numbers if tile == labels), self.copies)

    @property
    def moves(self) -> tuple[Permutation, ...]:
        """How the moves that leave a tile the same tile move its slots, from the outline's lengths and angles."""
        return tuple(move for move, _ in self.by_angles)

    @property
    def slots(self) -> int:
        """How many labels, or ends of links, a tile has."""
        return slots(self.outline, self.choice.at, self.choice.per)

    @property
    def tiles(self) -> tuple[Labelling, ...]:
        """The tiles of the shape, each as its least labelling."""
        return tuple(tiles(self.outline, self.choice, self.moves))

    @property
    def closed_form(self) -> int:
        """How many tiles there are, in closed form."""
        return count(self.outline, self.choice, self.moves)

    def least(self, labels: Labelling) -> Labelling:
        """Return the least labelling of a tile: as the set holds it."""
        return least(labels, self.moves, self.choice)

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
        return tuple((on_slots(move, self.outline, at, per), move.mirrored) for move in kept)

    @property
    def by_angles(self) -> tuple[tuple[Permutation, bool], ...]:
        """The moves of the slots, from the outline's lengths and angles."""
        return self.slot_moves(by_angles(self.outline))

    @property
    def by_points(self) -> tuple[tuple[Permutation, bool], ...]:
        """The moves of the slots, from the lattice's points."""
        return self.slot_moves(by_points(self.outline))


@dataclass(frozen=True, slots=True)
class SetDesign:
    """A set as its file says it. match: which labels may meet, "equal" or "complementary", "" if nothing is said.
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
    region: Outline | str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of labels, of the shape that names most; none if they are numbers."""
        return max((shape.names for shape in self.shapes), key=len)

    def call(self, label: int) -> str:
        """Return what a label is called."""
        return self.names[label] if label < len(self.names) else str(label)

    def call_as_seen(self, label: int, inks: Sequence[str]) -> str:
        """Return what a label is called by how it looks: its colour, where that is what it shows, and the file names
        none. inks: what colours are called."""
        seen = not self.names and all(
            shape.look_meant in COLOURED + LINES and not shape.points for shape in self.shapes
        )
        return inks[label] if seen and label < len(inks) else self.call(label)

    def pairs_as_seen(self, inks: Sequence[str]) -> list[tuple[str, str]]:
        """Return which labels meet where they are complementary, as they look."""
        labels = max(shape.choice.labels for shape in self.shapes)
        return [(self.call_as_seen(k, inks), self.call_as_seen(k + 1, inks)) for k in range(0, labels - 1, 2)]

    def label_of(self, said: str) -> int | None:
        """Return the label that somebody typed: by its name, or its number if labels have no names; None if there is
        none."""
        if self.names:
            return self.names.index(said) if said in self.names else None
        known = max(shape.choice.labels for shape in self.shapes)
        return int(said) if said.isascii() and said.isdigit() and len(said) < 4 and int(said) < known else None


def read(content: bytes, label: str) -> SetDesign:
    """Return the design that a set file says. label: what messages call it. Raises InputError, with the line."""
    values = toml_of(content, label)
    document = Document(label, text_of(content, label))
    document.hold(values, schema())
    about = values["set"]
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
            said = "name" if "name" in table else "polygon"
            message = f"found a second shape {shape.name!r}, allowed is each name once: say name = …"
            raise document.wrong(("shape", k, said), message)
        shapes.append(shape)
        refuse_two_names(document, [(one.name, one.names) for one in shapes], ("shape", k, "labels", "names"))
    refuse_all(wrong, label)
    refuse_twins(document, shapes)
    rule = values.get("rule", {})
    match, score = rule.get("match", ""), rule.get("score", NOTHING)
    if match == "equal" and all(shape.choice.at == "profiles" for shape in shapes):
        message = "found 'equal' with labels at profiles, allowed is complementary: tabs fit notches"
        raise document.wrong(("rule", "match"), message)
    if score == CLOSED_LOOPS and not any(shape.choice.at == "links" for shape in shapes):
        raise document.wrong(("rule", "score"), f"found {score!r} without a shape with links, allowed is it with links")
    _refuse_partners(document, match, shapes)
    barred, parallelograms = _forbidden(document, rule.get("forbidden", ()), match, shapes)
    region = region_of(document, values["region"]) if "region" in values else None
    title, credit, own = about["title"], about.get("credit", ""), tuple(shapes)
    return SetDesign(title, credit, own, match, about.get("most", MOST), barred, parallelograms, score, label, region)


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
    document: Document, said: Sequence[Any], match: str, shapes: Sequence[Shape]
) -> tuple[frozenset[tuple[int, int]], bool]:
    """Return which labels may not meet, and whether parallelograms may be formed."""
    labels = max(shape.choice.labels for shape in shapes)
    names = max((shape.names for shape in shapes), key=len)
    barred, parallelograms = set[tuple[int, int]](), True
    for k, join in enumerate(said):
        typed = format_value(join)
        if not isinstance(join, str):
            join = numbers_of(document, join, names, ("rule", "forbidden", k))
        again = not parallelograms if isinstance(join, str) else tuple(sorted(join)) in barred
        wrong = f"{typed} again, allowed is each join once" if again else ""
        if isinstance(join, str):
            parallelograms = False
        else:
            low, high = sorted(join)
            barred.add((low, high))
            if high >= labels:
                wrong = f"label {high}, allowed are labels from 0 to {labels - 1}"
            elif match == "equal" and low != high:
                same = format_value([names[low] if names else low] * 2)
                wrong = f"{typed}, which may not meet: match is 'equal'; allowed are pairs of one label, as {same}"
        if wrong:
            raise document.wrong(("rule", "forbidden", k), f"found {wrong}")
    return frozenset(barred), parallelograms


def _letters(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return the letters that labels are called by where no file names them: "" if patterns tell all labels apart."""
    named = any("names" in table["labels"] for table in tables)
    most = [
        table["labels"].get("count", 0)
        for table in tables
        if table["labels"]["at"] == "edges" and table.get("look", COLOURED[0]) in COLOURED
    ]
    return ascii_uppercase if not named and MAX_COLOURS < max(most, default=0) <= len(ascii_uppercase) else ""


def _shape(document: Document, table: Mapping[str, Any], path: Path, letters: str) -> Shape:
    """Return a shape. letters: that its labels are called by, if it has no more of them, and no names."""
    polygon, labels = table["polygon"], table["labels"]
    try:
        outline = outline_of(polygon)
    except BadPolygon as problem:
        raise document.wrong((*path, "polygon"), str(problem)) from None
    symmetry = table.get("symmetry", ONE_SIDED)
    choice = choice_of(document, table, outline, path)
    names = tuple(labels.get("names", ()))
    refuse_names(document, names, choice.labels, (*path, "labels", "names"))
    choice = refined(document, choice, table.get("which"), names, path)
    if choice.which == "non-decreasing":
        refuse_unordered(document, outline, choice, symmetry, path)
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


def _list_tiles(document: Document, shape: Shape, said: Sequence[Sequence[int]], copies: Any, path: Path) -> Shape:
    """Return a shape with the tiles that its file lists."""
    found = dict[Labelling, int]()
    if isinstance(copies, list) and len(copies) != len(said):
        message = f"found {len(copies)} numbers, allowed are {len(said)}, one for each listed tile"
        raise document.wrong((*path, "copies"), message)
    for k, entry in enumerate(said):
        entries = numbers_of(document, entry, shape.names, (*path, "which", "tiles", k))
        labels = labelling(shape, entries)
        if isinstance(labels, str):
            raise document.wrong((*path, "which", "tiles", k), labels)
        first = shape.least(labels)
        if first in found:
            message = f"found {entry}, which is entry {found[first] + 1} again, allowed is each tile once"
            raise document.wrong((*path, "which", "tiles", k), message)
        found[first] = k
    every = frozenset(move_labels(labels, move, shape.choice) for labels in found for move in shape.moves)
    numbers = tuple((labels, copies[k]) for labels, k in found.items()) if isinstance(copies, list) else ()
    return replace(shape, choice=replace(shape.choice, listed=every), numbers=numbers)


def labelling(shape: Shape, entries: Sequence[int]) -> Labelling | str:
    """Return the labelling that a list of numbers says: a label for each slot; of links end, end, end, end, …, or end,
    end, label, … if there are several labels. Return what is wrong with it, if it says none."""
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
    if not wrong and not crosses_little(found, choice):
        number = crossings(found)
        said = f"{list(entries)}, whose paths cross {number} time{'s' * (number > 1)}"
        wrong = f"found {said}, allowed are up to {choice.crossing} crossings: say more, or crossing = true"
    return wrong or found


def _within(labels: Iterable[int], count: int) -> str:
    over = max(labels)
    return f"found label {over}, allowed are labels from 0 to {count - 1}" if over >= count else ""
