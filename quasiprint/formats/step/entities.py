"""The instances of a STEP file, numbered in order, and bodies as instances; numbers the same on every machine.

Lengths are whole picometres, printed digit by digit; directions and angles are rounded to twelve decimals. What is
rounded comes of sums, products, quotients and square roots of floats, which are the same everywhere, or of decimal
numbers; never of a sine that another library computes otherwise.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal, localcontext
from functools import lru_cache
from io import BytesIO

from quasiprint.model.texts import part_21_string
from quasiprint.solids.shells import PICOMETRES, Bend, Circle, Edge, Face, Plane, Point, Round, Shell
from quasiprint.values import dataclass

PI = Decimal("3.14159265358979323846264338327950288419716939937511")
DIGITS = 40  # that are computed with
DECIMALS = 12  # of directions and angles
BEVEL = "0.785398163397"  # half of a right angle, by which a cone widens
PLANE = "(GEOMETRIC_REPRESENTATION_CONTEXT(2)PARAMETRIC_REPRESENTATION_CONTEXT()REPRESENTATION_CONTEXT('2D','plane'))"
UP = (0.0, 0.0, 1.0)
LINES = 4096  # that are held as texts
RECENT = 1 << 16  # points, lines and planes that are found without their texts


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
def turn(degrees: float) -> tuple[str, str]:
    """Return cosine and sine of an angle, as numbers are written."""
    with localcontext() as context:
        context.prec = DIGITS
        angle = Decimal(degrees) % 360 * PI / 180
        unit = Decimal(1).scaleb(-DECIMALS)
        return tuple(real(float(part.quantize(unit))) for part in _cos_sin(angle))  # type: ignore[return-value]


def _cos_sin(angle: Decimal) -> tuple[Decimal, Decimal]:
    """Return cosine and sine of an angle between −7 and 7, by their series."""
    sums = [Decimal(0), Decimal(0)]
    term, k = Decimal(1), 0
    while abs(term) > Decimal(1).scaleb(-DIGITS):
        sums[k % 2] += term if k % 4 < 2 else -term
        k += 1
        term = term * angle / k
    return sums[0], sums[1]


@lru_cache(maxsize=4096)
def frame(about: Round) -> tuple[str, str, str, str]:
    """Return how the angles of what is round are counted: the direction in which they begin, x and y, and the angles of
    its start and its end, all as numbers are written. A circle goes from 0 all the way round. The middle of anything
    less is at half a turn: so neither end is near 0, where a nanometre more or less would be a whole turn."""
    with localcontext() as context:
        context.prec = DIGITS
        cx, cy = (Decimal(part) * PICOMETRES for part in about.centre)
        (ax, ay), (bx, by) = ((x - cx, y - cy) for x, y in (about.start, about.end))
        size = (ax * ax + ay * ay).sqrt()
        if about.start == about.end:
            return (
                _format_decimal(ax / size),
                _format_decimal(ay / size),
                _format_decimal(Decimal(0)),
                _format_decimal(2 * PI),
            )
        sweep = _direction(ax * bx + ay * by, ax * by - ay * bx)
        sweep = sweep if sweep > 0 else sweep + 2 * PI
        first = PI - sweep / 2
        c, s = _cos_sin(first)
        x, y = (ax * c + ay * s) / size, (ay * c - ax * s) / size
        return _format_decimal(x), _format_decimal(y), _format_decimal(first), _format_decimal(PI + sweep / 2)


def _format_decimal(value: Decimal) -> str:
    return real(float(value.quantize(Decimal(1).scaleb(-DECIMALS))))


def _direction(x: Decimal, y: Decimal) -> Decimal:
    """Return the direction of a point, between −π and π."""
    size = (x * x + y * y).sqrt()
    # halved until what is left is small, and its series short
    c, s = x / size, y / size
    halves = 0
    while abs(s) > Decimal("0.01") or c < 0:
        c, s = ((1 + c) / 2).sqrt(), s / (2 * (1 + c)).sqrt() if c > -1 else Decimal(1)
        halves += 1
    tangent, total, k = s / c, Decimal(0), 0
    term = tangent
    while abs(term) > Decimal(1).scaleb(-DIGITS):
        total += (term if k % 2 == 0 else -term) / (2 * k + 1)
        term = term * tangent * tangent
        k += 1
    return total * (1 << halves)


class Instances:
    """The instances of a file, written one after the other: of a large set they are millions. Directions, vectors and
    what recurs in every body stand once. head: what stands before them. count: how many there are."""

    def __init__(self, head: str) -> None:
        self.count = 0
        self._stream = BytesIO()
        self._lines = [head]
        self._shared: dict[str, int] = {}
        self._known: dict[object, int] = {}  # what was looked for lately, without its text

    def add(self, said: str) -> int:
        """Append an instance and return its number."""
        self.count += 1
        self._lines.append(f"#{self.count} = {said};\n")
        if len(self._lines) > LINES:
            self._write()
        return self.count

    def add_all(self, before: str, every: Iterable[str], after: str) -> range:
        """Append instances that begin and end alike, and return their numbers."""
        first = self.count + 1
        rows = [f"#{k} = {before}{said}{after};\n" for k, said in enumerate(every, first)]
        self.count += len(rows)
        self._lines += rows
        return range(first, self.count + 1)

    def _write(self) -> None:
        self._stream.write("".join(self._lines).encode("ascii"))
        self._lines.clear()

    def file(self, tail: str) -> bytes:
        """Return the whole file. tail: what stands after them."""
        self._lines.append(tail)
        self._write()
        return self._stream.getvalue()

    def share(self, said: str) -> int:
        """Return the number of the instance that says this, appended at its first use."""
        if said not in self._shared:
            self._shared[said] = self.add(said)
        return self._shared[said]

    def _keep(self, key: object, number: int) -> int:
        """Return the number of a shared instance, which is found by what it is made of for a while."""
        if len(self._known) > RECENT:
            self._known.clear()
        self._known[key] = number
        return number

    def point(self, at: Point) -> int:
        """Return a point."""
        if found := self._known.get(at):
            return found
        x, y, z = at
        return self._keep(at, self.share(f"CARTESIAN_POINT('',({length(x)},{length(y)},{length(z)}))"))

    def direction(self, x: float, y: float, z: float) -> int:
        """Return a direction of length 1."""
        return self.share(f"DIRECTION('',({real(x)},{real(y)},{real(z)}))")

    def line(self, a: Point, b: Point) -> int:
        """Return the line from a point through another."""
        if found := self._known.get((a, b)):
            return found
        (x, y, z), (u, v, w) = a, b
        way = u - x, v - y, w - z, "way"
        vector = self._known.get(way)
        if vector is None:
            vector = self._keep(way, self.share(f"VECTOR('',#{self.direction(*_unit(*way[:3]))},1.)"))
        return self._keep((a, b), self.share(f"LINE('',#{self.point(a)},#{vector})"))

    def plane(self, at: Point, surface: Plane) -> int:
        """Return a plane through a point."""
        key = at, surface.normal
        if found := self._known.get(key):
            return found
        up, ahead = self.direction(*surface.normal), self.direction(*surface.along)
        axes = self.share(f"AXIS2_PLACEMENT_3D('',#{self.point(at)},#{up},#{ahead})")
        return self._keep(key, self.share(f"PLANE('',#{axes})"))

    def solid(self, shell: Shell, name: str) -> int:
        """Append a body, and return the number of its solid."""
        return _Solid(self, shell).solid(name)


@dataclass(frozen=True, slots=True)
class _Bent:
    """A curved face's surface: its instance, where its heights are counted from (pm), and what it is about."""

    number: int
    low: int
    about: Round


