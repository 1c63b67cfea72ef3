"""Bodies read back from the text of a STEP file alone."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from called import invoke

from quasiprint.drawing.outlines import rounded_square, square
from quasiprint.formats.step import own_forms
from quasiprint.formats.step import write as step
from quasiprint.formats.step.entities import Instances
from quasiprint.formats.step.forms import TRAILER
from quasiprint.formats.step.part21 import forms, parse
from quasiprint.formats.step.shape import Shapes
from quasiprint.model.face import Region
from quasiprint.model.solid import Part, Sector, Solid, SolidPiece, Step
from quasiprint.solids.bevels import Places
from quasiprint.solids.bodies import shells
from quasiprint.solids.mesh import meshes
from quasiprint.solids.shells import Bound, Edge, Face, Shell

SOFT = rounded_square(square(40.0), 0.0, 2.0)
WEDGE = ((-18.0, -20.0), (18.0, -20.0), (0.0, -2.0))  # from where one arc ends to where the next one begins
PLAIN = Solid(SOFT, (Sector(SOFT, ()),), 0.0, 4.0)
# by how much a wedge that begins where the corners' arcs end adds to the plain body, mm³
SOLIDS = {
    "a wedge is let in": (replace(PLAIN, sectors=(Sector(SOFT, (Step(Region(WEDGE), 3.0),)),)), -324.0),
    "a wedge is raised": (replace(PLAIN, sectors=(Sector(SOFT, (Step(Region(WEDGE), 5.0),)),)), 324.0),
}


def shell_of(solid: Solid) -> Shell:
    piece = SolidPiece("one", (Part("one-body", "body", None, solid),), None)
    ((_, shell),) = shells([piece], meshes([piece]))
    return shell


def volume(shapes: Shapes) -> float:
    (facets,) = shapes.facets.values()
    return float(np.einsum("ij,ij->", facets[:, 0], np.cross(facets[:, 1], facets[:, 2]))) / 6


def read(shell: Shell) -> Shapes:
    instances = Instances(step.head(""))
    instances.solid(shell, "one-body")
    every = forms(tuple(own_forms.FORMS.items()))
    return Shapes(parse(instances.file(step.TAIL), every, own_forms.HEADER, TRAILER, set()).tables)


def sides(shell: Shell) -> list[int]:
    """Return how many edges each curved face has."""
    return sorted(len(b.edges) for face in shell.faces if hasattr(face.surface, "about") for b in face.bounds)


@pytest.mark.parametrize("chamfer", [0.0, 0.5])
@pytest.mark.parametrize("name", SOLIDS)
def test_what_ends_at_a_rounded_corner_is_read_back_closed(name: str, chamfer: float) -> None:
    solid, more = SOLIDS[name]
    shapes = read(shell_of(replace(solid, chamfer=chamfer)))
    assert shapes.faults == {}
    assert volume(shapes) - volume(read(shell_of(replace(PLAIN, chamfer=chamfer)))) == pytest.approx(more, rel=1e-9)
    (facets,) = shapes.facets.values()
    ways = {(tuple(t[k - 1]), tuple(t[k])) for t in facets.tolist() for k in range(3)}
    assert len(ways) == 3 * len(facets)
    assert ways == {(b, a) for a, b in ways}


def test_something_that_ends_at_a_rounded_corner_parts_its_edge() -> None:
    assert sides(shell_of(replace(PLAIN, chamfer=0.5))) == [4] * 8
    assert sides(shell_of(replace(SOLIDS["a wedge is let in"][0], chamfer=0.5))) == [4] * 6 + [5] * 2


def test_an_edge_of_a_curved_face_does_not_run_back_on_itself() -> None:
    """The corner at half height is put above the top, and its upper edge turned round, so that it is no other fault."""
    shell = shell_of(SOLIDS["a wedge is let in"][0])
    moved = next(k for k, (x, y, z) in enumerate(shell.corners) if (x, y, z) == (18e9, -20e9, 3e9))
    top = shell.corners.index((18 * 10**9, -20 * 10**9, 4 * 10**9))
    (number,) = (k for k, edge in enumerate(shell.edges) if {edge.start, edge.end} == {moved, top})
    edges = list(shell.edges)
    edges[number] = Edge(edges[number].end, edges[number].start)
    corners = list(shell.corners)
    corners[moved] = *corners[moved][:2], 5 * 10**9
    faces = tuple(_turned(face, number) for face in shell.faces)
    faults = read(replace(shell, corners=tuple(corners), edges=tuple(edges), faces=faces)).faults
    assert faults["open"] == "what joins the arcs of a curved face runs back on itself"


def _turned(face: Face, number: int) -> Face:
    bounds = (replace(b, edges=tuple((k, along != (k == number)) for k, along in b.edges)) for b in face.bounds)
    return replace(face, bounds=tuple(bounds))


def test_a_curved_face_has_no_more_than_two_arcs() -> None:
    """One of them is parted in its middle: each part is an arc as it is to be."""
    shell = shell_of(PLAIN)
    number, edge = next((k, edge) for k, edge in enumerate(shell.edges) if edge.curve is not None)
    assert edge.curve is not None
    (x, y), radius = edge.curve.about.centre, edge.curve.radius
    a, b = (shell.corners[k] for k in (edge.start, edge.end))
    way = [a[k] + b[k] - 2 * round(c * 1e9) for k, c in enumerate((x, y))]
    size = math.hypot(*way)
    middle = *(round(c * 1e9 + part / size * radius * 1e9) for c, part in zip((x, y), way, strict=True)), a[2]
    edges = (*shell.edges, Edge(len(shell.corners), edge.end, edge.curve))
    edges = (*edges[:number], Edge(edge.start, len(shell.corners), edge.curve), *edges[number + 1 :])

    def parted(bound: Bound) -> Bound:
        parts = ((k, along) if k != number else None for k, along in bound.edges)
        both = {True: ((number, True), (len(edges) - 1, True)), False: ((len(edges) - 1, False), (number, False))}
        along = dict(bound.edges).get(number, True)
        return Bound(tuple(one for part in parts for one in ((part,) if part else both[along])))

    faces = tuple(replace(face, bounds=tuple(map(parted, face.bounds))) for face in shell.faces)
    shapes = read(replace(shell, corners=(*shell.corners, middle), edges=edges, faces=faces))
    assert shapes.faults == {"open": "a curved face is not bounded by two arcs and what joins them"}


def test_a_hole_lies_in_its_face() -> None:
    """All corners of a hole are moved by 100 mm: nothing else is wrong with its walls."""
    outer, inner = square(40.0), square(10.0)[::-1]
    shell = shell_of(Solid(outer, (Sector(outer, (), (inner,)),), 0.0, 4.0, holes=(inner,)))
    assert read(shell).faults == {}
    far = tuple((x + 10**11, y, z) if max(abs(x), abs(y)) < 10**10 else (x, y, z) for x, y, z in shell.corners)
    assert read(replace(shell, corners=far)).faults == {"open": "a face's bounds cross, or lie beside one another"}


def test_the_corners_of_raised_pips_come_to_rest(tmp_path: Path) -> None:
    """They are on arcs and within walls at once: the walls settle slowly, by less than is printed in the end."""
    made = invoke("make", "triomino", "--marks", "pips", "--highest", "1", "--format", "step", "-o", tmp_path / "set")
    assert made.exit_code == 0, made.output
    read = invoke("verify", "--by", "reading", tmp_path / "set")
    assert read.exit_code == 0, read.output


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ([[0, 2, 1]], "a corner is moved by 5.0e-01 mm"),
        ([[0, 2, 1], [3, 2, 4]], "its corners do not come to rest"),
    ],
)
def test_a_corner_lies_near_where_it_is_meant_to(sides: list[list[int]], said: str) -> None:
    """It is halfway between two walls: put on one of them it is far away, and on both it cannot be."""
    at = {0: (0.0, 0.0), 1: (10.0, 0.0), 2: (5.0, 0.5), 3: (0.0, 1.0), 4: (10.0, 1.0)}
    with pytest.raises(ValueError, match=said):
        Places(at, sides, ()).settle([])
