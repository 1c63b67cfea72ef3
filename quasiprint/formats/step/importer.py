"""STEP: what lies where is told by the text, what the bodies are by the CAD kernel of CadQuery, which `kernel.py` asks.

Damaged bodies can end the kernel, or keep it for ever: it runs in a process of its own.

Of the text (ISO 10303-21) each line has to be one that a set's file has, and to refer to what it refers to there. So
there is no way in it to hide, mirror, scale or colour anything twice, or to measure in other units.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np

from quasiprint.addons.reading.recogniser.shapes import (
    STILL,
    Body,
    Facets,
    Matrix,
    Object,
    Reading,
    Scene,
    Unreadable,
    foreign,
)
from quasiprint.formats.step import kernel
from quasiprint.model.errors import Unavailable
from quasiprint.model.profile import channels
from quasiprint.system import children, machine

UNIT = 1e-9  # of the length of a direction
LOOSE = 1e-3  # mm: an edge may miss a corner by so much
SAID = r"\((?:[ -&(-.0-:<-~]|'[ -&(-~]*')*\)"  # in brackets: no comment, no end of a line but in a text
HEAD = re.compile(
    rf"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION{SAID};\nFILE_NAME{SAID};\nFILE_SCHEMA{SAID};\nENDSEC;\nDATA;\n"
)
TAIL = "ENDSEC;\nEND-ISO-10303-21;\n"
LINE = re.compile(rf"#([1-9][0-9]{{0,8}}) = (\(?([A-Z0-9_]+){SAID});")
VALUE = r"(?:#[0-9]+|[$*]|\.[A-Z0-9_]+\.|-?[0-9]+(?:\.[0-9]*)?|'[ -&(-~]*')"
VALUES = rf"(?:{VALUE}|\({VALUE}(?:,{VALUE})*\))"
# what is of no account, or for the kernel to judge
PLAIN = re.compile(
    "(?:ADVANCED_FACE|APPLICATION_CONTEXT|APPLICATION_PROTOCOL_DEFINITION|CIRCLE|CLOSED_SHELL|CONICAL_SURFACE|"
    "CYLINDRICAL_SURFACE|DEFINITIONAL_REPRESENTATION|EDGE_LOOP|FACE_BOUND|FACE_OUTER_BOUND|LINE|"
    "MANIFOLD_SOLID_BREP|MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION|ORIENTED_EDGE|PCURVE|PLANE|"
    "PRODUCT_CONTEXT|PRODUCT_DEFINITION_CONTEXT|PRODUCT_RELATED_PRODUCT_CATEGORY|SEAM_CURVE|SURFACE_CURVE|VECTOR|"
    rf"VERTEX_POINT)\({VALUES}(?:,{VALUES})*\)"
)
# the rest: %s is a text, %f a number, #kind or #kind|kind an instance of one of these; + several, ! each exactly once
FORMS = {
    "product": "PRODUCT(%s,%s,'',(#PRODUCT_CONTEXT))",
    "formation": "PRODUCT_DEFINITION_FORMATION('','',#product!)",
    "definition": "PRODUCT_DEFINITION('design','',#formation!,#PRODUCT_DEFINITION_CONTEXT)",
    "shape": "PRODUCT_DEFINITION_SHAPE('','',#definition!)",
    "drawn": "SHAPE_DEFINITION_REPRESENTATION(#shape!,#assembly|body!)",
    "assembly": "SHAPE_REPRESENTATION('',(#axes+),#context)",
    "body": "ADVANCED_BREP_SHAPE_REPRESENTATION('',(#axes,#MANIFOLD_SOLID_BREP!),#context)",
    "occurrence": "NEXT_ASSEMBLY_USAGE_OCCURRENCE(%s,%s,'',#definition,#definition,$)",
    "placement": "PRODUCT_DEFINITION_SHAPE('Placement','Placement of an item',#occurrence!)",
    "placed": "CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#relation!,#placement!)",
    "relation": "(REPRESENTATION_RELATIONSHIP('','',#assembly|body,#assembly)"
    "REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#move!)SHAPE_REPRESENTATION_RELATIONSHIP())",
    "move": "ITEM_DEFINED_TRANSFORMATION('','',#axes,#axes)",
    "context": "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#uncertainty))"
    "GLOBAL_UNIT_ASSIGNED_CONTEXT((#millimetre,#radian,#steradian))REPRESENTATION_CONTEXT('','3D'))",
    "flat": "(GEOMETRIC_REPRESENTATION_CONTEXT(2)"
    "PARAMETRIC_REPRESENTATION_CONTEXT()REPRESENTATION_CONTEXT('2D','plane'))",
    "uncertainty": "UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-06),#millimetre,'distance_accuracy_value','')",
    "millimetre": "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))",
    "radian": "(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))",
    "steradian": "(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())",
    "edge": "EDGE_CURVE('',#VERTEX_POINT,#VERTEX_POINT,#LINE|CIRCLE|SURFACE_CURVE|SEAM_CURVE,.T.)",
    "axes": "AXIS2_PLACEMENT_3D('',#point,#direction,#direction)",
    "point": "CARTESIAN_POINT('',(%f,%f,%f))",
    "direction": "DIRECTION('',(%f,%f,%f))",
    "flat_point": "CARTESIAN_POINT('',(%f,%f))",
    "flat_direction": "DIRECTION('',(%f,%f))",
    "styled": "STYLED_ITEM('color',(#style),#MANIFOLD_SOLID_BREP)",
    "style": "PRESENTATION_STYLE_ASSIGNMENT((#usage))",
    "usage": "SURFACE_STYLE_USAGE(.BOTH.,#side)",
    "side": "SURFACE_SIDE_STYLE('',(#filled))",
    "filled": "SURFACE_STYLE_FILL_AREA(#area)",
    "area": "FILL_AREA_STYLE('',(#ink))",
    "ink": "FILL_AREA_STYLE_COLOUR('',#colour)",
    "colour": "COLOUR_RGB('',%f,%f,%f)",
}
FIELD = re.compile(r"(#[A-Za-z0-9_|]+[+!]?|%s|%f)")
PATTERNS = {"%s": r"'((?:[^']|'')*)'", "%f": r"(-?[0-9]{1,9}\.[0-9]{0,12})"}


def read(reading: Reading) -> Iterator[Scene]:
    """Yield what each file shows. Where the kernel cannot be loaded, files stay unread; and where their bytes are
    compared, since it takes as long to load as all else."""
    if reading.compared:
        reading.unread.update(
            dict.fromkeys(reading.files, "its bytes are compared; --by pieces lets the CAD kernel read it")
        )
        return
    for path, content in reading.files.items():
        try:
            text = parse(content)
            placed = _placements(text)
            bodies = dict(zip(text.by_kind["MANIFOLD_SOLID_BREP"], _bodies(content), strict=True))
            colours = _colours(text, reading, bodies)
        except Unavailable as problem:
            reading.unread[path] = f"{problem}: proved by bytes alone"
        except Unreadable as problem:
            reading.report(problem.code, path, str(problem))
        else:
            if -1 in colours.values():
                message = "a body has no colour, several, or one that is none of the palette's"
                reading.report("colour-wrong", path, message)
            made = {solids: tuple(Body(bodies[k], colours[k]) for k in solids) for _, _, solids in placed}
            objects = tuple(Object(made[solids], name, matrix) for name, matrix, solids in placed)
            yield Scene((path,), "STEP", objects, curved=True)


def _placements(text: Text) -> list[tuple[str, Matrix, tuple[int, ...]]]:
    """Return the pieces that are placed in the set: name, place and solids. Raises Unreadable unless there are only the
    set, pieces in it and bodies in these, each in its piece's frame."""
    values, by_kind = text.values, text.by_kind
    names = {number: values[values[values[number][0]][0]][1] for number in by_kind["definition"]}
    drawn = {values[shape][0]: shown for shape, shown in map(values.__getitem__, by_kind["drawn"])}
    inside: dict[int, list[tuple[int, Matrix]]] = {number: [] for number in names}
    for relation, placement in map(values.__getitem__, by_kind["placed"]):
        shown, target, move = values[relation]
        _, name, outer, inner = values[values[placement][0]]
        if (drawn.get(inner), drawn.get(outer), names[inner]) != (shown, target, name):
            raise foreign(f"where {name[:40]!r} is said to be placed, it is not")
        inside[outer].append((inner, _matrix_between(text, *values[move])))
    roots = set(names) - {inner for own in inside.values() for inner, _ in own}
    if len(roots) != 1:
        raise foreign(f"{len(roots)} of its products are part of no other, allowed is one, the set")
    pieces = inside[roots.pop()]
    parts = [one for piece in dict(pieces) for one in inside[piece]]
    solids = {body: values[drawn[body]][1] for body, _ in parts if text.kinds[drawn[body]] == "body"}
    well = all(inside[piece] for piece in dict(pieces)) and all(body in solids and at == STILL for body, at in parts)
    if not well or len(names) != 1 + len(dict(pieces)) + len(solids):
        raise foreign("it is not one set of pieces, and these of bodies that lie in their frames")
    return [(names[piece], matrix, tuple(solids[body] for body, _ in inside[piece])) for piece, matrix in pieces]


