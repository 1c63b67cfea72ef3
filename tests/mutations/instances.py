"""Mutations of STEP beside what the CAD kernel looks for: what else a file may hold, and how its text may lie."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from mutations.assemblies import Step, edited, row
from mutations.folder import Mutation, NotHere, files, put


def _first(step: Step, kind: str) -> int:
    found = step.of_kind(kind)
    if not found:
        raise NotHere(f"no {kind}")
    return found[0]


def swapped(step: Step, key: int, old: str, new: str) -> None:
    """Write an instance otherwise. Raises AssertionError if it does not say what is to be replaced."""
    assert old in step.entities[key], f"#{key} is {step.entities[key]}"
    step.entities[key] = step.entities[key].replace(old, new, 1)


def _added(*lines: str) -> Callable[[Path], None]:
    """Add instances, each of which may name the last one as #last, and the first of a kind as #KIND."""

    def change(step: Step) -> None:
        last = 0
        for line in lines:
            told = line.replace("#last", f"#{last}")
            last = step.add(re.sub(r"#([A-Z][A-Z0-9_]+)", lambda found: f"#{_first(step, found[1])}", told))

    return edited(change)


def said(kind: str, old: str, new: str) -> Callable[[Path], None]:
    """Let the first instance of a kind say something else."""
    return edited(lambda step: swapped(step, _first(step, kind), old, new))


def text(old: str, new: str) -> Callable[[Path], None]:
    """Write something in the file otherwise, at its first place."""

    def apply(folder: Path) -> None:
        (path,) = files(folder, "step/*.step")
        put(path, path.read_text().replace(old, new, 1))

    return apply


RED = (
    "COLOUR_RGB('',1.,0.,0.)",
    "FILL_AREA_STYLE_COLOUR('',#last)",
    "FILL_AREA_STYLE('',(#last))",
    "SURFACE_STYLE_FILL_AREA(#last)",
    "SURFACE_SIDE_STYLE('',(#last))",
    "SURFACE_STYLE_USAGE(.BOTH.,#last)",
    "PRESENTATION_STYLE_ASSIGNMENT((#last))",
)
SHOWN = "MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(#last),#{})"


def _face_coloured(step: Step) -> None:
    """Colour one face as other programs do: a style of its own, shown in the context of its solid."""
    last = 0
    for line in (*RED, f"STYLED_ITEM('color',(#last),#{_first(step, 'ADVANCED_FACE')})"):
        last = step.add(line.replace("#last", f"#{last}"))
    context = step.references(_first(step, "ADVANCED_BREP_SHAPE_REPRESENTATION"))[-1]
    step.add(SHOWN.format(context).replace("#last", f"#{last}"))


def _colour_gone(step: Step) -> None:
    key = _first(step, "MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION")
    while True:
        line = step.entities.pop(key)
        if line.startswith("COLOUR_RGB"):
            return
        key = int(re.findall(r"#(\d+)", line)[0])


def _unit(keyword: str, new: Callable[[Step], str]) -> Callable[[Path], None]:
    def change(step: Step) -> None:
        key = next(key for key, value in step.entities.items() if value.startswith("(") and keyword in value)
        step.entities[key] = new(step)

    return edited(change)


def _degrees(step: Step) -> str:
    exponents = step.add("DIMENSIONAL_EXPONENTS(0.,0.,0.,0.,0.,0.,0.)")
    radian = step.add("( NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.) )")
    measure = step.add(f"PLANE_ANGLE_MEASURE_WITH_UNIT(PLANE_ANGLE_MEASURE(0.017453292),#{radian})")
    return f"( CONVERSION_BASED_UNIT('DEGREE',#{measure}) NAMED_UNIT(#{exponents}) PLANE_ANGLE_UNIT() )"


def _root(step: Step) -> None:
    """Add the first piece's product once more, placed nowhere."""
    product = step.add("PRODUCT('more','more','',(#{}))".format(step.references(_first(step, "PRODUCT"))[0]))
    formation = step.add(f"PRODUCT_DEFINITION_FORMATION('','',#{product})")
    context = step.references(_first(step, "PRODUCT_DEFINITION"))[1]
    definition = step.add(f"PRODUCT_DEFINITION('design','',#{formation},#{context})")
    shape = step.add(f"PRODUCT_DEFINITION_SHAPE('','',#{definition})")
    step.add(f"SHAPE_DEFINITION_REPRESENTATION(#{shape},#{_first(step, 'ADVANCED_BREP_SHAPE_REPRESENTATION')})")


