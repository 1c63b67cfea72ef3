"""What slicers are told in a 3MF package beside the model: names, filaments, layers, what lies on which plate, where
the filament is changed, and where the tower stands on which that is done."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from quasiprint.readback.scanner import XML, Scanner
from quasiprint.readback.unreadable import Unreadable

PRUSA, BAMBU = "Metadata/Slic3r_PE_model.config", "Metadata/model_settings.config"
PRUSA_CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
PRUSA_TOWER = "Metadata/Prusa_Slicer_wipe_tower_information.xml"
BAMBU_CHANGES = "Metadata/custom_gcode_per_layer.xml"
DECIMAL = re.compile(rb"(?:0|[1-9][0-9]{0,3})(?:\.[0-9]{0,5}[1-9])?")  # as short as it can be said
COLOUR = re.compile(rb"#[0-9A-F]{6}")
STAYS = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"


@dataclass(frozen=True, slots=True)
class ToldPart:
    """What is said of a body. at: its first and last triangle, or the object that it is and 0."""

    at: tuple[int, int]
    name: str
    filament: int


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of an object. copies: how often it is built, 0 if nothing is said of that. layer: how high its
    layers are, mm, 0 if nothing is said of that."""

    id: int
    copies: int
    name: str
    filament: int
    layer: float
    parts: tuple[ToldPart, ...]