def _matrix_between(text: Text, origin: int, target: int) -> Matrix:
    """Return how something is moved whose place is to become another."""
    frames = []
    for axes in (origin, target):
        point, up, along = (np.array(text.values[number]) for number in text.values[axes])
        x = along - (along @ up) * up
        if max(abs(np.linalg.norm(up) - 1), abs(np.linalg.norm(x) - 1)) > UNIT:
            raise foreign(f"the directions of #{axes} are not at right angles, and 1 long")
        frames.append(np.column_stack((np.stack((x, np.cross(up, x), up, point)), (0, 0, 0, 1))))
    return tuple((np.linalg.inv(frames[0]) @ frames[1])[:, :3].ravel().tolist())


def _colours(text: Text, reading: Reading, bodies: dict[int, Facets]) -> dict[int, int | None]:
    """Return the colours of solids: None for the body's, else the number of an ink, or −1."""
    palette, middle = reading.set.palette, reading.set.measures.stock.thickness / 2
    inks = {_rgb(ink.rgb): k for k, ink in enumerate(palette.inks)}
    found: dict[int, int | None] = {}
    for style, solid in map(text.values.__getitem__, text.by_kind["styled"]):
        while text.kinds[style] != "colour":
            (style,) = text.values[style]
        rgb, z = tuple(text.values[style]), bodies[solid][:, :, 2]
        # the body's colour may be an ink's, too
        own = rgb == _rgb(palette.body) and (rgb not in inks or (z.min() < LOOSE and z.max() > middle))
        found[solid] = -1 if solid in found else None if own else inks.get(rgb, -1)
    return dict.fromkeys(bodies, -1) | found


