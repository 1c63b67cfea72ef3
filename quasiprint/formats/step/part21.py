"""The text of a STEP file (ISO 10303-21): each line has to be one that a set's file has, and to refer to what it refers
to there. So there is no way in it to hide, mirror, scale or colour anything twice, or to measure in other units.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from quasiprint.recogniser.shapes import Unreadable, foreign

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


@dataclass(slots=True)
class Text:
    """The instances of a file, by their numbers. kinds: of each its form's name, else its keyword. texts: what is said
    after its number. values: of those with forms, what stands in each field: a text, a number, or instances.
    by_kind: the numbers of a kind, as they stand there."""

    kinds: dict[int, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    values: dict[int, list[Any]] = field(default_factory=dict)
    by_kind: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


def parsed(content: bytes) -> Text:
    """Return the instances of a file. Raises Unreadable for what no set's file has."""
    text, found = content.decode("latin-1"), Text()
    head = HEAD.match(text)
    if head is None or not text.endswith("\n" + TAIL):
        raise foreign("it does not begin and end as the STEP file of a set")
    named: dict[str, list[tuple[int, int]]] = {
        slot: [] for forms in BY_KEYWORD.values() for form in forms for slot in form[2]
    }
    for line in text[head.end() : -len(TAIL) - 1].split("\n"):
        stated = LINE.fullmatch(line)
        kind = stated[3] if stated else ""
        if stated is None or not (kind in BY_KEYWORD or PLAIN.fullmatch(stated[2])):
            raise _strange(line)
        number, said = int(stated[1]), stated[2]
        if number in found.kinds:
            raise foreign(f"two instances have the number #{number}")
        if kind in BY_KEYWORD:
            matches = ((name, slots, pattern.fullmatch(said)) for name, pattern, slots in BY_KEYWORD[kind])
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


BY_KEYWORD: dict[str, list[tuple[str, re.Pattern[str], list[str]]]] = defaultdict(list)
for _name, _text in FORMS.items():
    BY_KEYWORD[re.findall("[A-Z0-9_]+", _text)[0]].append((_name, *_form(_text)))
