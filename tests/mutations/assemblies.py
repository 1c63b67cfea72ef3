"""Mutations of STEP: its entities as text, by number."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from mutations.folder import GAMES, Mutation, NotHere, codes, files, manifest, put

ENTITY = re.compile(r"#(\d+)\s*=\s*(.*?);\s*\n", re.S)
Entities = dict[int, str]


class Step:
    """A STEP file: entities by number, all text on one line."""

    def __init__(self, folder: Path) -> None:
        (self.path,) = files(folder, "step/*.step")
        text = self.path.read_text()
        self.head, _, data = text.partition("DATA;\n")
        self.entities: Entities = {int(key): " ".join(value.split()) for key, value in ENTITY.findall(data)}
        self.held = {piece["id"]: piece for piece in manifest(folder)["pieces"]}
        self.thickness = manifest(folder)["parameters"]["measures"]["printer"]["thickness"]

    def write(self) -> None:
        """Write the file again."""
        lines = "".join(f"#{key} = {value};\n" for key, value in self.entities.items())
        put(self.path, f"{self.head}DATA;\n{lines}ENDSEC;\nEND-ISO-10303-21;\n")

    def add(self, value: str) -> int:
        """Add an entity and return its number."""
        key = max(self.entities) + 1
        self.entities[key] = value
        return key

    def of_kind(self, kind: str) -> list[int]:
        """Return the numbers of the entities of a kind, in order."""
        return [key for key, value in self.entities.items() if value.startswith(f"{kind}(")]

    def references(self, key: int) -> list[int]:
        """Return the numbers of the entities that one refers to."""
        return [int(found) for found in re.findall(r"#(\d+)", self.entities[key])]

    def instances(self) -> list[tuple[str, list[int]]]:
        """Return the instances: each one's name, and its entities: the shape in context, the relation, the
        transformation, the definition and the occurrence."""
        found = []
        for key in self.of_kind("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION"):
            relation, definition = self.references(key)
            transformation = self.references(relation)[-1]
            (occurrence,) = self.references(definition)
            name = self.entities[occurrence].split("'")[3]
            found.append((name, [key, relation, transformation, definition, occurrence]))
        return found

    def piece(self) -> list[int]:
        """Return the entities of the first instance of a piece of the set."""
        return next(keys for name, keys in self.instances() if name in self.held)


def edited(change: Callable[[Step], None]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        step = Step(folder)
        change(step)
        step.write()

    return apply


def _left_out(step: Step) -> None:
    for key in step.piece():
        del step.entities[key]


def _twice(step: Step) -> None:
    """Lay the first piece there once more."""
    shape, relation, _, definition, occurrence = step.piece()
    again = step.add(step.entities[occurrence])
    defined = step.add(step.entities[definition].replace(f"#{occurrence}", f"#{again}"))
    related = step.add(step.entities[relation])
    step.add(step.entities[shape].replace(f"#{relation}", f"#{related}").replace(f"#{definition}", f"#{defined}"))


def _another(step: Step) -> None:
    """Let the second piece's place hold the first piece's shape: one twice, another not at all."""
    held = [(name, keys) for name, keys in step.instances() if name in step.held]
    for one, mine in held:
        for two, theirs in held:
            same = step.held[one]["shape"] == step.held[two]["shape"]
            if same and step.held[one]["marks"] != step.held[two]["marks"]:
                step.entities[theirs[1]] = re.sub(
                    r"#\d+", f"#{step.references(mine[1])[0]}", step.entities[theirs[1]], count=1
                )
                product = step.references(mine[4])[1]
                parent = step.references(theirs[4])[0]
                step.entities[theirs[4]] = re.sub(r"#\d+,#\d+", f"#{parent},#{product}", step.entities[theirs[4]])
                return
    raise NotHere("all pieces are alike")


def _placement(step: Step, keys: list[int]) -> tuple[int, list[int]]:
    """Return an instance's placement, and its point, axis and direction, as entities of its own."""
    held = step.references(keys[2])[1]
    parts = [step.add(step.entities[key]) for key in step.references(held)]
    own = step.add(f"AXIS2_PLACEMENT_3D('',{','.join(f'#{key}' for key in parts)})")
    step.entities[keys[2]] = re.sub(r",#\d+\)$", f",#{own})", step.entities[keys[2]])
    return own, parts


