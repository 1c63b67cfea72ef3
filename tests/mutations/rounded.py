"""Mutations of STEP where faces are curved: each leaves the mesh that the file stands for as it is, and gives a CAD
program another body, or one that it cannot use."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from mutations.assemblies import Step, edited, row
from mutations.folder import Mutation, NotHere
from mutations.instances import said, swapped, text

EMPTY = "''"  # an empty text
LOOSE = re.compile(
    r"(CARTESIAN_POINT|DIRECTION|VECTOR|LINE|AXIS2_PLACEMENT_3D|PLANE|PCURVE|DEFINITIONAL_REPRESENTATION)\("
)


def _numbers(step: Step, key: int) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+\.\d*", step.entities[key])]


def _at(step: Step, vertex: int) -> list[float]:
    return _numbers(step, step.references(vertex)[0])


def _tidied(step: Step) -> None:
    """Leave out what nothing refers to any more, and number the rest from 1 on."""
    while True:
        used = {key for one in step.entities for key in step.references(one)}
        loose = [key for key, told in step.entities.items() if key not in used and LOOSE.match(told)]
        if not loose:
            break
        for key in loose:
            del step.entities[key]
    number = {key: count for count, key in enumerate(step.entities, 1)}
    step.entities = {
        number[key]: re.sub(r"#(\d+)", lambda found: f"#{number[int(found[1])]}", told)
        for key, told in step.entities.items()
    }


def _tidy(change: Callable[[Step], None]) -> Callable[[Step], None]:
    def both(step: Step) -> None:
        change(step)
        _tidied(step)

    return both


def _drawn(step: Step, surface: int, u: float, v: float, way: str) -> int:
    """Add how an edge runs on a surface."""
    (plane,) = (key for key, told in step.entities.items() if "PARAMETRIC" in told)
    point = step.add(f"CARTESIAN_POINT('',({u:.12f},{v:.9f}))")
    direction = step.add(f"DIRECTION('',({way}))")
    vector = step.add(f"VECTOR('2D',#{direction},1.)")
    line = step.add(f"LINE('2D',#{point},#{vector})")
    drawing = step.add(f"DEFINITIONAL_REPRESENTATION('',(#{line}),#{plane})")
    return step.add(f"PCURVE('',#{surface},#{drawing})")


def _walls(step: Step) -> list[tuple[float, int, int, list[int], list[int]]]:
    """Return upright plane walls between two level faces, the longest first: length, face, plane, level and upright
    edges."""
    up = {}
    for face in step.of_kind("ADVANCED_FACE"):
        surface = step.references(face)[-1]
        if step.entities[surface].startswith("PLANE"):
            up[face] = _numbers(step, step.references(step.references(surface)[0])[1])[2]
    edges = {face: [step.references(side)[0] for bound in step.references(face)[:-1]
                    for side in step.references(step.references(bound)[0])] for face in up}  # fmt: skip
    level = {edge for face, own in edges.items() if abs(up[face]) == 1 for edge in own}
    found = []
    for face, own in edges.items():
        flat = [edge for edge in own if edge in level]
        ends = {edge: [_at(step, vertex) for vertex in step.references(edge)[:2]] for edge in own}
        steep = [edge for edge in own if ends[edge][0][:2] == ends[edge][1][:2]]
        if up[face] == 0 and len(own) == 4 and len(flat) == len(steep) == 2:
            found.append((math.dist(*ends[flat[0]]), face, step.references(face)[-1], flat, steep))
    return sorted(found, reverse=True)


def _bulged(chords: int, size: float, *, rims: bool = False) -> Callable[[Step], None]:
    """Let the longest wall be a part of a cylinder that bulges outwards, and say that it stands for so many sides.
    size: of its radius, in lengths of the wall. rims: only its upper and lower edge, the wall stays plane."""

    def change(step: Step) -> None:
        length, face, plane, flat, steep = _walls(step)[0]
        normal = _numbers(step, step.references(step.references(plane)[0])[1])
        radius = size * length
        low = min(_at(step, step.references(edge)[0])[2] for edge in flat)
        a, b = (_at(step, vertex) for vertex in step.references(flat[0])[:2])
        if ((b[1] - a[1]) * normal[0] - (b[0] - a[0]) * normal[1]) < 0:
            a, b = b, a  # anticlockwise, seen from above, is with the outside to the right
        dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        far = math.sqrt(radius * radius - length * length / 4)
        x, y = (a[0] + b[0]) / 2 - dy * far, (a[1] + b[1]) / 2 + dx * far
        half = math.asin(length / 2 / radius)
        ahead = step.add(f"DIRECTION('',({-dy:.12f},{dx:.12f},0.))")  # the middle of an arc is at half a turn
        up = next(key for key, told in step.entities.items() if told == "DIRECTION('',(0.,0.,1.))")

        def axes(z: float) -> int:
            centre = step.add(f"CARTESIAN_POINT('',({x:.9f},{y:.9f},{z:.9f}))")
            return step.add(f"AXIS2_PLACEMENT_3D('',#{centre},#{up},#{ahead})")

        surface = step.add(f"CYLINDRICAL_SURFACE('',#{axes(low)},{radius:.12f})")
        for edge in flat:
            one, two, _ = step.references(edge)
            if math.dist(_at(step, one)[:2], a[:2]) > 1e-9:
                one, two = two, one
                for side in step.of_kind("ORIENTED_EDGE"):
                    if step.references(side) == [edge]:
                        other = "F" if step.entities[side].endswith(".T.)") else "T"
                        step.entities[side] = f"{step.entities[side][:-4]}.{other}.)"
            z = _at(step, one)[2]
            circle = step.add(f"CIRCLE('{chords}',#{axes(z)},{radius:.12f})")
            if rims:
                step.entities[edge] = f"EDGE_CURVE('',#{one},#{two},#{circle},.T.)"
                continue
            curve = step.add(
                f"SURFACE_CURVE('',#{circle},(#{_drawn(step, surface, 0.0, z - low, '1.,0.')}),.CURVE_3D.)"
            )
            step.entities[edge] = f"EDGE_CURVE('',#{one},#{two},#{curve},.T.)"
        if rims:
            del step.entities[surface]
            return
        for edge in steep:
            one, two, line = step.references(edge)
            begin, end = _at(step, one), _at(step, two)
            turn = math.pi + (half if math.dist(begin[:2], b[:2]) < 1e-9 else -half)
            way = "0.,1." if end[2] > begin[2] else "0.,-1."
            curve = step.add(
                f"SURFACE_CURVE('',#{line},(#{_drawn(step, surface, turn, begin[2] - low, way)}),.CURVE_3D.)"
            )
            step.entities[edge] = f"EDGE_CURVE('',#{one},#{two},#{curve},.T.)"
        bound = step.references(face)[0]
        step.entities[face] = f"ADVANCED_FACE('',(#{bound}),#{surface},.T.)"

    return _tidy(change)


def _edge_of(step: Step, kind: str) -> int:
    """Return the first edge between two corners along a curve of a kind, however it is drawn besides."""
    for edge in step.of_kind("EDGE_CURVE"):
        one, two, curve = step.references(edge)
        curve = step.references(curve)[0] if "_CURVE" in step.entities[curve] else curve
        if step.entities[curve].startswith(kind) and one != two:
            return edge
    raise NotHere(f"no edge along a {kind}")


def _line(step: Step, point: int, x: float, y: float, z: float) -> int:
    """Add a line from a point."""
    direction = step.add(f"DIRECTION('',({x:.12f},{y:.12f},{z:.12f}))")
    vector = step.add(f"VECTOR('',#{direction},1.)")
    return step.add(f"LINE('',#{point},#{vector})")


def _backwards(step: Step) -> None:
    """Let a line run from an edge's end to its start."""
    edge = _edge_of(step, "LINE")
    one, two, curve = step.references(edge)
    a, b = _at(step, one), _at(step, two)
    way = [(p - q) / math.dist(a, b) for p, q in zip(a, b, strict=True)]
    line = _line(step, step.references(one)[0], *way)
    if step.entities[curve].startswith("LINE"):
        swapped(step, edge, f"#{curve},", f"#{line},")
    else:
        swapped(step, curve, f"#{step.references(curve)[0]},", f"#{line},")
    _tidied(step)


