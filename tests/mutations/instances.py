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


def _swapped(step: Step, key: int, old: str, new: str) -> None:
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


def _said(kind: str, old: str, new: str) -> Callable[[Path], None]:
    """Let the first instance of a kind say something else."""
    return edited(lambda step: _swapped(step, _first(step, kind), old, new))


def _text(old: str, new: str) -> Callable[[Path], None]:
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
    """Call a product otherwise: the first, which is the set, or the last, which is a body."""

    def change(step: Step) -> None:
        key = step.of_kind("PRODUCT")[which]
        name = step.entities[key].split("'")[1]
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
    _swapped(step, shell, "CLOSED_SHELL", "OPEN_SHELL")


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
        key = _first(step, kind)
        while not step.entities[key].startswith("CARTESIAN_POINT"):
            key = step.references(key)[0]
        step.entities[key] = "CARTESIAN_POINT('',(77.,78.,79.))"

    return edited(change)


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
        edited(lambda step: _swapped(step, _first(step, "SURFACE_SIDE_STYLE"), "))",
               f",#{step.add('SURFACE_STYLE_TRANSPARENT(0.9)')}))"))),
    row("two-styles", "a part has two colours", "colour-wrong",
        edited(lambda step: _swapped(step, _first(step, "STYLED_ITEM"), "),",
               f",#{step.of_kind('PRESENTATION_STYLE_ASSIGNMENT')[-1]}),"))),
    row("colour-beyond", "a colour is brighter than white", "colour-wrong",
        edited(lambda step: step.entities.update({_first(step, "COLOUR_RGB"): "COLOUR_RGB('',1.001,1.,1.)"}))),
    row("patch-backwards", "a face's surface runs backwards", "mesh-open",
        edited(lambda step: _swapped(step, _first(step, "B_SPLINE_SURFACE_WITH_KNOTS"), "(0.,", "(1.E+06,"))),
    row("colour-gone", "a part has no colour", "colour-wrong", edited(_colour_gone)),
    row("root", "a product beside the set", FOREIGN, edited(_root)),
    row("set-renamed", "the set is called otherwise", "id-wrong", _renamed(0)),
    row("body-renamed", "a body is called otherwise", "id-wrong", _renamed(-1)),
    row("occurrence-renamed", "a place is called otherwise than what lies there", "id-wrong",
        _said("NEXT_ASSEMBLY_USAGE_OCCURRENCE", "('1',", "('7',")),
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
        _said("UNCERTAINTY_MEASURE_WITH_UNIT", "LENGTH_MEASURE(1.E-07)", "LENGTH_MEASURE(0.5)")),
    row("schema", "another schema", FOREIGN, _text("AUTOMOTIVE_DESIGN", "CONFIG_CONTROL_DESIGN")),
    row("described", "something else said of the file", FOREIGN, _text("Open CASCADE Model", "do not print this")),
    row("author", "an author", FOREIGN, _text("(''),", "('somebody'),")),
    row("titled", "another title", FOREIGN, _text("FILE_NAME('", "FILE_NAME('not ")),
    row("dated", "another date", FOREIGN, _text("2000-01-01", "2031-01-01")),
    row("comment", "a comment", FOREIGN, _text("DATA;\n", "DATA;\n/* cut twice */\n")),
    row("second-data", "a second part of data", FOREIGN, _text("END-ISO-10303-21;", f"{DATA}END-ISO-10303-21;")),
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
)  # fmt: skip
