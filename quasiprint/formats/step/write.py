"""STEP of the whole set: each unique body once, everything else an instance of it.

The root is the set; under it stands one assembly for each piece, as often as it lies on the
plates, and in that its body and inlays, which all pieces share. The plates lie side by side.
The bodies are those of the meshes, their triangles joined to faces; no CAD kernel takes part.
"""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.formats.step.entities import UP, Instances, length, real, turn
from quasiprint.model.production import Artefact, SolidProduction
from quasiprint.model.profile import channels
from quasiprint.model.solid import Part
from quasiprint.model.texts import part_21_string
from quasiprint.solids.bodies import shells

BETWEEN_PLATES = 20.0  # mm
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


def head(title: str) -> str:
    """Return what stands before the instances of a set's file."""
    return HEAD.format(title=part_21_string(title), time=TIME_STAMP, schema=SCHEMA)


class _Document:
    """A set as instances. Products have a definition and a drawing each; drawings list where they are placed."""

    def __init__(self, production: SolidProduction) -> None:
        self.production = production
        self.instances = Instances(head(production.set.title))
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
            self._body(parts[key], self.instances.solid(shell, key))
        for piece in shown:
            self._assembly(piece.id, [(part.key, (0, 0), 0.0) for part in piece.parts])
        placed = []
        for k, plate in enumerate(production.plates):
            offset = k * (plate.width + BETWEEN_PLATES)
            for place in plate.placements:
                at = round((place.x + offset) * 1e6) * 1000, round(place.y * 1e6) * 1000
                placed.append((place.item, at, place.angle))
        self._assembly(f"{production.set.game}-set", placed)

    def _context(self) -> int:
        """Return a drawing's own context: drawings that are placed in one another may not share theirs."""
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

    def _place(self, at: tuple[int, int] = (0, 0), angle: float = 0.0) -> int:
        """Append a place on the plane, at a point (pm), turned by degrees."""
        instances = self.instances
        cosine, sine = turn(angle)
        point = instances.add(f"CARTESIAN_POINT('',({length(at[0])},{length(at[1])},0.))")
        along = instances.share(f"DIRECTION('',({cosine},{sine},0.))")
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
        for said in (
            "FILL_AREA_STYLE_COLOUR('',#{})",
            "FILL_AREA_STYLE('',(#{}))",
            "SURFACE_STYLE_FILL_AREA(#{})",
            "SURFACE_SIDE_STYLE('',(#{}))",
            "SURFACE_STYLE_USAGE(.BOTH.,#{})",
            "PRESENTATION_STYLE_ASSIGNMENT((#{}))",
        ):
            number = share(said.format(number))
        return number

    def _assembly(self, name: str, items: list[tuple[str, tuple[int, int], float]]) -> None:
        """Append a product in which others are placed."""
        add = self.instances.add
        shape, context = self._product(name), self._context()
        self.origins[name] = self._place()
        targets = [self._place(at, angle) for _, at, angle in items]
        listed = ",".join(f"#{number}" for number in (self.origins[name], *targets))
        self.drawings[name] = add(f"SHAPE_REPRESENTATION('',({listed}),#{context})")
        add(f"SHAPE_DEFINITION_REPRESENTATION(#{shape},#{self.drawings[name]})")
        for (inner, _, _), target in zip(items, targets, strict=True):
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
            place = add(f"PRODUCT_DEFINITION_SHAPE('Placement','Placement of an item',#{occurrence})")
            add(f"CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#{relation},#{place})")