def _no_length(step: Step) -> None:
    """Let a whole circle end in another vertex than it begins in, at the same place."""
    for edge in step.of_kind("EDGE_CURVE"):
        one, two, curve = step.references(edge)
        if one == two:
            step.entities[edge] = f"EDGE_CURVE('',#{one},#{step.add(step.entities[two])},#{curve},.T.)"
            return
    raise NotHere("no circle")


def _two_bounds(step: Step) -> None:
    """Give a curved face a bound of another face, too."""
    plane = next(key for key in step.of_kind("ADVANCED_FACE") if len(step.references(key)) > 2)
    curved = next(
        key for key in step.of_kind("ADVANCED_FACE") if step.entities[step.references(key)[-1]].startswith("CYL")
    )
    bound, own = step.references(plane)[1], step.references(curved)[0]
    swapped(step, plane, f",#{bound}", "")
    swapped(step, curved, f"(#{own})", f"(#{own},#{bound})")


def _turned_axes(kind: str, up: str, ahead: str) -> Callable[[Step], None]:
    """Give the first of a kind, but no whole circle, other axes: as they are written, "" for its own."""

    def change(step: Step) -> None:
        circles = [
            key for one, two, curve in map(step.references, step.of_kind("EDGE_CURVE")) if one == two
            for key in step.references(curve)
        ]  # fmt: skip
        key = next((one for one in step.of_kind(kind) if one not in circles), None)
        if key is None:
            raise NotHere(f"no {kind}")
        (axes,) = step.references(key)
        point, *own = step.references(axes)
        new = [step.add(f"DIRECTION('',({said}))") if said else old for said, old in zip((up, ahead), own, strict=True)]
        swapped(step, key, f"#{axes}", f"#{step.add(f'AXIS2_PLACEMENT_3D({EMPTY},#{point},#{new[0]},#{new[1]})')}")
        _tidied(step)

    return change