def _renamed(which: int) -> Callable[[Path], None]:
    """Call a product otherwise: the first, which is a body, or the last, which is the set."""

    def change(step: Step) -> None:
        key = step.of_kind("PRODUCT")[which]
        name = step.entities[key].split("'")[1]
        if name.endswith("-set") is (which == 0):
            raise ValueError(f"product {which} is {name!r}, allowed is the set at the end and a body at the beginning")
        step.entities[key] = step.entities[key].replace(f"'{name}'", "'other'")
        for other in step.of_kind("NEXT_ASSEMBLY_USAGE_OCCURRENCE"):
            step.entities[other] = step.entities[other].replace(f"'{name}'", "'other'")

    return edited(change)


def _loose_items(*lines: str) -> Callable[[Path], None]:
    """Add instances, the last of which becomes an item of the first body's drawing."""

    def change(step: Step) -> None:
        last = 0
        for line in lines:
            told = line.replace("#last", f"#{last}")
            last = step.add(re.sub(r"#([A-Z][A-Z0-9_]+)", lambda found: f"#{_first(step, found[1])}", told))
        key = _first(step, "ADVANCED_BREP_SHAPE_REPRESENTATION")
        step.entities[key] = re.sub(r"\(''(,\()", rf"(''\1#{last},", step.entities[key])

    return edited(change)


def _open(step: Step) -> None:
    """Let the first solid be a surface."""
    solid = _first(step, "MANIFOLD_SOLID_BREP")
    (shell,) = step.references(solid)
    step.entities[solid] = f"SHELL_BASED_SURFACE_MODEL('',(#{shell}))"
    swapped(step, shell, "CLOSED_SHELL", "OPEN_SHELL")


def _hole(step: Step) -> None:
    """Leave the first face out of the first solid."""
    shell = _first(step, "CLOSED_SHELL")
    step.entities[shell] = re.sub(r"\(#\d+,", "(", step.entities[shell], count=1)


def _mirrored(step: Step) -> None:
    """Place a piece by an operator that mirrors."""
    transformation = step.piece()[2]
    point, axis, direction = step.references(step.references(transformation)[1])
    across = step.add("DIRECTION('',(0.,-1.,0.))")
    operator = step.add(f"CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',#{direction},#{across},#{point},1.,#{axis})")
    step.entities[transformation] = re.sub(r",#\d+\)$", f",#{operator})", step.entities[transformation])


def _shape_of_another(step: Step) -> None:
    """Let a piece's product be placed with the drawing of another product."""
    placed = [keys for name, keys in step.instances() if name in step.held]
    mine, other = (
        placed[0][1],
        next(k[1] for k in placed if step.references(k[1])[0] != step.references(placed[0][1])[0]),
    )
    step.entities[mine] = re.sub(r"#\d+", f"#{step.references(other)[0]}", step.entities[mine], count=1)


def _doubled(folder: Path) -> None:
    """Say the last instance twice, under one number."""
    (path,) = files(folder, "step/*.step")
    text = path.read_text()
    line = text[text.rindex("\n#") + 1 : text.rindex("ENDSEC;")]
    put(path, text.replace(line, line * 2))


def _turned(kind: str, count: int | None) -> Callable[[Path], None]:
    """Turn over what instances of a kind say of their direction."""

    def change(step: Step) -> None:
        for key in step.of_kind(kind)[:count]:
            flag = re.search(r"\.([TF])\.\)$", step.entities[key])
            assert flag
            step.entities[key] = f"{step.entities[key][: flag.start()]}.{'F' if flag[1] == 'T' else 'T'}.)"

    return edited(change)


