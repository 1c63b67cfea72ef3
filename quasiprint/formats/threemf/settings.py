"""What slicers are told in a 3MF package beside the model: names, filaments, and what lies on which plate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quasiprint.readback.scanner import XML, Scanner
from quasiprint.readback.unreadable import Unreadable

PRUSA, BAMBU = "Metadata/Slic3r_PE_model.config", "Metadata/model_settings.config"
STAYS = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"


@dataclass(frozen=True, slots=True)
class ToldPart:
    """What is said of a body. at: its first and last triangle, or the object that it is and 0."""

    at: tuple[int, int]
    name: str
    filament: int


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of an object. copies: how often it is built, 0 if nothing is said of that."""

    id: int
    copies: int
    name: str
    filament: int
    parts: tuple[ToldPart, ...]


@dataclass(frozen=True, slots=True)
class ToldPlate:
    """A plate: its number from 1, its name, and the objects on it."""

    number: int
    name: str
    objects: tuple[int, ...]


def prusa_settings(content: bytes) -> tuple[Told, ...]:
    """Return what PrusaSlicer is told. Raises Unreadable for anything that is not due."""
    scan = Scanner(content, PRUSA)
    scan.due(XML + b"<config>")
    told = []
    while not scan.sees(b"</config>"):
        id = scan.whole(b'<object id="')
        copies = scan.whole(b'" instances_count="', b'">')
        name, filament = _named(scan, b'type="object" ')
        told.append(Told(id, copies, name, filament, _parts(scan, _volume, b"</object>")))
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


def bambu_settings(content: bytes) -> tuple[tuple[Told, ...], tuple[ToldPlate, ...]]:
    """Return what Bambu Studio and OrcaSlicer are told. Raises Unreadable for anything that is not due."""
    scan = Scanner(content, BAMBU)
    scan.due(XML + b"<config>")
    told, plates = [], []
    while scan.sees(b"<object"):
        id = scan.whole(b'<object id="', b'">')
        name, filament = _named(scan, b"")
        told.append(Told(id, 0, name, filament, _parts(scan, _part, b"</object>")))
    while not scan.sees(b"</config>"):
        plates.append(_plate(scan))
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


def _plate(scan: Scanner) -> ToldPlate:
    scan.due(b"<plate>")
    number = scan.whole(*_row(b"plater_id"))
    name = _value(scan, b"plater_name")
    scan.due(b"false".join(_row(b"locked")))
    objects = []
    while not scan.sees(b"</plate>"):
        scan.due(b"<model_instance>")
        objects.append(scan.whole(*_row(b"object_id")))
        scan.due(b"0".join(_row(b"instance_id")))
        scan.due(b"</model_instance>")
    scan.due(b"</plate>")
    return ToldPlate(number, name, tuple(objects))


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


def _printed(said: str, due: str) -> None:
    if said != due:
        raise Unreadable("a body in it is not to be printed", "operation-wrong")


def _unmoved(matrix: str) -> None:
    if matrix != STAYS:
        raise Unreadable("a body in it is moved by the slicer's settings", "mark-off")