@dataclass(frozen=True, slots=True)
class ToldPlate:
    """A plate: its number from 1, its name, the objects on it, and the name of the member that is its picture."""

    number: int
    name: str
    objects: tuple[int, ...]
    picture: str = ""


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A change of filament: before the layer with this top, mm, to this colour."""

    top: float
    colour: str


def prusa_settings(content: bytes, older: bool) -> tuple[Told, ...]:
    """Return what PrusaSlicer is told. older: in the form of version 0.1.0. Raises Unreadable for anything that is not
    due."""
    scan = Scanner(content, PRUSA)
    scan.due(XML + b"<config>")
    told = []
    while not scan.sees(b"</config>"):
        id = scan.whole(b'<object id="')
        copies = scan.whole(b'" instances_count="', b'">')
        name, filament = _named(scan, b'type="object" ')
        layer = 0.0 if older else _layer(scan, b'type="object" ')
        told.append(Told(id, copies, name, filament, layer, _parts(scan, _volume, b"</object>")))
    scan.due(b"</config>\n")
    scan.end()
    return tuple(told)


def _volume(scan: Scanner) -> ToldPart:
    at = scan.whole(b'<volume firstid="'), scan.whole(b'" lastid="', b'">')
    kind = b'type="volume" '
    name = _value(scan, b"name", kind)
    _printed(_value(scan, b"volume_type", kind), "ModelPart")
    _unmoved(_value(scan, b"matrix", kind))
    filament = _filament(scan, kind)
    scan.due(b"</volume>")
    return ToldPart(at, name, filament)


def prusa_change(content: bytes) -> ToldChange:
    """Return where PrusaSlicer is to change the filament. Raises Unreadable for anything that is not due."""
    scan = Scanner(content, PRUSA_CHANGE)
    scan.due(XML + b'<custom_gcodes_per_print_z><code print_z="')
    change = _change(scan)
    scan.due(b"</custom_gcodes_per_print_z>\n")
    scan.end()
    return change


def prusa_tower(content: bytes) -> tuple[float, float]:
    """Return where PrusaSlicer is to put its tower, mm. Raises Unreadable for anything that is not due."""
    scan = Scanner(content, PRUSA_TOWER)
    scan.due(XML + b'<wipe_tower_information bed_idx="0" position_x="')
    x = _decimal(scan)
    scan.due(b'" position_y="')
    y = _decimal(scan)
    scan.due(b'" rotation_deg="0"/>\n')
    scan.end()
    return x, y


def bambu_changes(content: bytes) -> dict[int, ToldChange]:
    """Return where Bambu Studio and OrcaSlicer are to change the filament, by the numbers of plates. Raises Unreadable
    for anything that is not due."""
    scan = Scanner(content, BAMBU_CHANGES)
    scan.due(XML + b"<custom_gcodes_per_layer>")
    found: dict[int, ToldChange] = {}
    while not scan.sees(b"</custom_gcodes_per_layer>"):
        number = scan.whole(b'<plate><plate_info id="', b'"/><layer top_z="')
        if number <= max(found, default=0):
            scan.refuse("a plate that comes later")
        found[number] = _change(scan)
        scan.due(b"</plate>")
    scan.due(b"</custom_gcodes_per_layer>\n")
    scan.end()
    return found


def _change(scan: Scanner) -> ToldChange:
    top = _decimal(scan)
    scan.due(b'" type="0" extruder="1" color="')
    colour = scan.take(COLOUR, "a colour like #RRGGBB")[0].decode()
    scan.due(b'" extra="" gcode="M600"/><mode value="SingleExtruder"/>')
    return ToldChange(top, colour)


def _decimal(scan: Scanner) -> float:
    return float(scan.take(DECIMAL, "a number from 0, as short as it can be said")[0])


def bambu_settings(content: bytes, older: bool) -> tuple[tuple[Told, ...], tuple[ToldPlate, ...]]:
    """Return what Bambu Studio and OrcaSlicer are told. older: in the form of version 0.1.0. Raises Unreadable for
    anything that is not due."""
    scan = Scanner(content, BAMBU)
    scan.due(XML + b"<config>")
    told, plates = [], []
    while scan.sees(b"<object"):
        id = scan.whole(b'<object id="', b'">')
        name, filament = _named(scan, b"")
        layer = 0.0 if older else _layer(scan, b"")
        told.append(Told(id, 0, name, filament, layer, _parts(scan, _part, b"</object>")))
    while not scan.sees(b"</config>"):
        plates.append(_plate(scan, older))
    scan.due(b"</config>\n")
    scan.end()
    return tuple(told), tuple(plates)


def _part(scan: Scanner) -> ToldPart:
    at = scan.whole(b'<part id="'), 0
    _printed(scan.text(b'" subtype="', b'">'), "normal_part")
    name = _value(scan, b"name")
    _unmoved(_value(scan, b"matrix"))
    filament = _filament(scan)
    scan.due(b"</part>")
    return ToldPart(at, name, filament)


def _plate(scan: Scanner, older: bool) -> ToldPlate:
    scan.due(b"<plate>")
    number = scan.whole(*_row(b"plater_id"))
    name = _value(scan, b"plater_name")
    scan.due(b"false".join(_row(b"locked")))
    picture = "" if older else _value(scan, b"thumbnail_file")
    objects = []
    while not scan.sees(b"</plate>"):
        scan.due(b"<model_instance>")
        objects.append(scan.whole(*_row(b"object_id")))
        scan.due(b"0".join(_row(b"instance_id")))
        scan.due(b"</model_instance>")
    scan.due(b"</plate>")
    return ToldPlate(number, name, tuple(objects), picture)


def _named(scan: Scanner, kind: bytes) -> tuple[str, int]:
    """Return an object's name and filament."""
    name = _value(scan, b"name", kind)
    return name, _filament(scan, kind)


def _parts(scan: Scanner, part: Callable[[Scanner], ToldPart], end: bytes) -> tuple[ToldPart, ...]:
    parts = [part(scan)]
    while not scan.sees(end):
        parts.append(part(scan))
    scan.due(end)
    return tuple(parts)


def _row(key: bytes, kind: bytes = b"") -> tuple[bytes, bytes]:
    """Return what stands before a value, and what after it."""
    return b"<metadata " + kind + b'key="' + key + b'" value="', b'"/>'


def _value(scan: Scanner, key: bytes, kind: bytes = b"") -> str:
    return scan.text(*_row(key, kind))


def _filament(scan: Scanner, kind: bytes = b"") -> int:
    return scan.whole(*_row(b"extruder", kind))


def _layer(scan: Scanner, kind: bytes) -> float:
    before, after = _row(b"layer_height", kind)
    scan.due(before)
    layer = _decimal(scan)
    scan.due(after)
    return layer


def _printed(said: str, due: str) -> None:
    if said != due:
        raise Unreadable("a body in it is not to be printed", "operation-wrong")


def _unmoved(matrix: str) -> None:
    if matrix != STAYS:
        raise Unreadable("a body in it is moved by the slicer's settings", "mark-off")