def _aside(kind: str) -> Callable[[Path], None]:
    """Move the place of the first plane or line by 77 mm, along each axis; what lies in it stays."""

    def change(step: Step) -> None:
        key = next(key for key in step.of_kind(kind) if "'2D'" not in step.entities[key])
        holder = key
        while not step.entities[key].startswith("CARTESIAN_POINT"):
            holder, key = key, step.references(key)[0]
        moved = "CARTESIAN_POINT('',(77.,78.,79.))"
        if sum(f"#{key}," in said or f"#{key})" in said for said in step.entities.values()) == 1:
            step.entities[key] = moved
            return
        # a corner's, too, which stays
        step.entities[holder] = step.entities[holder].replace(f"#{key},", f"#{step.add(moved)},", 1)

    return edited(change)


def _number(kind: str, which: int, change: Callable[[float], float]) -> Callable[[Path], None]:
    """Change a number that the first instance of a kind tells, counted from the end."""

    def apply(step: Step) -> None:
        key = _first(step, kind)
        found = list(re.finditer(r"(?<=[,(])-?\d+\.\d*(?=[,)])", step.entities[key]))[-which]
        text = f"{change(float(found[0])):.9f}"
        step.entities[key] = step.entities[key][: found.start()] + text + step.entities[key][found.end() :]

    return edited(apply)


def _corner(step: Step) -> None:
    """Move the corner where the first arc begins, by 10 µm, and all that hangs on it."""
    curves = {*step.of_kind("CIRCLE")}
    for key in step.of_kind("EDGE_CURVE"):
        vertex, _, curve = step.references(key)
        if curve in curves or set(step.references(curve)) & curves:
            (point,) = step.references(vertex)
            x, y, z = re.findall(r"-?\d+\.\d*", step.entities[point])
            step.entities[point] = f"CARTESIAN_POINT('',({float(x) + 0.01:.9f},{y},{z}))"
            return


def _chords(step: Step) -> None:
    """Let a circle stand for one straight side fewer."""
    key = _first(step, "CIRCLE")
    count = int(step.entities[key].split("'")[1])
    step.entities[key] = step.entities[key].replace(f"'{count}'", f"'{count - 1}'")


def _other_way(step: Step) -> None:
    """Let a circle run clockwise: its axis points down."""
    axes = step.references(_first(step, "CIRCLE"))[0]
    point, _, ahead = step.references(axes)
    turned = step.add(f"AXIS2_PLACEMENT_3D('',#{point},#{step.add(DOWN)},#{ahead})")
    key = _first(step, "CIRCLE")
    step.entities[key] = step.entities[key].replace(f"#{axes}", f"#{turned}")


def _face_of(step: Step, surface: str) -> None:
    """Turn over the first face on a surface of a kind."""
    for key in step.of_kind("ADVANCED_FACE"):
        if step.entities[step.references(key)[-1]].startswith(surface):
            flag = step.entities[key][-3]
            step.entities[key] = f"{step.entities[key][:-4]}.{'F' if flag == 'T' else 'T'}.)"
            return


def _drawn_aside(step: Step) -> None:
    """Draw an edge of a curved face a tenth of a turn aside there."""
    key = _first(step, "PCURVE")
    surface, drawing = step.references(key)
    line, plane = step.references(drawing)
    _, vector = step.references(line)
    point = step.add("CARTESIAN_POINT('',(0.628318530718,0.1))")
    moved = step.add(f"LINE('2D',#{point},#{vector})")
    other = step.add(f"DEFINITIONAL_REPRESENTATION('',(#{moved}),#{plane})")
    step.entities[key] = f"PCURVE('',#{surface},#{other})"


def _tilted(step: Step) -> None:
    """Let the first plane lean by a hundredth."""
    axes = step.references(_first(step, "PLANE"))[0]
    _, up, ahead = step.references(axes)
    x, y, z = (float(part) for part in re.findall(r"-?\d+\.\d*", step.entities[up]))
    a, b, c = (float(part) for part in re.findall(r"-?\d+\.\d*", step.entities[ahead]))
    across = y * c - z * b, z * a - x * c, x * b - y * a
    parts = [0.99995000041 * one + 0.00999983333 * other for one, other in zip((x, y, z), across, strict=True)]
    size = sum(part * part for part in parts) ** 0.5
    step.entities[up] = "DIRECTION('',({:.12f},{:.12f},{:.12f}))".format(*(part / size for part in parts))