def _drawn_once(step: Step) -> None:
    """Draw an edge between two curved faces on one of them."""
    for curve in step.of_kind("SURFACE_CURVE"):
        if len(step.references(curve)) == 3:
            line, first, _ = step.references(curve)
            step.entities[curve] = f"SURFACE_CURVE('',#{line},(#{first}),.CURVE_3D.)"
            _tidied(step)
            return
    raise NotHere("no two curved faces side by side")


def _straightened(step: Step) -> None:
    """Let an arc of a curved face be a straight line."""
    edge = _edge_of(step, "CIRCLE")
    one, two, curve = step.references(edge)
    a, b = _at(step, one), _at(step, two)
    way = [(q - p) / math.dist(a, b) for p, q in zip(a, b, strict=True)]
    swapped(step, curve, f"#{step.references(curve)[0]},", f"#{_line(step, step.references(one)[0], *way)},")
    _tidied(step)


def _seam(step: Step) -> tuple[int, int, int]:
    """Return a seam, its edge, and the loop that passes it."""
    for seam in step.of_kind("SEAM_CURVE"):
        (edge,) = (key for key in step.of_kind("EDGE_CURVE") if step.references(key)[2] == seam)
        sides = {key for key in step.of_kind("ORIENTED_EDGE") if step.references(key) == [edge]}
        return seam, edge, next(key for key in step.of_kind("EDGE_LOOP") if sides <= set(step.references(key)))
    raise NotHere("no seam")


def _seam_turned(step: Step) -> None:
    """Turn a seam about its axis by a micrometre: where it lies on its cylinder says nothing of the mesh."""
    _, edge, _ = _seam(step)
    for vertex in step.references(edge)[:2]:
        circle = next(
            key
            for key in step.of_kind("CIRCLE")
            if any(
                step.references(one)[:2] == [vertex, vertex] and key in step.references(step.references(one)[2])
                for one in step.of_kind("EDGE_CURVE")
            )
        )
        (x, y, _), (at, *_) = _numbers(step, step.references(step.references(circle)[0])[0]), step.references(vertex)
        px, py, pz = _numbers(step, at)
        size = math.hypot(px - x, py - y)
        turn = 1e-3 / size
        qx = x + (px - x) * math.cos(turn) - (py - y) * math.sin(turn)
        qy = y + (px - x) * math.sin(turn) + (py - y) * math.cos(turn)
        step.entities[at] = f"CARTESIAN_POINT('',({qx:.9f},{qy:.9f},{pz:.9f}))"


def _seam_begun(step: Step) -> None:
    """Begin the bound of a face with a seam with its other circle."""
    loop = _seam(step)[2]
    a, b, c, d = step.references(loop)
    step.entities[loop] = f"EDGE_LOOP('',(#{c},#{d},#{a},#{b}))"


def _seam_plain(step: Step) -> None:
    """Draw a seam as any other edge, once."""
    seam, _, _ = _seam(step)
    line, _, second = step.references(seam)
    step.entities[seam] = f"SURFACE_CURVE('',#{line},(#{second}),.CURVE_3D.)"
    _tidied(step)


def _drawn_elsewhere(step: Step) -> None:
    """Draw an edge of a cylinder on another one, too."""
    one, *_, other = step.of_kind("CYLINDRICAL_SURFACE")
    for curve in step.of_kind("SURFACE_CURVE"):
        own = step.references(curve)[1:]
        surfaces = {step.references(key)[0] for key in own}
        if surfaces == {one}:
            swapped(step, curve, "),.CURVE_3D.", f",#{_drawn(step, other, 7.0, 1.0, '1.,0.')}),.CURVE_3D.")
            return
    raise NotHere("one cylinder")