def _numbers(text: str) -> list[float]:
    return [float(word) for word in re.findall(r"\(([^()]*)\)", text)[-1].split(",")]


def _point(step: Step, key: int, by: tuple[float, float, float]) -> None:
    at = [a + b for a, b in zip(_numbers(step.entities[key]), by, strict=True)]
    step.entities[key] = f"CARTESIAN_POINT('',({','.join(f'{number:.9E}' for number in at)}))"


def _turned_over(step: Step) -> None:
    _, (point, axis, _) = _placement(step, step.piece())
    step.entities[axis] = "DIRECTION('',(0.,0.,-1.))"
    _point(step, point, (0, 0, step.thickness))


def _lifted(step: Step) -> None:
    _, (point, _, _) = _placement(step, step.piece())
    _point(step, point, (0, 0, 0.5))


def _overlap(step: Step) -> None:
    held = [keys for name, keys in step.instances() if name in step.held]
    here = _numbers(step.entities[step.references(step.references(held[0][2])[1])[0]])
    _, (point, _, _) = _placement(step, held[1])
    there = _numbers(step.entities[point])
    _point(step, point, (here[0] + 5 - there[0], here[1] - there[1], 0))


def moved_in_place(step: Step, keys: list[int], by: tuple[float, float, float]) -> None:
    """Move an instance (mm) in what it is part of."""
    _, (point, _, _) = _placement(step, keys)
    _point(step, point, by)


def _inlay_aside(step: Step) -> None:
    """Move one inlay in its piece by 0.3 mm."""
    found = [keys for name, keys in step.instances() if "-inlay-" in name]
    if not found:
        raise NotHere("no inlays")
    moved_in_place(step, found[0], (0.3, 0, 0))


def _inlay_gone(step: Step) -> None:
    found = [keys for name, keys in step.instances() if "-inlay-" in name]
    if not found:
        raise NotHere("no inlays")
    for key in found[0]:
        del step.entities[key]


def _coordinate(step: Step) -> None:
    """Move the corner with the largest x of the first body by 0.5 mm, under a vertex that hangs on it."""
    vertices = step.of_kind("VERTEX_POINT")[:40]
    points = [step.references(key)[0] for key in vertices]
    _point(step, max(points, key=lambda key: _numbers(step.entities[key])[0]), (0.5, 0, 0))


def _colour(step: Step) -> None:
    held = step.of_kind("COLOUR_RGB")
    key = held[min(1, len(held) - 1)]
    step.entities[key] = "COLOUR_RGB('',0.070588,0.203922,0.337255)"


def _colours_exchanged(step: Step) -> None:
    """Exchange two colours everywhere."""
    values = list(dict.fromkeys(step.entities[key] for key in step.of_kind("COLOUR_RGB")))
    if len(values) < 2:
        raise NotHere("one colour only")
    swap = {values[-2]: values[-1], values[-1]: values[-2]}
    for key in step.of_kind("COLOUR_RGB"):
        step.entities[key] = swap.get(step.entities[key], step.entities[key])


MILLIMETRE = "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))"


def _centimetres(step: Step) -> None:
    for key, value in step.entities.items():
        if value == MILLIMETRE:
            step.entities[key] = value.replace(".MILLI.", ".CENTI.")


def _inches(step: Step) -> None:
    lengths = [key for key, value in step.entities.items() if value == MILLIMETRE]
    exponents = step.add("DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)")
    base = step.add(MILLIMETRE)
    measure = step.add(f"LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#{base})")
    for key in lengths:
        step.entities[key] = f"( CONVERSION_BASED_UNIT('INCH',#{measure}) LENGTH_UNIT() NAMED_UNIT(#{exponents}) )"


def _names(step: Step) -> None:
    """Exchange the names of two pieces, where they are laid and as products."""
    ids = [name for name, _ in step.instances() if name in step.held]
    other = next((i for i in ids if step.held[i]["marks"] != step.held[ids[0]]["marks"]), None)
    if other is None:
        raise NotHere("all pieces are alike")
    swap = {f"'{ids[0]}'": f"'{other}'", f"'{other}'": f"'{ids[0]}'"}
    for kind in ("NEXT_ASSEMBLY_USAGE_OCCURRENCE", "PRODUCT"):
        for key in step.of_kind(kind):
            step.entities[key] = re.sub("|".join(swap), lambda match: swap[match[0]], step.entities[key])


