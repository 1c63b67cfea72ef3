"""STEP of the whole set: each unique body once, everything else an instance of it.

The root is the set; under it stands one assembly for each piece, as often as it lies on the
plates, and in that its body and inlays, which all pieces share. The plates lie side by side.
The bodies are those of the meshes, their triangles joined to faces; no CAD kernel takes part.

Lengths are whole picometres, printed digit by digit; directions and angles are rounded to twelve decimals, since the
last bits of a sine differ from one machine's library to another's.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from io import StringIO

from quasiprint.model.production import Artefact, Placement, SolidProduction
from quasiprint.model.profile import channels
from quasiprint.model.solid import Part
from quasiprint.model.texts import part_21_string
from quasiprint.solids.bodies import shells
from quasiprint.solids.shells import PICOMETRES, Bend, Edge, Face, Plane, Point, Round, Shell, unit

DECIMALS = 12  # of directions and angles
ROUND = "6.283185307180"  # all the way round
BEVEL = "0.785398163397"  # half of a right angle, by which a cone widens
PLANE = "(GEOMETRIC_REPRESENTATION_CONTEXT(2)PARAMETRIC_REPRESENTATION_CONTEXT()REPRESENTATION_CONTEXT('2D','plane'))"
UP, DOWN = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)


@lru_cache(maxsize=1 << 16)
def length(picometres: int) -> str:
    """Return a length in millimetres as a real number is written: "-1.25", "3."."""
    sign = "-" if picometres < 0 else ""
    whole, part = divmod(abs(picometres), PICOMETRES)
    return f"{sign}{whole}.{part:09d}".rstrip("0")


@lru_cache(maxsize=1 << 16)
def real(value: float) -> str:
    """Return a number with twelve decimals at most, without zeros at its end."""
    text = f"{value:.{DECIMALS}f}".rstrip("0")
    return "0." if text in ("-0.", "0.") else text


@lru_cache(maxsize=4096)
def frame(about: Round) -> tuple[str, str, str, str]:
    """Return how the angles of what is round are counted: the direction in which they begin, x and y, and the angles of
    its start and its end, all as numbers are written. A circle goes from 0 all the way round. The middle of anything
    less is at half a turn: so neither end is near 0, where a nanometre more or less would be a whole turn."""
    cx, cy = (part * PICOMETRES for part in about.centre)
    (ax, ay), (bx, by) = (unit(x - cx, y - cy, 0.0)[:2] for x, y in (about.start, about.end))
    if about.start == about.end:
        return real(ax), real(ay), "0.", real(math.tau)
    half = math.atan2(ax * by - ay * bx, ax * bx + ay * by) % math.tau / 2
    # away from the middle, which lies to the right of the way from the start to the end
    x, y, _ = unit(ay - by, bx - ax, 0.0)
    return real(x), real(y), real(math.pi - half), real(math.pi + half)


class Instances:
    """The instances of a file, written one after the other: of a large set they are millions. Directions, vectors and
    what recurs in every body stand once. title: the file's. written: how many are."""

    def __init__(self, title: str) -> None:
        self.written = 0
        self._stream = StringIO()
        self._stream.write(HEAD.format(title=part_21_string(title), time=TIME_STAMP, schema=SCHEMA))
        self._shared: dict[str, int] = {}
        self._known: dict[tuple[object, ...], int] = {}  # vectors by their way, planes by a point and what they are

    def add(self, text: str) -> int:
        """Append an instance and return its number."""
        self.written += 1
        self._stream.write(f"#{self.written} = {text};\n")
        return self.written

    def file(self, tail: str) -> bytes:
        """Return the whole file. tail: what stands after them."""
        self._stream.write(tail)
        return self._stream.getvalue().encode("ascii")

    def share(self, text: str) -> int:
        """Return the number of the instance that says this, appended at its first use."""
        number = self._shared.get(text)
        if number is None:
            number = self._shared[text] = self.add(text)
        return number

    def point(self, at: Point) -> int:
        """Return a point."""
        x, y, z = map(length, at)
        return self.share(f"CARTESIAN_POINT('',({x},{y},{z}))")

    def direction(self, x: float, y: float, z: float) -> int:
        """Return a direction of length 1."""
        return self.share(f"DIRECTION('',({real(x)},{real(y)},{real(z)}))")

    def line(self, point: int, a: Point, b: Point) -> int:
        """Return the line from a point, by its number and where it lies, through another."""
        way = b[0] - a[0], b[1] - a[1], b[2] - a[2]
        if way not in self._known:
            self._known[way] = self.share(f"VECTOR('',#{self.direction(*unit(*way))},1.)")
        return self.share(f"LINE('',#{point},#{self._known[way]})")

    def plane(self, point: int, surface: Plane) -> int:
        """Return a plane through a point, by its number."""
        if (point, surface) not in self._known:
            up, ahead = self.direction(*surface.normal), self.direction(*surface.along)
            axes = self.share(f"AXIS2_PLACEMENT_3D('',#{point},#{up},#{ahead})")
            self._known[point, surface] = self.share(f"PLANE('',#{axes})")
        return self._known[point, surface]