def _rgb(colour: str) -> tuple[float, ...]:
    """Return a colour as a STEP file has it."""
    return tuple(round(part, 6) for part in channels(colour))


def _bodies(content: bytes) -> list[Facets]:
    """Return the facets of a file's solids, in the order in which they stand there."""
    found, numbers = answer(content, "facets")
    size = 24 * sum(body["points"] for body in found)
    points = np.round(np.frombuffer(numbers[:size]).reshape(-1, 3), 6) + 0.0
    corners = np.frombuffer(numbers[size:], dtype=np.int32).reshape(-1, 3)
    bodies, point, facet = [], 0, 0
    for body in found:
        if not body["closed"] or not body["valid"] or body["loose"] > LOOSE or not body["volume"] > 0:
            raise Unreadable(f"the CAD kernel finds {body['name'][:40]!r} invalid, or not closed", "mesh-open")
        own = points[point : point + body["points"]][corners[facet : facet + body["facets"]]]
        bodies.append(own[(own != own[:, [1, 2, 0]]).any(axis=2).all(axis=1)])
        point, facet = point + body["points"], facet + body["facets"]
    return bodies


def answer(content: bytes, asked: str) -> tuple[list[dict[str, Any]], bytes]:
    """Return what the kernel says of a file's solids, and numbers. asked: see `kernel`. Raises Unreadable for what the
    kernel does not read, and Unavailable where the machine lacks what that takes."""
    program = Path(kernel.__file__)
    try:
        asking = children.start_program(
            program, asked, folder=program.parent, stdin=children.PIPE, stdout=children.PIPE, stderr=children.NOTHING
        )
    except OSError as found:
        raise Unavailable(f"the program that reads STEP cannot be started ({found})") from None
    clock = Timer(kernel.LONGEST, asking.kill)
    clock.start()
    try:
        answered, _ = asking.communicate(content)
        late = not clock.is_alive()
    finally:
        clock.cancel()
        asking.kill()
    ended = asking.wait()
    if late:
        raise Unreadable(f"the CAD kernel takes more than {kernel.LONGEST} s to read it")
    if ended and (machine.memory_is_limited() or ended == machine.KILLED):
        raise Unavailable(f"the CAD kernel was ended: {children.end_of(ended)}")
    if ended:
        raise Unreadable("the CAD kernel fails on it")
    head, _, numbers = answered.partition(b"\n")
    said: dict[str, Any] = json.loads(head)
    if "lacking" in said:
        raise Unavailable(f"STEP is read by the CAD kernel of CadQuery, which cannot be loaded ({said['lacking']})")
    if "unreadable" in said:
        raise Unreadable(f"the CAD kernel cannot read it: {said['unreadable']}")
    return said["bodies"], numbers