DOWN = "DIRECTION('',(0.,0.,-1.))"
FOREIGN = "content-foreign"
DATA = "DATA;\n#1 = CARTESIAN_POINT('',(0.,0.,0.));\nENDSEC;\n"
NOTE = ("PROPERTY_DEFINITION('note','',#PRODUCT_DEFINITION)", "DESCRIPTIVE_REPRESENTATION_ITEM('note','do not print')",
        "REPRESENTATION('note',(#last),#APPLICATION_CONTEXT)")  # fmt: skip

MUTATIONS: tuple[Mutation, ...] = (
    row("face-coloured", "another colour on one face", "colour-wrong", edited(_face_coloured)),
    row("face-over-riding", "another colour over one face", FOREIGN,
        _added(*RED, "OVER_RIDING_STYLED_ITEM('color',(#last),#ADVANCED_FACE,#STYLED_ITEM)")),
    row("edge-styled", "a style on an edge", FOREIGN,
        _added("CURVE_STYLE('',$,POSITIVE_LENGTH_MEASURE(2.),$)", "PRESENTATION_STYLE_ASSIGNMENT((#last))",
               "STYLED_ITEM('',(#last),#EDGE_CURVE)")),
    row("invisible", "a part is hidden", FOREIGN, _added("INVISIBILITY((#STYLED_ITEM))")),
    row("layer", "a part on a layer", FOREIGN,
        _added("PRESENTATION_LAYER_ASSIGNMENT('off','',(#MANIFOLD_SOLID_BREP))")),
    row("transparent", "a part is transparent", "colour-wrong",
        edited(lambda step: swapped(step, _first(step, "SURFACE_SIDE_STYLE"), "))",
               f",#{step.add('SURFACE_STYLE_TRANSPARENT(0.9)')}))"))),
    row("two-styles", "a part has two colours", "colour-wrong",
        edited(lambda step: swapped(step, _first(step, "STYLED_ITEM"), "),",
               f",#{step.of_kind('PRESENTATION_STYLE_ASSIGNMENT')[-1]}),"))),
    row("colour-beyond", "a colour is brighter than white", "colour-wrong",
        edited(lambda step: step.entities.update({_first(step, "COLOUR_RGB"): "COLOUR_RGB('',1.001,1.,1.)"}))),
    row("colour-gone", "a part has no colour", "colour-wrong", edited(_colour_gone)),
    row("root", "a product beside the set", FOREIGN, edited(_root)),
    row("set-renamed", "the set is called otherwise", "id-wrong", _renamed(-1)),
    row("body-renamed", "a body is called otherwise", "id-wrong", _renamed(0)),
    row("occurrence-renamed", "a place is called otherwise than what lies there", "id-wrong",
        said("NEXT_ASSEMBLY_USAGE_OCCURRENCE", "('1',", "('7',")),
    row("shape-of-another", "a place shows another piece than it names", FOREIGN, edited(_shape_of_another)),
    row("mirrored", "a piece placed by a mirror", FOREIGN, edited(_mirrored)),
    row("dangling", "a point that belongs to nothing", FOREIGN, _added("CARTESIAN_POINT('',(1.,2.,3.))")),
    row("dangling-solid", "a solid that belongs to nothing", "content-foreign colour-wrong",
        _added("MANIFOLD_SOLID_BREP('',#CLOSED_SHELL)")),
    row("wire", "a wire beside a solid", FOREIGN,
        _loose_items("TRIMMED_CURVE('',#LINE,(PARAMETER_VALUE(0.)),(PARAMETER_VALUE(9.)),.T.,.PARAMETER.)",
                     "GEOMETRIC_CURVE_SET('',(#last))")),
    row("points", "points beside a solid", FOREIGN, _loose_items("GEOMETRIC_SET('',(#CARTESIAN_POINT))")),
    row("open-shell", "a solid is a surface", FOREIGN, edited(_open)),
    row("hole", "a face of a solid missing", "content-foreign mesh-open", edited(_hole)),
    row("degrees", "the unit of angles is the degree", "unit-wrong", _unit("RADIAN", _degrees)),
    row("uncertain", "a part is said to be exact to half a millimetre", "unit-wrong",
        said("UNCERTAINTY_MEASURE_WITH_UNIT", "LENGTH_MEASURE(1.E-06)", "LENGTH_MEASURE(0.5)")),
    row("schema", "another schema", FOREIGN, text("AP242_MANAGED_MODEL_BASED_3D_ENGINEERING", "CONFIG_CONTROL")),
    row("described", "something else said of the file", FOREIGN, text("quasiprint set", "do not print this")),
    row("author", "an author", FOREIGN, text("(''),", "('somebody'),")),
    row("titled", "another title", FOREIGN, text("FILE_NAME('", "FILE_NAME('not ")),
    row("dated", "another date", FOREIGN, text("2000-01-01", "2031-01-01")),
    row("comment", "a comment", FOREIGN, text("DATA;\n", "DATA;\n/* cut twice */\n")),
    row("second-data", "a second part of data", FOREIGN, text("END-ISO-10303-21;", f"{DATA}END-ISO-10303-21;")),
    row("user-defined", "an instance of somebody's own", FOREIGN, _added("!WATERMARK('copied')")),
    row("note", "a note on a part", FOREIGN, _added(*NOTE)),
    row("external", "a file beside the file", FOREIGN,
        _added("DOCUMENT_TYPE('')", "DOCUMENT_FILE('more.step','','',#last,'',$)",
               "APPLIED_DOCUMENT_REFERENCE(#last,'',(#PRODUCT))")),
    row("tolerance", "a tolerance on a face", FOREIGN,
        _added("SHAPE_ASPECT('','',#PRODUCT_DEFINITION_SHAPE,.T.)",
               "FLATNESS_TOLERANCE('','',$,#last)")),
    row("doubled", "an instance told twice", FOREIGN, _doubled),
    row("edge-turned", "one edge of a face runs the other way", "mesh-open", _turned("ORIENTED_EDGE", 1)),
    row("face-turned", "one face looks inwards", "mesh-inside-out", _turned("ADVANCED_FACE", 1)),
    row("inside-out", "all faces look inwards", "mesh-inside-out", _turned("ADVANCED_FACE", None)),
    row("plane-aside", "a face's plane is not where its edges are", "mesh-open", _aside("PLANE")),
    row("line-aside", "an edge's line is not where its corners are", "mesh-open", _aside("LINE")),
    row("circle-wider", "an arc of another radius than its corners'", "mesh-open",
        _number("CIRCLE", 1, lambda r: r + 0.01)),
    row("circle-clockwise", "an arc that runs the other way", "mesh-open", edited(_other_way)),
    row("circle-coarser", "an arc of fewer sides than the mesh has", "mesh-open", edited(_chords)),
    row("cylinder-wider", "a cylinder of another radius than its arcs", "mesh-open",
        _number("CYLINDRICAL_SURFACE", 1, lambda r: r + 0.01)),
    row("cylinder-aside", "a cylinder is not where its edges are", "mesh-open", _aside("CYLINDRICAL_SURFACE")),
    row("cylinder-inside-out", "a cylinder looks inwards", "mesh-inside-out",
        edited(lambda step: _face_of(step, "CYL"))),
    row("cone-steeper", "a chamfer's cone is steeper than it is made", "mesh-open",
        _number("CONICAL_SURFACE", 1, lambda half: half + 0.01)),
    row("cone-wider", "a chamfer's cone of another radius", "mesh-open",
        _number("CONICAL_SURFACE", 2, lambda r: r + 0.01)),
    row("cone-inside-out", "a chamfer's cone looks inwards", "mesh-open", edited(lambda step: _face_of(step, "CON"))),
    row("corner-off-arc", "a corner beside its arc", "mesh-open", edited(_corner)),
    row("drawn-aside", "an edge is drawn on a cylinder where it does not lie", "mesh-open", edited(_drawn_aside)),
    row("plane-tilted", "a face's plane leans", "mesh-open", edited(_tilted)),
    row("bound-inner", "a face has no outer bound", "mesh-open",
        edited(lambda step: swapped(step, _first(step, "FACE_OUTER_BOUND"), "FACE_OUTER_BOUND", "FACE_BOUND"))),
)  # fmt: skip
