"""DXF as a hand sees it: pairs of a code and a value, grouped into records, of which the sections are made."""

from __future__ import annotations

import random
from dataclasses import dataclass

from mutations.drawn.hands import Drawn, Nothing, by_kind, bytes_of, figure, number, rearranged, short, text_of


@dataclass(slots=True)
class Record:
    """An entity, table entry, header variable, object or section mark. pairs: lines of code and value, as they are."""

    pairs: list[list[str]]
    section: str

    @property
    def name(self) -> str:
        return self.pairs[0][1].strip() if self.pairs else "emptied"

    def __str__(self) -> str:
        return "".join(f"{code}\n{value}\n" for code, value in self.pairs)

    def copy(self) -> Record:
        return Record([list(pair) for pair in self.pairs], self.section)

    def head(self) -> str:
        return f"{self.section or 'file'} {short(' '.join(value.strip() for _, value in self.pairs[:8]))}"


def parsed(text: str) -> list[Record]:
    """Return the records of a file: in the header one for each variable."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if len(lines) % 2:
        raise Nothing
    records: list[Record] = []
    section, expected = "", False
    for code, value in zip(lines[::2], lines[1::2], strict=True):
        word = value.strip()
        if code.strip() == "0" or (code.strip() == "9" and section == "HEADER"):
            if word == "SECTION":
                expected = True
            records.append(Record([], section))
        if not records:
            records.append(Record([], ""))
        records[-1].pairs.append([code, value])
        if expected and code.strip() == "2":
            section, expected = word, False
            records[-1].section = section
        if word == "ENDSEC" and code.strip() == "0":
            section = ""
    return records


def written(records: list[Record]) -> str:
    return "".join(map(str, records))


# what may be said of any entity, and of a polyline, in codes of the format
OF_ENTITIES = (
    ("60", "1"), ("60", "0"), ("62", "1"), ("62", "5"), ("62", "256"), ("62", "0"), ("62", "-1"), ("62", "257"),
    ("6", "HIDDEN"), ("6", "Continuous"), ("6", "BYBLOCK"), ("6", "DASHED"), ("48", "20"), ("48", "0"), ("370", "211"),
    ("370", "0"), ("370", "-3"), ("370", "-1"), ("420", "16711680"), ("420", "255"), ("430", "RED"), ("440",
    "33554432"),
    ("440", "33554687"), ("39", "5"), ("67", "1"), ("67", "0"), ("38", "4"), ("38", "0"), ("43", "3"), ("43", "0"),
    ("40", "2"), ("41", "2"), ("42", "1"), ("42", "0.2"), ("42", "0"), ("70", "1"), ("70", "0"), ("70", "128"),
    ("70", "129"), ("210", "0"), ("230", "-1"), ("230", "1"), ("220", "1"), ("8", "0"), ("8", "DEFPOINTS"), ("8",
    "CUT"),
    ("8", "cut-outer"), ("8", "engrave"), ("8", "Engrave"), ("8", "Defpoints"), ("284", "1"), ("380", "1"), ("390",
    "1"),
    ("347", "1"), ("410", "Layout1"), ("410", "Model"), ("102", "{ACAD_REACTORS"), ("999", "a comment"), ("90", "3"),
    ("91", "7"), ("100", "AcDbPolyline"), ("100", "AcDbEntity"), ("100", "AcDbLine"), ("1001", "ACAD"), ("1000",
    "text"),
    ("330", "0"), ("5", "1F"), ("5", "FFFF"), ("10", "40.0"), ("20", "40.0"), ("30", "9.0"), ("290", "0"), ("290", "1"),
    ("1070", "1"), ("310", "FFFF"), ("160", "4"), ("294", "1"), ("348", "0"), ("282", "1"),
)  # fmt: skip
OF_LAYERS = (
    ("70", "1"), ("70", "4"), ("70", "5"), ("70", "0"), ("70", "64"), ("62", "-7"), ("62", "7"), ("62", "1"), ("62",
    "5"),
    ("62", "255"), ("62", "0"), ("290", "0"), ("290", "1"), ("370", "211"), ("370", "0"), ("6", "HIDDEN"), ("6",
    "DASHED"),
    ("420", "255"), ("2", "OTHER"), ("2", "CUT"), ("390", "0"), ("347", "0"), ("440", "33554432"), ("6", "Continuous"),
)  # fmt: skip
VARIABLES = (
    ("$INSUNITS", "70", "1"), ("$INSUNITS", "70", "5"), ("$INSUNITS", "70", "0"), ("$MEASUREMENT", "70", "0"),
    ("$LUNITS", "70", "4"), ("$LTSCALE", "40", "20.0"), ("$CELTSCALE", "40", "9.0"), ("$FILLMODE", "70", "0"),
    ("$LWDISPLAY", "290", "1"), ("$ACADVER", "1", "AC1009"), ("$ACADVER", "1", "AC1032"), ("$PSLTSCALE", "70", "0"),
    ("$CLAYER", "8", "OTHER"), ("$ANGDIR", "70", "1"), ("$AUNITS", "70", "3"), ("$TILEMODE", "70", "0"),
    ("$PLINEWID", "40", "5.0"), ("$ELEVATION", "40", "3.0"), ("$DWGCODEPAGE", "3", "utf-8"), ("$SPLINESEGS", "70", "1"),
    ("$EXTMAX", "10", "10.0"), ("$PLIMCHECK", "70", "1"), ("$CUSTOMPROPERTY", "1", "x"), ("$HANDSEED", "5", "1"),
    ("$PUCSORG", "10", "5.0"), ("$UCSORG", "10", "5.0"), ("$INSBASE", "10", "70.0"), ("$DIMSCALE", "40", "9.0"),
    ("$PEXTMAX", "10", "1.0"), ("$LASTSAVEDBY", "1", "x"), ("$PDMODE", "70", "34"), ("$CEPSNTYPE", "380", "0"),
    ("$HIDETEXT", "280", "1"), ("$XCLIPFRAME", "290", "1"), ("$VISRETAIN", "70", "0"), ("$CECOLOR", "62", "1"),
    ("$CELWEIGHT", "370", "211"), ("$CELTYPE", "6", "HIDDEN"), ("$PROXYGRAPHICS", "70", "0"), ("$PSTYLEMODE", "290",
    "0"),
)  # fmt: skip


def _line(kind: str, *pairs: tuple[str, str], layer: str = "CUT-OUTER") -> tuple[tuple[str, str], ...]:
    sort = {"LINE": "AcDbLine", "CIRCLE": "AcDbCircle", "TEXT": "AcDbText", "POINT": "AcDbPoint", "ARC": "AcDbCircle",
            "LWPOLYLINE": "AcDbPolyline", "SPLINE": "AcDbSpline", "HATCH": "AcDbHatch", "INSERT": "AcDbBlockReference",
            "SOLID": "AcDbTrace", "MTEXT": "AcDbMText", "VIEWPORT": "AcDbViewport", "IMAGE": "AcDbRasterImage",
            "3DFACE": "AcDbFace", "ELLIPSE": "AcDbEllipse", "WIPEOUT": "AcDbWipeout"}.get(kind, "AcDbX")  # fmt: skip
    return (("0", kind), ("5", "9F0"), ("330", "17"), ("100", "AcDbEntity"), ("8", layer), ("100", sort), *pairs)


_SQUARE = (("90", "4"), ("70", "1"), ("10", "5"), ("20", "5"), ("10", "9"), ("20", "5"), ("10", "9"), ("20", "9"),
           ("10", "5"), ("20", "9"))  # fmt: skip
_BOW = (("90", "4"), ("70", "1"), ("10", "5"), ("20", "5"), ("10", "9"), ("20", "9"), ("10", "9"), ("20", "5"),
        ("10", "5"), ("20", "9"))  # fmt: skip
ENTITIES = (
    _line("LWPOLYLINE", *_SQUARE), _line("LWPOLYLINE", *_SQUARE, layer="0"), _line("LWPOLYLINE", *_BOW),
    _line("LWPOLYLINE", *_SQUARE, layer="ENGRAVE"), _line("LWPOLYLINE", *_SQUARE, layer="REFERENCE"),
    _line("LWPOLYLINE", ("90", "0"), ("70", "0")), _line("LWPOLYLINE", ("90", "1"), ("70", "0"), ("10", "5"), ("20",
    "5")),
    _line("LWPOLYLINE", ("90", "2"), ("70", "0"), ("10", "5"), ("20", "5"), ("10", "50"), ("20", "5")),
    _line("LWPOLYLINE", ("90", "2"), ("70", "1"), ("10", "5"), ("20", "5"), ("10", "50"), ("20", "5")),
    _line("LWPOLYLINE", ("90", "2"), ("70", "0"), ("10", "5"), ("20", "5"), ("10", "5"), ("20", "5")),
    _line("LINE", ("10", "0"), ("20", "0"), ("30", "0"), ("11", "600"), ("21", "300"), ("31", "0")),
    _line("CIRCLE", ("10", "40"), ("20", "40"), ("30", "0"), ("40", "30")),
    _line("ARC", ("10", "40"), ("20", "40"), ("30", "0"), ("40", "30"), ("50", "0"), ("51", "90")),
    _line("TEXT", ("10", "20"), ("20", "20"), ("30", "0"), ("40", "50"), ("1", "TEXT")),
    _line("MTEXT", ("10", "20"), ("20", "20"), ("30", "0"), ("40", "50"), ("1", "TEXT"), layer="ENGRAVE"),
    _line("POINT", ("10", "20"), ("20", "20"), ("30", "0")), _line("SOLID", ("10", "0"), ("20", "0"), ("11", "9"),
    ("21", "0"), ("12", "0"), ("22", "9"), ("13", "9"), ("23", "9")),
    _line("INSERT", ("2", "*Model_Space"), ("10", "5"), ("20", "5"), ("30", "0")),
    _line("INSERT", ("2", "*Paper_Space"), ("10", "5"), ("20", "5"), ("30", "0")),
    _line("ELLIPSE", ("10", "9"), ("20", "9"), ("11", "5"), ("21", "0"), ("40", "0.5"), ("41", "0"), ("42", "6.28")),
    _line("3DFACE", ("10", "0"), ("20", "0"), ("30", "0"), ("11", "9"), ("21", "0"), ("31", "0"), ("12", "9"),
    ("22", "9"), ("32", "0"), ("13", "0"), ("23", "9"), ("33", "0")),
    _line("VIEWPORT", ("10", "0"), ("20", "0"), ("40", "9"), ("41", "9"), ("69", "2")),
    (("0", "POLYLINE"), ("5", "9F1"), ("8", "CUT-OUTER"), ("66", "1"), ("70", "0"), ("0", "VERTEX"), ("8", "CUT-OUTER"),
     ("10", "0"), ("20", "0"), ("0", "VERTEX"), ("8", "CUT-OUTER"), ("10", "90"), ("20", "90"), ("0", "SEQEND")),
    (("0", "LAYER"), ("5", "9F2"), ("100", "AcDbSymbolTableRecord"), ("100", "AcDbLayerTableRecord"), ("2", "OTHER"),
     ("70", "0"), ("62", "1"), ("6", "Continuous")),
    (("0", "LAYER"), ("5", "9F3"), ("100", "AcDbSymbolTableRecord"), ("100", "AcDbLayerTableRecord"),
     ("2", "CUT-OUTER"), ("70", "1"), ("62", "-5"), ("6", "Continuous"), ("290", "0")),
    (("0", "LTYPE"), ("5", "9F4"), ("100", "AcDbSymbolTableRecord"), ("100", "AcDbLinetypeTableRecord"), ("2",
    "HIDDEN"),
     ("70", "0"), ("3", "- -"), ("72", "65"), ("73", "2"), ("40", "9.0"), ("49", "5.0"), ("74", "0"), ("49", "-4.0"),
     ("74", "0")),
    (("0", "FOREIGN"), ("5", "9F5"), ("8", "CUT-OUTER")), (("0", "ACAD_PROXY_ENTITY"), ("5", "9F6"), ("90", "498")),
    (("0", "DICTIONARY"), ("5", "9F7"), ("330", "0"), ("100", "AcDbDictionary")), (("999", "a comment"),),
    (("0", "BLOCK"), ("5", "9F8"), ("8", "0"), ("2", "B"), ("70", "0"), ("10", "0"), ("20", "0"), ("30", "0"),
     ("3", "B"), ("0", "ENDBLK"), ("8", "0")), (("0", "SECTION"), ("2", "CLASSES"), ("0", "ENDSEC")),
    (("0", "SECTION"), ("2", "ENTITIES"), *_line("LWPOLYLINE", *_SQUARE), ("0", "ENDSEC")),
    (("0", "SECTION"), ("2", "THUMBNAILIMAGE"), ("90", "1"), ("310", "00"), ("0", "ENDSEC")),
    (("0", "EOF"),), (("0", "ENDSEC"),), (("0", "IMAGE"), ("5", "9F9"), ("8", "0"), ("10", "0"), ("20", "0")),
)  # fmt: skip


def _pick(r: random.Random, records: list[Record]) -> Record:
    chosen = r.choice(("ENTITIES", "ENTITIES", "ENTITIES", "TABLES", "TABLES", "HEADER", "OBJECTS", "BLOCKS", ""))
    own = [one for one in records if one.section == chosen or not chosen]
    return by_kind(r, own, lambda one: (one.name, one.section, _layer(one)))


def _layer(record: Record) -> str:
    """Return the layer that an entity is on, or that a table entry is."""
    codes = {"ENTITIES": "8", "TABLES": "2"}
    return next((v.strip() for c, v in record.pairs if c.strip() == codes.get(record.section)), "")


def _at(records: list[Record], one: Record) -> int:
    return next(k for k, held in enumerate(records) if held is one)


def record(r: random.Random, records: list[Record]) -> tuple[str, str]:
    one = _pick(r, records)
    return f"{one.section or 'section'} record {rearranged(r, records, _at(records, one), Record.copy)}", one.head()


def pair(r: random.Random, records: list[Record]) -> tuple[str, str]:
    one = _pick(r, records)
    chosen = by_kind(r, one.pairs, lambda p: p[0].strip())
    at = next(k for k, held in enumerate(one.pairs) if held is chosen)
    what = rearranged(r, one.pairs, at, list)
    return f"code {chosen[0].strip()} in {one.section} {one.name} {what}", f"{chosen[1].strip()} of {one.head()}"


def value_number(r: random.Random, records: list[Record]) -> tuple[str, str]:
    one = _pick(r, records)
    numeric = [held for held in one.pairs[1:] if _is_number(held[1])]
    chosen = by_kind(r, numeric, lambda p: p[0].strip())
    before, chosen[1] = chosen[1], number(r, chosen[1].strip())
    return f"number of code {chosen[0].strip()} in {one.section} {one.name}", f"{before} → {chosen[1]} of {one.head()}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def value_other(r: random.Random, records: list[Record]) -> tuple[str, str]:
    one = _pick(r, records)
    chosen = by_kind(r, one.pairs, lambda p: p[0].strip())
    others = [value for held in records for code, value in held.pairs if code.strip() == chosen[0].strip()]
    before, chosen[1] = chosen[1], r.choice((*others[:4000], "", f"{chosen[1]}x", chosen[1].lower(), f" {chosen[1]}"))
    kind = f"value of code {chosen[0].strip()} in {one.section} {one.name}"
    return kind, f"{short(before)} → {short(chosen[1])} of {one.head()}"


def code_other(r: random.Random, records: list[Record]) -> tuple[str, str]:
    one = _pick(r, records)
    chosen = by_kind(r, one.pairs, lambda p: p[0].strip())
    before, chosen[0] = chosen[0], r.choice(("0", "8", "999", "1000", "40", "42", "10", "70", "  5", "x", "-1"))
    return f"code {before.strip()} made {chosen[0].strip()} in {one.section} {one.name}", one.head()


def added(r: random.Random, records: list[Record]) -> tuple[str, str]:
    if r.random() < 0.6:
        one = by_kind(r, [held for held in records if held.section == "ENTITIES" and len(held.pairs) > 2], _layer)
        fresh = r.choice(OF_ENTITIES)
        layers = [held[1].strip() for other in records for held in other.pairs if held[0].strip() == "8"]
        if fresh[0] == "8":
            fresh = ("8", r.choice((fresh[1], *layers)))
    else:
        one = by_kind(r, [held for held in records if held.name == "LAYER"], _layer)
        fresh = r.choice(OF_LAYERS)
    same = [k for k, held in enumerate(one.pairs) if held[0].strip() == fresh[0]]
    at = r.randint(1, len(one.pairs))
    if same and r.random() < 0.7:
        at = r.choice(same)
        one.pairs[at] = list(fresh)
    else:
        one.pairs.insert(at, list(fresh))
    return f"{fresh[0]} {fresh[1]} in {one.section} {one.name}", f"at {at} of {one.head()}"


def foreign(r: random.Random, records: list[Record]) -> tuple[str, str]:
    one = r.choice(ENTITIES)
    sort = one[0][1]
    home = {"LAYER": "TABLES", "LTYPE": "TABLES", "BLOCK": "BLOCKS", "DICTIONARY": "OBJECTS"}.get(sort, "ENTITIES")
    if r.random() < 0.25:
        home = r.choice(("TABLES", "BLOCKS", "OBJECTS", "HEADER", ""))
    places = [k for k, held in enumerate(records) if held.section == home] or [len(records)]
    if sort in ("LAYER", "LTYPE") and home == "TABLES":
        places = [k for k, held in enumerate(records) if held.name == sort] or places
    at = r.choice((min(places) + 1, r.choice(places), max(places) + 1))
    records.insert(at, Record([list(held) for held in one], home))
    return f"put in: {short(' '.join(v for _, v in one if not v.startswith('AcDb')), 60)}", f"in {home or 'the file'}"


def variable(r: random.Random, records: list[Record]) -> tuple[str, str]:
    name, code, value = r.choice(VARIABLES)
    there = [one for one in records if one.section == "HEADER" and one.name == name]
    if there and r.random() < 0.6:
        there[0].pairs[1][1] = value
        return f"{name} made {value}", "HEADER"
    header = [k for k, one in enumerate(records) if one.section == "HEADER"]
    if not header:
        raise Nothing
    records.insert(r.choice(header) + 1, Record([["9", name], [code, value]], "HEADER"))
    return f"{name} {value} put in", "HEADER"


def points(r: random.Random, records: list[Record]) -> tuple[str, str]:
    """Delete, double, move or exchange a point of a polyline, its count mended or not."""
    one = by_kind(r, [held for held in records if held.name == "LWPOLYLINE"], _layer)
    first = next(k for k, held in enumerate(one.pairs) if held[0].strip() == "10")
    tail = one.pairs[first:]
    if len(tail) % 2 or any(held[0].strip() not in ("10", "20") for held in tail):
        raise Nothing
    held = [tail[k : k + 2] for k in range(0, len(tail), 2)]
    at = r.randrange(len(held))
    if r.random() < 0.25:
        held = held[::-1] if r.random() < 0.5 else held[at:] + held[:at]
        what = "turned round"
    else:
        what = rearranged(r, held, at, lambda point: [list(p) for p in point])
    one.pairs[first:] = [p for point in held for p in point]
    if r.random() < 0.7:
        next(p for p in one.pairs if p[0].strip() == "90")[1] = str(len(held))
    return f"point {what}", f"{at} of {one.head()}"


def drawing(r: random.Random, records: list[Record]) -> tuple[str, str]:
    """Draw a polyline more, on a layer that there is."""
    held = [k for k, one in enumerate(records) if one.name == "LWPOLYLINE"]
    if not held:
        raise Nothing
    at = r.choice(held)
    fresh = records[at].copy()
    name, corners = figure(r, 600, 300)
    first = next(k for k, own in enumerate(fresh.pairs) if own[0].strip() == "10")
    fresh.pairs[first:] = [
        [code, f"{value:.6f}"] for point in corners for code, value in zip((" 10", " 20"), point, strict=True)
    ]
    next(own for own in fresh.pairs if own[0].strip() == "90")[1] = str(len(corners))
    next(own for own in fresh.pairs if own[0].strip() == "70")[1] = r.choice("01")
    handle = next((own for own in fresh.pairs if own[0].strip() == "5"), None)
    if handle and r.random() < 0.7:
        handle[1] = "9F00"
    records.insert(at + 1, fresh)
    return f"a {name} drawn on {_layer(fresh)}", f"at {corners[0][0]:.3f}, {corners[0][1]:.3f}"


def layer(r: random.Random, records: list[Record]) -> tuple[str, str]:
    """Call a layer otherwise wherever it is named, or let two change places."""
    names = sorted({one for record in records if record.name == "LAYER" and (one := _layer(record))})
    old = r.choice(names)
    new = r.choice((*names, f"{old}x", old.lower()))
    only = r.choice(("8", "2", "82"))
    sides = {old: new, **({new: old} if r.random() < 0.5 else {})}
    for record in records:
        for held in record.pairs:
            code = held[0].strip()
            if code in only and (code == "8" or record.name == "LAYER") and held[1] in sides:
                held[1] = sides[held[1]]
    return "layer called otherwise everywhere", f"{old} → {new} in codes {only}"


def scaled(r: random.Random, records: list[Record]) -> tuple[str, str]:
    """Move or scale everything that is drawn, or all of a layer, and perhaps say another unit."""
    factor, amount = r.choice(((1.0005, 0.0), (1 / 25.4, 0.0), (2.0, 0.0), (1.0, 0.05), (1.0, 0.5), (-1.0, 0.0)))
    names = sorted({_layer(one) for one in records if one.section == "ENTITIES"})
    only = r.choice((None, r.choice(names)))
    codes = r.choice(({"10", "20"}, {"10"}, {"20"}))
    for one in records:
        if one.section == "ENTITIES" and only in (None, _layer(one)):
            for held in one.pairs:
                if held[0].strip() in codes and _is_number(held[1]):
                    held[1] = f"{float(held[1]) * factor + amount:.6f}"
        elif one.name == "$INSUNITS" and factor == 1 / 25.4:
            one.pairs[1][1] = "1"
    return f"all points × {factor:g} + {amount:g}", f"codes {sorted(codes)} of {only or 'all layers'}"


HANDS = (record, record, pair, pair, value_number, value_number, value_number, value_other, value_other, code_other,
         added, added, added, added, foreign, foreign, foreign, variable, points, points, drawing, drawing, layer,
         scaled)  # fmt: skip


def mutated(r: random.Random, content: bytes) -> Drawn:
    """Draw a mutation of a DXF file."""
    records = parsed(text_of(content))
    kind, says = r.choice(HANDS)(r, records)
    return Drawn(bytes_of(written(records)), kind, says)
