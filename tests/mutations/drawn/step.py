"""STEP as a hand sees it: numbered instances, each a kind with its parameters, between a header and an end."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from mutations.drawn.hands import Drawn, Nothing, by_kind, bytes_of, number, rearranged, short, text_of

INSTANCE = re.compile(r"#(\d+)(\s*=\s*)([^;']*(?:'[^']*'[^;']*)*);(\s*)")
STEP_NUMBER = re.compile(r"(?<![#\w'])[-+]?\d+(?:\.\d*)?(?:E[-+]?\d+)?(?![\w'])")
REFERENCE = re.compile(r"#\d+")
STRING = re.compile(r"'[^']*'")
ENUM = re.compile(r"\.[A-Z_]+\.")
WORD = re.compile(r"[A-Z_]{4,}(?=\()")
ENUMS = (".T.", ".F.", ".U.", ".BOTH.", ".POSITIVE.", ".NEGATIVE.", ".MILLI.", ".CENTI.", ".METRE.", ".UNSPECIFIED.",
         ".KILO.", ".MICRO.", "$", "*")  # fmt: skip


@dataclass(slots=True)
class Instance:
    id: str
    equals: str
    body: str
    space: str

    def __str__(self) -> str:
        return f"#{self.id}{self.equals}{self.body};{self.space}"

    @property
    def kind(self) -> str:
        found = re.match(r"\s*([A-Z_0-9]*)\s*\(", self.body)
        return (found[1] if found else "") or "COMPLEX"

    def copy(self) -> Instance:
        return Instance(self.id, self.equals, self.body, self.space)

    def head(self) -> str:
        return short(f"#{self.id} {self.body}")


@dataclass(slots=True)
class File:
    before: str
    instances: list[Instance]
    behind: str

    def __str__(self) -> str:
        return self.before + "".join(map(str, self.instances)) + self.behind

    def fresh(self, by: int = 1) -> int:
        return max(int(one.id) for one in self.instances) + by

    def of(self, kind: str) -> list[Instance]:
        return [one for one in self.instances if one.kind == kind]

    def add(self, r: random.Random, body: str, by: int = 1) -> str:
        """Put in an instance, at the end or anywhere, and return its reference."""
        id = str(self.fresh(by))
        at = r.choice((len(self.instances), len(self.instances), r.randrange(len(self.instances))))
        self.instances.insert(at, Instance(id, " = ", body, "\n"))
        return f"#{id}"


def parsed(text: str) -> File:
    start = text.find("DATA;\n") + len("DATA;\n")
    end = text.rfind("ENDSEC;")
    if start < len("DATA;\n") or end < start:
        raise Nothing
    held = [Instance(*found.groups()) for found in INSTANCE.finditer(text, start, end)]
    if sum(len(str(one)) for one in held) != end - start:
        raise Nothing
    return File(text[:start], held, text[end:])


def _pick(r: random.Random, file: File) -> Instance:
    return by_kind(r, file.instances, lambda one: one.kind)


def instance(r: random.Random, file: File) -> tuple[str, str]:
    one = _pick(r, file)
    at = next(k for k, held in enumerate(file.instances) if held is one)
    return f"{one.kind} {rearranged(r, file.instances, at, Instance.copy)}", one.head()


def _replaced(r: random.Random, one: Instance, pattern: re.Pattern[str], fresh: str | None) -> str:
    found = list(pattern.finditer(one.body))
    if not found:
        raise Nothing
    match = r.choice(found)
    new = number(r, match[0]) if fresh is None else fresh
    one.body = one.body[: match.start()] + new + one.body[match.end() :]
    return f"{match[0]} → {new}"


def value(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.instances if STEP_NUMBER.search(held.body)], lambda held: held.kind)
    return f"number in {one.kind}", f"{_replaced(r, one, STEP_NUMBER, None)} in {one.head()}"


def reference(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.instances if REFERENCE.search(held.body)], lambda held: held.kind)
    target = r.choice(REFERENCE.findall(one.body))
    kinds = {f"#{held.id}": held.kind for held in file.instances}
    alike = [f"#{held.id}" for held in file.of(kinds.get(target, "")) if f"#{held.id}" != target]
    fresh = r.choice((*r.sample(alike, min(3, len(alike))), f"#{r.choice(file.instances).id}", "$", "*", "#999999"))
    one.body = re.sub(rf"{target}\b", fresh.replace("\\", ""), one.body, count=1)
    kind = "another of its kind" if fresh in alike else "$" if fresh in "$*" else "anything"
    return f"reference in {one.kind} made {kind}", f"{target} → {fresh} in {one.head()}"


def listed(r: random.Random, file: File) -> tuple[str, str]:
    """Delete, double, move or exchange one of a list of references or numbers."""
    pattern = re.compile(r"\((?:#\d+|[-+\dE.]+)(?:\s*,\s*(?:#\d+|[-+\dE.]+))*\)")
    one = by_kind(r, [held for held in file.instances if pattern.search(held.body)], lambda held: held.kind)
    match = r.choice(list(pattern.finditer(one.body)))
    words = re.split(r"\s*,\s*", match[0][1:-1])
    what = rearranged(r, words, r.randrange(len(words)), str)
    one.body = f"{one.body[: match.start()]}({','.join(words)}){one.body[match.end() :]}"
    return f"one of a list of {one.kind} {what}", one.head()


def string(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.instances if STRING.search(held.body)], lambda held: held.kind)
    others = [text for held in file.of(one.kind) for text in STRING.findall(held.body)]
    fresh = r.choice((*r.sample(others, min(4, len(others))), "''", "'another'", "'\\X2\\00C4\\X0\\'", "$"))
    return f"text in {one.kind}", f"{_replaced(r, one, STRING, fresh)} in {one.head()}"


def enum(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.instances if ENUM.search(held.body)], lambda held: held.kind)
    return f"word in {one.kind}", f"{_replaced(r, one, ENUM, r.choice(ENUMS))} in {one.head()}"


def word(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.instances if WORD.search(held.body)], lambda held: held.kind)
    kinds = sorted({held.kind for held in file.instances} - {"COMPLEX"})
    fresh = r.choice((*kinds, "CYLINDRICAL_SURFACE", "OPEN_SHELL", "FACETED_BREP", "SHELL_BASED_SURFACE_MODEL",
    "CIRCLE",
                      "OVER_RIDING_STYLED_ITEM", "BREP_WITH_VOIDS", "CONVERSION_BASED_UNIT", "FOREIGN"))  # fmt: skip
    before = one.kind
    return f"{before} made another kind", f"{_replaced(r, one, WORD, fresh)} in {one.head()}"


def exchanged(r: random.Random, file: File) -> tuple[str, str]:
    one = _pick(r, file)
    alike = [held for held in file.of(one.kind) if held.body != one.body]
    if not alike:
        raise Nothing
    other = r.choice(alike)
    one.body, other.body = other.body, one.body
    return f"two {one.kind} exchanged", f"{one.head()} and {other.head()}"


def foreign(r: random.Random, file: File) -> tuple[str, str]:
    """Put in what the standard knows and the file has not: what hides, paints, scales or adds."""
    solids, faces, styled = (file.of(kind) for kind in ("MANIFOLD_SOLID_BREP", "ADVANCED_FACE", "STYLED_ITEM"))
    contexts = [one for one in file.of("COMPLEX") if "GEOMETRIC_REPRESENTATION_CONTEXT" in one.body]
    solid, face, context = (f"#{r.choice(held).id}" for held in (solids, faces, contexts))
    style = f"#{r.choice(styled).id}" if styled else "$"
    colour = r.choice(("1.,0.,0.", "0.,0.,0.", "1.,1.,1.", "0.5,0.5,0.5"))

    def painted(target: str, kind: str = "STYLED_ITEM('color',({}),{})", extra: str = "") -> str:
        rgb = file.add(r, f"COLOUR_RGB('',{colour})")
        area = file.add(r, "FILL_AREA_STYLE('',(" + file.add(r, f"FILL_AREA_STYLE_COLOUR('',{rgb})") + "))")
        side = file.add(r, "SURFACE_SIDE_STYLE('',(" + file.add(r, f"SURFACE_STYLE_FILL_AREA({area})") + extra + "))")
        usage = file.add(r, f"SURFACE_STYLE_USAGE(.BOTH.,{side})")
        item = file.add(r, kind.format(file.add(r, f"PRESENTATION_STYLE_ASSIGNMENT(({usage}))"), target))
        return file.add(r, f"MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({item}),{context})")

    shape = file.of("ADVANCED_BREP_SHAPE_REPRESENTATION")
    product = file.of("PRODUCT_DEFINITION")
    usages = file.of("NEXT_ASSEMBLY_USAGE_OCCURRENCE")
    layer = r.choice(("hidden", "0", "x"))
    choices = {
        "INVISIBILITY of a style": lambda: file.add(r, f"INVISIBILITY(({style}))"),
        "INVISIBILITY of a style, in a context": lambda: file.add(r,
        f"CONTEXT_DEPENDENT_INVISIBILITY(({style}),{context})"),
        "a layer": lambda: file.add(r, f"PRESENTATION_LAYER_ASSIGNMENT('{layer}','',({solid}))"),
        "a hidden layer": lambda: file.add(
            r, "INVISIBILITY((" + file.add(r, f"PRESENTATION_LAYER_ASSIGNMENT('{layer}','hidden',({solid}))") + "))"
        ),
        "another colour of a face": lambda: painted(face),
        "another colour of all": lambda: max([painted(f"#{one.id}") for one in faces[: r.choice((3, 60))]]),
        "another colour of a solid": lambda: painted(solid),
        "an overriding colour of a face": lambda: painted(face, f"OVER_RIDING_STYLED_ITEM('x',({{}}),{{}},{style})"),
        "an overriding colour of a solid": lambda: painted(solid, f"OVER_RIDING_STYLED_ITEM('x',({{}}),{{}},{style})"),
        "a transparent style": lambda: painted(
            solid, extra="," + file.add(r, "SURFACE_STYLE_RENDERING_WITH_PROPERTIES($,$,("
                                        + file.add(r, "SURFACE_STYLE_TRANSPARENT(0.9)") + "))")
        ),
        "a colour of a shape": lambda: painted(f"#{r.choice(shape).id}"),
        "a point": lambda: file.add(r, "CARTESIAN_POINT('',(1.,2.,3.))"),
        "a point among the shapes": lambda: _joined(r, shape, file.add(r, "CARTESIAN_POINT('',(1.,2.,3.))")),
        "a solid among the shapes": lambda: _joined(r, shape, solid),
        "a solid that is another's": lambda: _joined(
            r, shape, file.add(r, "MANIFOLD_SOLID_BREP('x'," + REFERENCE.findall(r.choice(solids).body)[0] + ")")
        ),
        "a sheet among the shapes": lambda: _joined(
            r, shape, file.add(r, "SHELL_BASED_SURFACE_MODEL('',(" + file.add(r, f"OPEN_SHELL('',({face}))") + "))")
        ),
        "a wire among the shapes": lambda: _joined(
            r, shape, file.add(r, "GEOMETRIC_CURVE_SET('',(#" + r.choice(file.of("LINE") or file.instances).id + "))")
        ),
        "a name of a face": lambda: _named(r, faces),
        "a product": lambda: file.add(r, "PRODUCT('x','x','',(#" + file.of("PRODUCT_CONTEXT")[0].id + "))"),
        "an occurrence": lambda: file.add(
            r, f"NEXT_ASSEMBLY_USAGE_OCCURRENCE('99','x','',#{r.choice(product).id},#{r.choice(product).id},$)"
        ),
        "an occurrence again": lambda: file.add(r, r.choice(usages).body),
        "a note": lambda: file.add(r, "DESCRIPTIVE_REPRESENTATION_ITEM('x','text')"),
        "a foreign kind": lambda: file.add(r, "FOREIGN('x',$,*)"),
        "another unit": lambda: file.add(r, "( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT($,.METRE.) )"),
        "a validation property": lambda: file.add(
            r, "PROPERTY_DEFINITION('geometric validation property','volume',#" + r.choice(product).id + ")"
        ),
    }  # fmt: skip
    name = r.choice(sorted(choices))
    choices[name]()
    return f"put in: {name}", f"{solid}, {face}, {style}"


def _joined(r: random.Random, shapes: list[Instance], item: str) -> None:
    one = r.choice(shapes)
    one.body = one.body.replace("(#", f"({item},#", 1)


def _named(r: random.Random, faces: list[Instance]) -> None:
    one = r.choice(faces)
    one.body = one.body.replace("''", "'x'", 1)


def unit(r: random.Random, file: File) -> tuple[str, str]:
    units = [one for one in file.of("COMPLEX") if "UNIT" in one.body] + file.of("UNCERTAINTY_MEASURE_WITH_UNIT")
    one = r.choice(units)
    before = one.body
    for old, new in r.sample((
        (".MILLI.", "$"), (".MILLI.", ".CENTI."), (".METRE.", ".GRAM."), ("$", ".MILLI."), ("LENGTH_UNIT", "MASS_UNIT"),
        ("1.E-06", "1.E+01"), ("1.E-06", "1.E-03"), (".RADIAN.", ".STERADIAN."), ("(3)", "(2)"), (" ", "  "),
        ("SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT( .MILLI. , .METRE. )"), ("SI_UNIT(.MILLI.", "SI_UNIT(/* .MILLI. */ $"),
    ), 12):  # fmt: skip
        if old in one.body:
            one.body = one.body.replace(old, new, 1)
            return f"unit: {old} → {new}", one.head()
    raise Nothing if before == one.body else AssertionError


def scaled(r: random.Random, file: File) -> tuple[str, str]:
    """Change a coordinate wherever it stands: a height, the side of a piece."""
    points = [one for one in file.of("CARTESIAN_POINT") if one.body.count(",") == 3]
    pattern = re.compile(r"\(([-+.\dE]+),([-+.\dE]+),([-+.\dE]+)\)")
    axis = r.choice((1, 2, 3))
    found = sorted({match[axis] for one in points if (match := pattern.search(one.body))})
    old = r.choice(found)
    new = number(r, old)
    for one in points:
        match = pattern.search(one.body)
        if match and match[axis] == old:
            one.body = one.body[: match.start(axis)] + new + one.body[match.end(axis) :]
    return "a coordinate changed in all points", f"{old} → {new} on axis {axis}"


def letters(r: random.Random, file: File) -> tuple[str, str]:
    """Change what stands around the instances: header, comments, ends."""
    what = r.choice((
        "comment", "comment", "name", "schema", "time", "description", "second DATA", "end twice", "text behind",
        "spaces",
        "lower case", "ids renumbered", "comment within",
    ))  # fmt: skip
    if what == "comment":
        one = _pick(r, file)
        one.space += r.choice(("/* a comment */\n", "/*#1 = INVISIBILITY((#2));*/\n", "\n\n"))
    elif what == "comment within":
        one = _pick(r, file)
        one.body = one.body.replace("(", "(/* x */", 1)
    elif what == "name":
        file.before = file.before.replace("FILE_NAME('", "FILE_NAME('x", 1)
    elif what == "schema":
        file.before = re.sub(r"FILE_SCHEMA\(\('[^']*'",
        f"FILE_SCHEMA(('{r.choice(('CONFIG_CONTROL_DESIGN', 'IFC4', ''))}'",
                             file.before)  # fmt: skip
    elif what == "time":
        file.before = file.before.replace("2000-01-01", "2026-01-02")
    elif what == "description":
        file.before = file.before.replace("'2;1'", r.choice(("'1;1'", "'4;1'", "''")))
    elif what == "second DATA":
        file.behind = r.choice(
            ("ENDSEC;\nDATA;\n" + str(_pick(r, file)) + file.behind, "ENDSEC;\nDATA;\n" + file.behind)
        )
    elif what == "end twice":
        file.behind = r.choice((file.behind + file.behind, file.behind.replace("ENDSEC;\n", "ENDSEC;\nENDSEC;\n")))
    elif what == "text behind":
        file.behind += r.choice(("text", "\n\n", "\0", "ISO-10303-21;\n", str(file)))
    elif what == "spaces":
        one = _pick(r, file)
        one.equals, one.body = r.choice(("=", " =  ")), one.body.replace(",", " , ")
    elif what == "lower case":
        one = _pick(r, file)
        one.body = one.body.lower()
    else:
        one = _pick(r, file)
        fresh = str(file.fresh(7))
        for held in file.instances:
            held.body = re.sub(rf"#{one.id}\b", f"#{fresh}", held.body)
        one.id = fresh
    return f"file: {what}", ""


HANDS = (instance, instance, value, value, value, value, reference, reference, reference, listed, listed, string, enum,
word,
         exchanged, foreign, foreign, foreign, foreign, unit, letters, scaled)  # fmt: skip


def mutated(r: random.Random, content: bytes) -> Drawn:
    """Draw a mutation of a STEP file."""
    file = parsed(text_of(content))
    kind, says = r.choice(HANDS)(r, file)
    return Drawn(bytes_of(str(file)), kind, says)