def _thicker(step: Step) -> None:
    """Lift everything that lies on the upper side by 0.2 mm."""
    top = step.thickness
    for key in step.of_kind("CARTESIAN_POINT"):
        numbers = _numbers(step.entities[key])
        if len(numbers) == 3 and abs(numbers[2] - top) < 1e-6:
            _point(step, key, (0, 0, 0.2))


def _larger(step: Step) -> None:
    """Make everything 1 % larger: points, radii, lengths."""
    for key in step.of_kind("CARTESIAN_POINT"):
        numbers = _numbers(step.entities[key])
        step.entities[key] = f"CARTESIAN_POINT('',({','.join(f'{1.01 * x:.12E}' for x in numbers)}))"
    for kind in ("CIRCLE", "CYLINDRICAL_SURFACE", "SPHERICAL_SURFACE"):
        for key in step.of_kind(kind):
            step.entities[key] = re.sub(
                r",([0-9.E+-]+)\)$", lambda match: f",{1.01 * float(match[1]):.12E})", step.entities[key]
            )


def _truncated(folder: Path) -> None:
    (path,) = files(folder, "step/*.step")
    content = path.read_bytes()
    put(path, content[: len(content) // 2])


def _ended(folder: Path) -> None:
    """Cut off the end of the file only: every entity is there."""
    (path,) = files(folder, "step/*.step")
    put(path, path.read_text().replace("ENDSEC;\nEND-ISO-10303-21;", ""))


def _gone(folder: Path) -> None:
    files(folder, "step/*.step")[0].unlink()


SIDED = ("quasimino", "triomino", "majomino")
COLOURED = ("quasimino", "majomino", "quomino")


def row(
    name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES
) -> Mutation:  # fmt: skip
    return Mutation(f"step-{name}", says, games, ("step",), codes(found), apply)


MUTATIONS: tuple[Mutation, ...] = (
    row("left-out", "a piece left out", "piece-missing", edited(_left_out)),
    row("twice", "a piece twice in one place", "piece-doubled overlap", edited(_twice)),
    row("another", "a piece twice, another not at all", "piece-doubled piece-missing id-wrong", edited(_another),
         SIDED),
    row("turned-over", "a piece upside down", "piece-turned-over", edited(_turned_over)),
    row("lifted", "a piece 0.5 mm too high", "height-wrong off-bed", edited(_lifted)),
    row("overlap", "a piece laid into another", "overlap", edited(_overlap)),
    row("inlay-aside", "an inlay 0.3 mm aside", "mark-off", edited(_inlay_aside), COLOURED),
    row("inlay-gone", "an inlay left out", "mark-missing piece-missing", edited(_inlay_gone), COLOURED),
    row("coordinate", "a corner moved by 0.5 mm",
         "piece-foreign piece-size mark-off mark-foreign mesh-open surface-slanted file-unreadable",
         edited(_coordinate)),
    row("thicker", "the upper side 0.2 mm higher", "height-wrong mesh-open", edited(_thicker)),
    row("larger", "everything 1 % larger", "piece-size height-wrong mesh-open", edited(_larger)),
    row("colour", "a part in another colour", "colour-wrong", edited(_colour)),
    row("colours-exchanged", "two colours exchanged", "colour-wrong", edited(_colours_exchanged), COLOURED),
    row("centimetres", "the unit is the centimetre", "unit-wrong piece-size", edited(_centimetres)),
    row("inches", "the unit is the inch", "unit-wrong piece-size", edited(_inches)),
    row("names", "two pieces' names exchanged", "id-wrong marks-differ", edited(_names), SIDED),
    row("truncated", "the second half missing", "file-unreadable", _truncated),
    row("ended", "the file's end missing", "file-unreadable", _ended),
    row("gone", "the file removed", "piece-missing file-missing manifest-wrong", _gone),
)  # fmt: skip