@dataclass(frozen=True, slots=True)
class _Bent:
    """A curved face's surface: its instance, where its heights are counted from (pm), and what it is about. down:
    whether its axis points down, as that of a cone that widens downwards: angles and heights are counted backwards."""

    number: int
    low: int
    about: Round
    down: bool


class Body:
    """A body's instances. Points, lines and planes it shares with others: what recurs on many pieces stands once."""

    def __init__(self, instances: Instances, shell: Shell) -> None:
        self.instances, self.shell = instances, shell
        self.bent: dict[int, _Bent] = {}  # by face
        self.along: dict[int, list[_Bent]] = defaultdict(list)  # by edge: the curved faces that it bounds

    def solid(self, name: str) -> int:
        """Append everything, and return the number of the solid."""
        add = self.instances.add
        points, vertices = list[int](), list[int]()
        for corner in self.shell.corners:
            points.append(self.instances.point(corner))
            vertices.append(add(f"VERTEX_POINT('',#{points[-1]})"))
        for k, face in enumerate(self.shell.faces):
            if not isinstance(face.surface, Plane):
                self.bent[k] = self._bend(face, face.surface)
                for number, _ in face.bounds[0]:
                    self.along[number].append(self.bent[k])
        runs = self._edges(points, vertices)
        faces, hollow = self._faces(points, runs), self.shell.hollow
        outer = [number for k, number in enumerate(faces) if k not in hollow]
        shell = add(f"CLOSED_SHELL('',({_references(outer)}))")
        if not hollow:
            return add(f"MANIFOLD_SOLID_BREP({part_21_string(name)},#{shell})")
        inner = add(f"CLOSED_SHELL('',({_references(faces[k] for k in sorted(hollow))}))")
        void = add(f"ORIENTED_CLOSED_SHELL('',*,#{inner},.T.)")
        return add(f"BREP_WITH_VOIDS({part_21_string(name)},#{shell},(#{void}))")

    def _edges(self, points: list[int], vertices: list[int]) -> list[tuple[str, str]]:
        """Append all edges, and return how each is named in a bound: backwards, and forwards."""
        add, corners, runs = self.instances.add, self.shell.corners, []
        for number, edge in enumerate(self.shell.edges):
            start, end, circle = edge
            if circle is not None:
                axes = self._axes(circle.about, corners[start][2])
                curve = add(f"CIRCLE('{circle.about.chords}',#{axes},{real(circle.radius)})")
            else:
                curve = self.instances.line(points[start], corners[start], corners[end])
            if number in self.along:
                curve = self._on_surfaces(edge, curve, self.along[number])
            made = add(f"EDGE_CURVE('',#{vertices[start]},#{vertices[end]},#{curve},.T.)")
            runs.append((f"ORIENTED_EDGE('',*,*,#{made},.F.)", f"ORIENTED_EDGE('',*,*,#{made},.T.)"))
        return runs

    def _faces(self, points: list[int], runs: list[tuple[str, str]]) -> list[int]:
        """Append all faces."""
        add, faces = self.instances.add, []
        for k, (surface, bounds) in enumerate(self.shell.faces):
            kind, listed = "FACE_OUTER_BOUND", []
            for bound in bounds:
                oriented = [add(runs[number][along]) for number, along in bound]
                loop = add(f"EDGE_LOOP('',({_references(oriented)}))")
                listed.append(add(f"{kind}('',#{loop},.T.)"))
                kind = "FACE_BOUND"
            if isinstance(surface, Plane):
                number, along = bounds[0][0]
                edge = self.shell.edges[number]
                number, sense = self.instances.plane(points[edge.start if along else edge.end], surface), "T"
            else:
                number, sense = self.bent[k].number, "T" if surface.outward else "F"
            faces.append(add(f"ADVANCED_FACE('',({_references(listed)}),#{number},.{sense}.)"))
        return faces

    def _bend(self, face: Face, surface: Bend) -> _Bent:
        low = min(self.shell.corners[self.shell.edges[number].start][2] for number, _ in face.bounds[0])
        down = surface.widens < 0
        axes = self._axes(surface.about, low, DOWN if down else UP)
        kind, more = ("CONICAL", f",{BEVEL}") if surface.widens else ("CYLINDRICAL", "")
        text = f"{kind}_SURFACE('',#{axes},{real(surface.radius)}{more})"
        return _Bent(self.instances.add(text), low, surface.about, down)

    def _on_surfaces(self, edge: Edge, curve: int, beside: list[_Bent]) -> int:
        """Return an edge's curve, with how it runs on the curved faces beside it."""
        if len(beside) == 2 and beside[0] is beside[1]:
            kind, ends = "SEAM", [True, False]
        else:
            # a straight edge is at a curved face's end unless its angle begins there
            places = [self.shell.corners[k][:2] for k in (edge.start, edge.end)]
            kind, ends = "SURFACE", [edge.curve is None and bent.about.start not in places for bent in beside]
        drawn = [self._pcurve(edge, bent, end=end) for bent, end in zip(beside, ends, strict=True)]
        return self.instances.add(f"{kind}_CURVE('',#{curve},({_references(drawn)}),.CURVE_3D.)")

    def _pcurve(self, edge: Edge, bent: _Bent, *, end: bool) -> int:
        """Return an edge as it runs on a curved face, by angle and height. end: whether where the angle is largest."""
        instances, corners = self.instances, self.shell.corners
        a, b = corners[edge.start][2], corners[edge.end][2]
        if edge.curve is not None:
            u, way = (ROUND, "-1.,0.") if bent.down else ("0.", "1.,0.")
        else:
            u, way = frame(bent.about)[3 if end != bent.down else 2], "0.,1." if (b > a) != bent.down else "0.,-1."
        drawing = self._drawn(u, way, bent.low - a if bent.down else a - bent.low)
        return instances.add(f"PCURVE('',#{bent.number},#{drawing})")

    def _drawn(self, angle: str, way: str, height: int) -> int:
        """Return a straight line on a curved face."""
        share = self.instances.share
        point = share(f"CARTESIAN_POINT('',({angle},{length(height)}))")
        direction = share(f"DIRECTION('',({way}))")
        vector = share(f"VECTOR('2D',#{direction},1.)")
        line = share(f"LINE('2D',#{point},#{vector})")
        plane = share(PLANE)
        return share(f"DEFINITIONAL_REPRESENTATION('',(#{line}),#{plane})")

    def _axes(self, about: Round, z: int, axis: tuple[float, float, float] = UP) -> int:
        """Return the place of what is round: upright, its angles counted as it tells, or backwards about an axis that
        points down."""
        x, y, _, _ = frame(about)
        along = self.instances.share(f"DIRECTION('',({x},{y},0.))")
        cx, cy = about.centre
        point = self.instances.share(f"CARTESIAN_POINT('',({real(cx)},{real(cy)},{length(z)}))")
        up = self.instances.direction(*axis)
        return self.instances.share(f"AXIS2_PLACEMENT_3D('',#{point},#{up},#{along})")