@dataclass(slots=True)
class Text:
    """The instances of a file, by their numbers. kinds: of each its form's name, else its keyword. texts: what is said
    after its number. values: of those with forms, what stands in each field: a text, a number, or instances.
    by_kind: the numbers of a kind, as they stand there."""

    kinds: dict[int, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    values: dict[int, list[Any]] = field(default_factory=dict)
    by_kind: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


def parse(content: bytes) -> Text:
    """Return the instances of a file. Raises Unreadable for what no set's file has."""
    text, found = content.decode("latin-1"), Text()
    head = HEAD.match(text)
    if head is None or not text.endswith("\n" + TAIL):
        raise foreign("it does not begin and end as the STEP file of a set")
    by_keyword = _by_keyword()
    named: dict[str, list[tuple[int, int]]] = {
        slot: [] for forms in by_keyword.values() for form in forms for slot in form[2]
    }
    for line in text[head.end() : -len(TAIL) - 1].split("\n"):
        stated = LINE.fullmatch(line)
        kind = stated[3] if stated else ""
        if stated is None or not (kind in by_keyword or PLAIN.fullmatch(stated[2])):
            raise _strange(line)
        number, said = int(stated[1]), stated[2]
        if number in found.kinds:
            raise foreign(f"two instances have the number #{number}")
        if kind in by_keyword:
            matches = ((name, slots, pattern.fullmatch(said)) for name, pattern, slots in by_keyword[kind])
            kind, slots, match = next((one for one in matches if one[2]), ("", [], None))
            if match is None:
                raise _strange(line)
            found.values[number] = []
            for slot, value in zip(slots, match.groups(), strict=True):
                if slot[0] == "#":
                    named[slot] += [(number, int(one[1:])) for one in value.split(",")]
                    found.values[number].append(named[slot][-1][1])
                else:
                    found.values[number].append(float(value) if slot == "%f" else value.replace("''", "'"))
        found.kinds[number], found.texts[number] = kind, said
        found.by_kind[kind].append(number)
    for slot, uses in named.items():
        kinds = slot.strip("#+!").split("|")
        for number, one in uses:
            if found.kinds.get(one) not in kinds:
                raise _strange(f"#{number} = {found.texts[number]}")
        if slot[-1] == "!" and sorted(one for _, one in uses) != sorted(
            n for kind in kinds for n in found.by_kind[kind]
        ):
            raise foreign(f"not each {' and '.join(kinds)} is named once")
    return found


def _strange(line: str) -> Unreadable:
    message = f"it has a line that no set has: {line[:80]}"
    return Unreadable(message, "unit-wrong") if "UNIT" in line else foreign(message)


def _form(form: str) -> tuple[re.Pattern[str], list[str]]:
    """Return the pattern of a form, and its fields."""
    parts = FIELD.split(form)
    for k in range(1, len(parts), 2):
        parts[k] = PATTERNS.get(parts[k], r"(#\d+(?:,#\d+)*)" if parts[k][-1] == "+" else r"(#\d+)")
    parts[::2] = map(re.escape, parts[::2])
    return re.compile("".join(parts)), FIELD.findall(form)


@cache
def _by_keyword() -> dict[str, list[tuple[str, re.Pattern[str], list[str]]]]:
    """Return the forms, by the word that each begins with: compiled when a file is read."""
    found: dict[str, list[tuple[str, re.Pattern[str], list[str]]]] = defaultdict(list)
    for name, form in FORMS.items():
        found[re.findall("[A-Z0-9_]+", form)[0]].append((name, *_form(form)))
    return found