def _flat_drawn(step: Step) -> None:
    """Draw an edge between planes on a cylinder that it has nothing to do with."""
    surface = step.of_kind("CYLINDRICAL_SURFACE")[0]
    edge = next(key for key in step.of_kind("EDGE_CURVE") if step.entities[step.references(key)[2]].startswith("LINE"))
    one, two, line = step.references(edge)
    curve = step.add(f"SURFACE_CURVE('',#{line},(#{_drawn(step, surface, 7.0, 1.0, '1.,0.')}),.CURVE_3D.)")
    step.entities[edge] = f"EDGE_CURVE('',#{one},#{two},#{curve},.T.)"


def _nudged(step: Step) -> None:
    """Move a corner by a third of a thousandth of a micrometre: ten times that is off a plane by what bodies may be."""
    key = step.references(step.of_kind("VERTEX_POINT")[0])[0]
    x, y, z = _numbers(step, key)
    step.entities[key] = f"CARTESIAN_POINT('',({x + 3e-7:.9f},{y + 3e-7:.9f},{z:.9f}))"


def _context_again(step: Step) -> None:
    """Give a product a context of its own."""
    key = step.of_kind("PRODUCT")[-1]
    (context,) = step.references(key)
    swapped(step, key, f"#{context}", f"#{step.add(step.entities[context])}")


MUTATIONS: tuple[Mutation, ...] = (
    row("wall-bulged", "a wall is a cylinder that is said to stand for one side", "mesh-open",
        edited(_bulged(1, 0.75))),
    row("wall-bulged-little", "a wall is a flat arc that is said to stand for one side", "mesh-open",
        edited(_bulged(1, 4.0))),
    row("wall-bulged-much", "a wall is half a circle that is said to stand for two sides", "mesh-open",
        edited(_bulged(2, 0.51))),
    row("wall-rims-bulged", "the upper and lower edge of a plane wall are arcs", "mesh-open",
        edited(_bulged(2, 4.0, rims=True))),
    row("line-backwards", "an edge's line runs the other way", "mesh-open", edited(_backwards)),
    row("circle-of-two-ends", "a circle ends in another vertex than it begins in", "mesh-open", edited(_no_length)),
    row("curved-two-bounds", "a curved face has a hole", "mesh-open", edited(_two_bounds)),
    row("cylinder-upside-down", "a cylinder's axis points down", "mesh-open",
        edited(_turned_axes("CYLINDRICAL_SURFACE", "0.,0.,-1.", ""))),
    row("circle-other-axis", "an arc's angles begin elsewhere than its face's", "mesh-open",
        edited(_turned_axes("CIRCLE", "", "0.6,0.8,0."))),
    row("drawn-on-one", "an edge of two curved faces is drawn on one", "mesh-open", edited(_drawn_once)),
    row("arc-straight", "an arc of a curved face is a line", "mesh-open", edited(_straightened)),
    row("circle-many-sides", "a circle says its number of sides with zeros before it", "mesh-open",
        edited(lambda step: swapped(step, step.of_kind("CIRCLE")[0], "CIRCLE('", "CIRCLE('0000000013"))),
    row("seam-turned", "a circle begins beside where its angles do", "mesh-open", edited(_seam_turned)),
    row("seam-begun", "a bound with a seam begins with the other circle", "mesh-open", edited(_seam_begun)),
    row("seam-plain", "a seam is drawn once", "mesh-open", edited(_seam_plain)),
    row("drawn-elsewhere", "an edge is drawn on a cylinder that it does not bound, too", "mesh-open",
        edited(_drawn_elsewhere)),
    row("flat-drawn", "an edge between planes is drawn on a cylinder", "mesh-open", edited(_flat_drawn)),
    row("corner-nudged", "a corner is off by more than CAD programs allow", "mesh-open", edited(_nudged)),
    row("solid-renamed", "a solid is called otherwise than its product", "id-wrong",
        edited(lambda step: swapped(step, step.of_kind("MANIFOLD_SOLID_BREP")[0], "BREP('", "BREP('do-not-print-"))),
    row("context-again", "a product has a context of its own", "content-foreign", edited(_context_again)),
    row("uncertain-nowhere", "a part is said to be exact beyond all measure", "unit-wrong",
        said("UNCERTAINTY_MEASURE_WITH_UNIT", "1.E-06", "1.E-300")),
    row("colour-nearly", "a colour that is nearly one of 8 bits", "colour-wrong",
        edited(lambda step: step.entities.update({step.of_kind("COLOUR_RGB")[0]: "COLOUR_RGB('',0.999999,1.,1.)"}))),
    row("beyond-all-bounds", "a place beyond all bounds", "content-foreign", text("(0.,0.,0.)", "(1.E300,1.E999,0.)")),
)  # fmt: skip