def _references(numbers: Iterable[int]) -> str:
    return "#" + ",#".join(map(str, numbers))


BETWEEN_PLATES = 20.0  # mm
ORIGIN = Placement("", 0.0, 0.0, 0.0)
TIME_STAMP = "2000-01-01T00:00:00"  # the format demands one; equal sets have equal bytes
UNCERTAINTY = "1.E-06"  # mm: corners, walls and arcs meet far closer
# edition 1 of AP242, which every reader of AP242 knows
SCHEMA = "AP242_MANAGED_MODEL_BASED_3D_ENGINEERING_MIM_LF { 1 0 10303 442 1 1 4 }"
PROTOCOL = "'international standard','ap242_managed_model_based_3d_engineering',2014"
HEAD = (
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('quasiprint set'),'2;1');\n"
    "FILE_NAME({title},'{time}',(''),(''),'quasiprint','quasiprint','');\n"
    "FILE_SCHEMA(('{schema}'));\nENDSEC;\nDATA;\n"
)
TAIL = "ENDSEC;\nEND-ISO-10303-21;\n"


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield the one file of the set. Raises ValueError if a plate holds what is no piece, or a body is not closed."""
    document = _Document(production)
    document.write()
    yield Artefact(f"step/{production.set.game}-set.step", document.instances.file(TAIL))


class _Document:
    """A set as instances. Products have a definition and a drawing each; drawings list where they are placed."""

    def __init__(self, production: SolidProduction) -> None:
        self.production = production
        self.instances = Instances(production.set.title)
        self.definitions: dict[str, int] = {}
        self.drawings: dict[str, int] = {}
        self.origins: dict[str, int] = {}
        self.placed = 0

    def write(self) -> None:
        """Append everything: the bodies, the pieces that they are parts of, the set."""
        production, add = self.production, self.instances.add
        pieces = {piece.id: piece for piece in production.pieces}
        for plate in production.plates:
            for place in plate.placements:
                if place.item not in pieces:
                    raise ValueError(f"plate {plate.name!r} holds {place.item!r}, which is no piece of the set")
        self.application = add("APPLICATION_CONTEXT('managed model based 3d engineering')")
        add(f"APPLICATION_PROTOCOL_DEFINITION({PROTOCOL},#{self.application})")
        used = dict.fromkeys(place.item for plate in production.plates for place in plate.placements)
        shown = [pieces[item] for item in used]
        parts = {part.key: part for piece in shown for part in piece.parts}
        for key, shell in shells(shown, production.meshes):
            self._body(parts[key], Body(self.instances, shell).solid(key))
        for piece in shown:
            self._assembly(piece.id, [Placement(part.key, 0.0, 0.0, 0.0) for part in piece.parts])
        placed = [
            replace(place, x=place.x + k * (plate.width + BETWEEN_PLATES))
            for k, plate in enumerate(production.plates)
            for place in plate.placements
        ]
        self._assembly(f"{production.set.game}-set", placed)

    def _context(self) -> int:
        """Return a context for a drawing: drawings that are placed in one another may not share theirs."""
        share = self.instances.share
        millimetre = share("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))")
        radian = share("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))")
        steradian = share("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())")
        exact = share(
            f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE({UNCERTAINTY}),#{millimetre},'distance_accuracy_value','')"
        )
        return self.instances.add(
            f"(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#{exact}))"
            f"GLOBAL_UNIT_ASSIGNED_CONTEXT((#{millimetre},#{radian},#{steradian}))REPRESENTATION_CONTEXT('','3D'))"
        )

    def _product(self, name: str) -> int:
        """Append a product, and return what its drawing is the shape of."""
        add, named = self.instances.add, part_21_string(name)
        context = self.instances.share(f"PRODUCT_CONTEXT('',#{self.application},'mechanical')")
        product = add(f"PRODUCT({named},{named},'',(#{context}))")
        add(f"PRODUCT_RELATED_PRODUCT_CATEGORY('part',$,(#{product}))")
        formation = add(f"PRODUCT_DEFINITION_FORMATION('','',#{product})")
        design = self.instances.share(f"PRODUCT_DEFINITION_CONTEXT('part definition',#{self.application},'design')")
        self.definitions[name] = add(f"PRODUCT_DEFINITION('design','',#{formation},#{design})")
        return add(f"PRODUCT_DEFINITION_SHAPE('','',#{self.definitions[name]})")

    def _place(self, at: Placement = ORIGIN) -> int:
        """Append a place on the plane."""
        instances = self.instances
        x, y = (length(round(part * 1e6) * 1000) for part in (at.x, at.y))
        point, along = instances.add(f"CARTESIAN_POINT('',({x},{y},0.))"), instances.direction(*at.turn, 0.0)
        return instances.add(f"AXIS2_PLACEMENT_3D('',#{point},#{instances.direction(*UP)},#{along})")

    def _body(self, part: Part, solid: int) -> None:
        add, palette = self.instances.add, self.production.set.palette
        shape, context = self._product(part.key), self._context()
        self.origins[part.key] = self._place()
        self.drawings[part.key] = add(
            f"ADVANCED_BREP_SHAPE_REPRESENTATION('',(#{self.origins[part.key]},#{solid}),#{context})"
        )
        add(f"SHAPE_DEFINITION_REPRESENTATION(#{shape},#{self.drawings[part.key]})")
        rgb = palette.body if part.colour is None else palette.inks[part.colour].rgb
        styled = add(f"STYLED_ITEM('color',(#{self._style(rgb)}),#{solid})")
        add(f"MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(#{styled}),#{context})")

    def _style(self, rgb: str) -> int:
        share = self.instances.share
        red, green, blue = (real(round(part, 6)) for part in channels(rgb))
        number = share(f"COLOUR_RGB('',{red},{green},{blue})")
        for text in (
            "FILL_AREA_STYLE_COLOUR('',#{})",
            "FILL_AREA_STYLE('',(#{}))",
            "SURFACE_STYLE_FILL_AREA(#{})",
            "SURFACE_SIDE_STYLE('',(#{}))",
            "SURFACE_STYLE_USAGE(.BOTH.,#{})",
            "PRESENTATION_STYLE_ASSIGNMENT((#{}))",
        ):
            number = share(text.format(number))
        return number

    def _assembly(self, name: str, items: list[Placement]) -> None:
        """Append a product in which others are placed."""
        add = self.instances.add
        shape, context = self._product(name), self._context()
        self.origins[name] = self._place()
        targets = list(map(self._place, items))
        listed = ",".join(f"#{number}" for number in (self.origins[name], *targets))
        self.drawings[name] = add(f"SHAPE_REPRESENTATION('',({listed}),#{context})")
        add(f"SHAPE_DEFINITION_REPRESENTATION(#{shape},#{self.drawings[name]})")
        for place, target in zip(items, targets, strict=True):
            inner = place.item
            self.placed += 1
            move = add(f"ITEM_DEFINED_TRANSFORMATION('','',#{self.origins[inner]},#{target})")
            relation = add(
                f"(REPRESENTATION_RELATIONSHIP('','',#{self.drawings[inner]},#{self.drawings[name]})"
                f"REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#{move})SHAPE_REPRESENTATION_RELATIONSHIP())"
            )
            occurrence = add(
                f"NEXT_ASSEMBLY_USAGE_OCCURRENCE('{self.placed}',{part_21_string(inner)},'',"
                f"#{self.definitions[name]},#{self.definitions[inner]},$)"
            )
            shown = add(f"PRODUCT_DEFINITION_SHAPE('Placement','Placement of an item',#{occurrence})")
            add(f"CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#{relation},#{shown})")
