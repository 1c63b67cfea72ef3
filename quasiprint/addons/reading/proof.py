"""Reads a made set's files back, and says what each format shows: what the core asks for by ``quasiprint.readers``."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from shapely.errors import ShapelyError

from quasiprint import formats
from quasiprint.addons.reading.recogniser.expected import expect
from quasiprint.addons.reading.recogniser.match import Recogniser
from quasiprint.addons.reading.recogniser.recognition import recognise
from quasiprint.addons.reading.recogniser.shapes import Readable, Reading
from quasiprint.errors import Unavailable
from quasiprint.make.manifest import files_of
from quasiprint.make.processes import Emit
from quasiprint.make.verify import NOT_READ, Found
from quasiprint.make.workshop import Workshop
from quasiprint.model.choices import Offer
from quasiprint.model.finding import fault
from quasiprint.model.production import Recognition
from quasiprint.system.outcome import DAMAGED, reraise_if_not_input

# the formats that are read back, and the module that reads each; others are proved by their bytes
IMPORTERS = {name: f"quasiprint.addons.reading.importers.{module}" for name, module in {
    "3mf": "threemf", "dxf": "dxf", "pdf": "pdf", "stl": "stl", "svg": "svg"}.items()}  # fmt: skip


def read_formats(emit: Emit, shop: Workshop, found: Found, offers: Mapping[str, Offer]) -> None:
    """Read the files of formats that one process makes; emit each file's name, and what came of each format."""
    recogniser = Recogniser(expect(shop.set(next(iter(offers.values())).maker)))
    for name, offer in offers.items():
        read = _recognition(emit, shop, found, name, offer, recogniser)
        emit((name, read))


def _recognition(
    emit: Emit, shop: Workshop, found: Found, name: str, offer: Offer, recogniser: Recogniser
) -> Recognition:
    """Return what the files of a format show; nothing where nobody reads it."""
    files = {path: content for path, content in found.files.items() if path.startswith(f"{name}/")}
    if not files:
        return Recognition([fault("file-missing", name, f"the set is to have {name}, and has none")])
    importer = _importer(name)
    if importer is None:
        return Recognition(unread=dict.fromkeys(files, NOT_READ) if formats.is_there(name) else {})
    stock = shop.run.profiles
    reading = Reading(
        set=recogniser.expected.game_set,
        files=files,
        things=files_of(found.manifest),
        bed=stock.bed,
        beds=shop.beds if offer is Offer.SOLIDS else {},
        looks=stock.sheet.looks,
        margin=stock.sheet.margin,
        gap=stock.sheet.gap,
        papers=stock.pages if offer is not Offer.PAGES or shop.on_paper else (),
    )
    try:
        return recognise(importer, name, reading, recogniser, emit)
    except Unavailable:
        raise
    except (ShapelyError, *DAMAGED) as problem:
        reraise_if_not_input(problem)
        # shapes that no set has: importers refuse what they can name
        said = " ".join(str(problem).split())[:200]
        return Recognition([fault("file-unreadable", name, f"its files cannot be understood: {said}")])


def _importer(name: str) -> Readable | None:
    """Return what reads a format's files; None where nothing does. A plug-in's format may do it."""
    if name in IMPORTERS:
        module: Any = import_module(IMPORTERS[name])
        return module if isinstance(module, Readable) else None
    format = formats.load(name) if formats.is_there(name) else None
    return format if isinstance(format, Readable) else None
