"""What tiles of a set file are called, and which tile a name means.

"square-0012": the labels of the slots, anticlockwise; "square-0-0-1-12" where one has two digits. Of links
"square-01-23": the ends that are joined, "square-0_11-…" where one has two digits; "square-01-23-0-2" with the label of
each, if there are several labels.
"""

from __future__ import annotations

import re

from quasiprint.sets.choice import Labelling, law
from quasiprint.sets.holding import least
from quasiprint.sets.moves import slots
from quasiprint.sets.set_file import SetDesign, Shape
from quasiprint.tiling.labellings import tile_id

COPY = re.compile(r"-copy-[1-9][0-9]{0,2}")
LONG = 400  # characters: no name is longer


def name(shape: Shape, labels: Labelling) -> str:
    """Return what a tile is called. labels: as it is read; a set holds the least labelling of each."""
    if shape.choice.at != "links":
        return tile_id(shape.name, labels)
    joined = [f"{a}{b}" if max(a, b) < 10 else f"{a}_{b}" for a, b, _ in labels]
    colours = [str(label) for _, _, label in labels] if shape.choice.labels > 1 else []
    return "-".join([shape.name, *joined, *colours])


def meant(design: SetDesign, said: str) -> tuple[Shape, Labelling] | None:
    """Return the shape and the labelling that a name says, read from any corner; None if the set has no such tile. A
    copy's name, "square-0012-copy-2", says the tile that it is a copy of."""
    if len(said) > LONG:
        return None
    said = COPY.sub("", said) if COPY.search(said[-9:]) else said
    for shape in design.shapes:
        rest = said.removeprefix(f"{shape.name}-")
        if rest == said or not re.fullmatch(r"[0-9]+([-_][0-9]+)*", rest):
            continue
        labels = _links(shape, rest) if shape.choice.at == "links" else _labels(shape, rest)
        if labels is not None and name(shape, labels) == said and is_tile(shape, labels):
            return shape, labels
    return None


def is_tile(shape: Shape, labels: Labelling) -> bool:
    """Tell whether a labelling that has a label for each slot, or links all ends, is a tile of the set."""
    own = [link[2] for link in labels] if shape.choice.at == "links" else labels
    return max(own) < shape.choice.labels and law(shape.outline, shape.choice)(labels)


def held_as(shape: Shape, labels: Labelling) -> Labelling:
    """Return the least labelling of a tile: as the set holds it."""
    return least(labels, [move for move, _ in shape.by_angles], shape.choice)


def _labels(shape: Shape, rest: str) -> Labelling | None:
    n = slots(shape.outline, shape.choice.at)
    parts = rest.split("-") if "-" in rest or n == 1 else list(rest)
    return tuple(map(int, parts)) if len(parts) == n and all(part.isdigit() for part in parts) else None


def _links(shape: Shape, rest: str) -> Labelling | None:
    n = slots(shape.outline, shape.choice.at, shape.choice.per)
    parts, links = rest.split("-"), n // 2
    several = shape.choice.labels > 1
    if len(parts) != links * (1 + several):
        return None
    pairs = [part.split("_") if "_" in part else list(part) for part in parts[:links]]
    colours = parts[links:] if several else ["0"] * links
    if any(len(pair) != 2 for pair in pairs) or not all(colour.isdigit() for colour in colours):
        return None
    if sorted(int(end) for pair in pairs for end in pair) != list(range(n)):
        return None
    return tuple((int(a), int(b), int(label)) for (a, b), label in zip(pairs, colours, strict=True))