class _Solid:
    """A body's instances. Points, lines and planes it shares with others: what recurs on many pieces stands once."""

    def __init__(self, instances: Instances, shell: Shell) -> None:
        self.instances, self.shell = instances, shell
        self.points: list[int] = []
        self.vertices: list[int] = []
        self.bent: dict[int, _Bent] = {}  # by face
        self.along: dict[int, list[_Bent]] = defaultdict(list)  # by edge: the curved faces that it bounds

    def solid(self, name: str) -> int:
        """Append everything."""
        instances, add = self.instances, self.instances.add
        for corner in self.shell.corners:
            self.points.append(instances.point(corner))
            self.vertices.append(add(f"VERTEX_POINT('',#{self.points[-1]})"))
        for k, face in enumerate(self.shell.faces):
            if not isinstance(face.surface, Plane):
                self.bent[k] = self._bend(face, face.surface)
                for number, _ in face.bounds[0]:
                    self.along[number].append(self.bent[k])
        edges = [self._edge(number, edge) for number, edge in enumerate(self.shell.edges)]
        run = [(f"{number},.F.", f"{number},.T.") for number in edges]  # backwards, and forwards
        faces = [self._face(k, face, run) for k, face in enumerate(self.shell.faces)]
        shell = add(f"CLOSED_SHELL('',({_references(faces)}))")
        return add(f"MANIFOLD_SOLID_BREP({part_21_string(name)},#{shell})")

    def _bend(self, face: Face, surface: Bend) -> _Bent:
        low = min(self.shell.corners[self.shell.edges[number].start][2] for number, _ in face.bounds[0])
        axes = self._axes(surface.about, low)
        kind, more = ("CONICAL", f",{BEVEL}") if surface.cone else ("CYLINDRICAL", "")
        said = f"{kind}_SURFACE('',#{axes},{real(surface.radius)}{more})"
        return _Bent(self.instances.add(said), low, surface.about)

    def _edge(self, number: int, edge: Edge) -> int:
        corners, beside = self.shell.corners, self.along.get(number, ())
        if edge.curve is None:
            curve = self.instances.line(corners[edge.start], corners[edge.end])
        else:
            curve = self._circle(edge, edge.curve)
        if len(beside) == 2 and beside[0] is beside[1]:
            both = [self._pcurve(edge, beside[0], end=end) for end in (True, False)]
            curve = self.instances.add(f"SEAM_CURVE('',#{curve},({_references(both)}),.CURVE_3D.)")
        elif beside:
            drawn = [self._pcurve(edge, bent, end=not self._begins(edge, bent)) for bent in beside]
            curve = self.instances.add(f"SURFACE_CURVE('',#{curve},({_references(drawn)}),.CURVE_3D.)")
        ends = f"#{self.vertices[edge.start]},#{self.vertices[edge.end]}"
        return self.instances.add(f"EDGE_CURVE('',{ends},#{curve},.T.)")

    def _begins(self, edge: Edge, bent: _Bent) -> bool:
        """Tell whether an edge bounds a curved face where its angle is 0."""
        x, y, _ = max((self.shell.corners[k] for k in (edge.start, edge.end)), key=lambda corner: corner[2])
        return edge.curve is not None or (x, y) == bent.about.start

    def _pcurve(self, edge: Edge, bent: _Bent, *, end: bool) -> int:
        """Return an edge as it runs on a curved face, by angle and height. end: whether where the angle is largest."""
        share = self.instances.share
        a, b = (self.shell.corners[k][2] for k in (edge.start, edge.end))
        u = "0." if edge.curve is not None else frame(bent.about)[3 if end else 2]
        way = "1.,0." if edge.curve is not None else "0.,1." if b > a else "0.,-1."
        point = share(f"CARTESIAN_POINT('',({u},{length(a - bent.low)}))")
        direction = share(f"DIRECTION('',({way}))")
        vector = share(f"VECTOR('2D',#{direction},1.)")
        line = share(f"LINE('2D',#{point},#{vector})")
        plane = share(PLANE)
        drawing = share(f"DEFINITIONAL_REPRESENTATION('',(#{line}),#{plane})")
        return self.instances.add(f"PCURVE('',#{bent.number},#{drawing})")

    def _circle(self, edge: Edge, circle: Circle) -> int:
        axes = self._axes(circle.about, self.shell.corners[edge.start][2])
        return self.instances.add(f"CIRCLE('{circle.about.chords}',#{axes},{real(circle.radius)})")

    def _axes(self, about: Round, z: int) -> int:
        """Return the place of what is round: upright, its angles counted as it tells."""
        x, y, _, _ = frame(about)
        along = self.instances.share(f"DIRECTION('',({x},{y},0.))")
        cx, cy = about.centre
        point = self.instances.share(f"CARTESIAN_POINT('',({real(cx)},{real(cy)},{length(z)}))")
        up = self.instances.direction(*UP)
        return self.instances.share(f"AXIS2_PLACEMENT_3D('',#{point},#{up},#{along})")

    def _face(self, k: int, face: Face, run: list[tuple[str, str]]) -> int:
        """Append a face. run: of each edge its number, and whether it is run through from its start."""
        add = self.instances.add
        bounds: list[int] = []
        for bound in face.bounds:
            sides = [run[number][along] for number, along in bound]
            numbers = self.instances.add_all("ORIENTED_EDGE('',*,*,#", sides, ")")
            loop = add(f"EDGE_LOOP('',({_references(numbers)}))")
            bounds.append(add(f"{'FACE_BOUND' if bounds else 'FACE_OUTER_BOUND'}('',#{loop},.T.)"))
        surface, sense = self._surface(k, face)
        return add(f"ADVANCED_FACE('',({_references(bounds)}),#{surface},.{sense}.)")

    def _surface(self, k: int, face: Face) -> tuple[int, str]:
        """Return a face's surface, and whether the face looks where it does."""
        surface = face.surface
        if not isinstance(surface, Plane):
            return self.bent[k].number, "T" if surface.outward else "F"
        first, along = face.bounds[0][0]
        edge = self.shell.edges[first]
        return self.instances.plane(self.shell.corners[edge.start if along else edge.end], surface), "T"


def _unit(x: int, y: int, z: int) -> tuple[float, float, float]:
    """Return the direction of a way."""
    size = math.sqrt(x * x + y * y + z * z)
    return x / size, y / size, z / size


def _references(numbers: Iterable[int]) -> str:
    return ",".join([f"#{number}" for number in numbers])
