"""Reads a made set's files back, and says what each format shows: what the core asks for by ``quasiprint.readers``.

The pieces in the files of one format are recognised whatever geometry its importer hands over: bodies, sheets, pages.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from shapely.errors import ShapelyError

from quasiprint import formats
from quasiprint.addons.reading.recogniser.expected import Expected, expect
from quasiprint.addons.reading.recogniser.match import Match, Recogniser, check_complete, check_placed, shorten
from quasiprint.addons.reading.recogniser.scenes import matches_in_scenes
from quasiprint.addons.reading.recogniser.shapes import Readable, Reading, Scene, Sheet
from quasiprint.addons.reading.recogniser.sheets import Document, matches_on_sheets
from quasiprint.errors import Unavailable
from quasiprint.make.manifest import files_of
from quasiprint.make.verify import NOT_READ, Step
from quasiprint.make.verify import LoadedSet as MadeSet
from quasiprint.make.workshop import Build
from quasiprint.model.choices import ProductKind
from quasiprint.model.finding import fault
from quasiprint.model.production import Recognition
from quasiprint.system.outcome import DAMAGED, reraise_if_not_input

# the formats that are read back, and the module that reads each; others are proved by their bytes
IMPORTERS = {name: f"quasiprint.addons.reading.importers.{module}" for name, module in {
    "3mf": "threemf", "dxf": "dxf", "pdf": "pdf", "stl": "stl", "svg": "svg"}.items()}  # fmt: skip
ANYWHERE = math.inf, math.inf


def read_formats(shop: Build, found: MadeSet, offers: Mapping[str, ProductKind]) -> Iterator[Step]:
    """Read the files of formats that one process makes; yield each file's name, and what came of each format."""
    recogniser = Recogniser(expect(shop.set(next(iter(offers.values())).maker)))
    for name, offer in offers.items():
        yield name, (yield from _recognition(shop, found, name, offer, recogniser))


def _recognition(
    shop: Build, found: MadeSet, name: str, offer: ProductKind, recogniser: Recogniser
) -> Generator[str, None, Recognition]:
    """Yield each file's name; return what the files of a format show; nothing where nobody reads it."""
    files = {path: content for path, content in found.files.items() if path.startswith(f"{name}/")}
    if not files:
        return Recognition([fault("file-missing", name, f"the set is to have {name}, and has none")])
    importer: Any = None
    if name in IMPORTERS:
        importer = import_module(IMPORTERS[name])
    elif formats.is_there(name):  # a plug-in's format may do it
        importer = formats.load(name)
    if not isinstance(importer, Readable):
        return Recognition(unread=dict.fromkeys(files, NOT_READ) if formats.is_there(name) else {})
    stock = shop.run.profiles
    reading = Reading(
        set=recogniser.expected.game_set,
        files=files,
        items=files_of(found.manifest),
        bed=stock.bed,
        beds=shop.beds if offer is ProductKind.SOLIDS else {},
        looks=stock.sheet.looks,
        margin=stock.sheet.margin,
        gap=stock.sheet.gap,
        papers=stock.pages if offer is not ProductKind.PAGES or shop.on_paper else (),
    )
    try:
        return (yield from recognise(importer, name, reading, recogniser))
    except Unavailable:
        raise
    except (ShapelyError, *DAMAGED) as problem:
        reraise_if_not_input(problem)
        # shapes that no set has: importers refuse what they can name
        text = " ".join(str(problem).split())[:200]
        return Recognition([fault("file-unreadable", name, f"its files cannot be understood: {text}")])


def recognise(
    format: Readable, name: str, reading: Reading, recogniser: Recogniser
) -> Generator[str, None, Recognition]:
    """Yield each file that was read; return what a format's files show. name: of the format."""
    whole = Recognition(reading.findings, unread=reading.unread)
    sheets: dict[str, Sheet] = {}
    groups: dict[tuple[str, tuple[str, ...], bool], list[Match]] = {}
    scenes: list[Scene] = []
    for shown in format.read(reading):
        yield shown.paths[0] if isinstance(shown, Scene) else shown[0]
        if isinstance(shown, Scene):
            scenes.append(shown)
        elif isinstance(shown[1], Sheet):
            sheets[shown[0]] = shown[1]
        else:
            found, wrong = Document(shown[0], shown[1], recogniser).matches(reading.papers)
            whole.findings.extend(wrong)
            groups[shown[0], (), False] = found
            _note(whole, [shown[0]], found)
    for scene, found in zip(scenes, matches_in_scenes(scenes, recogniser), strict=True):
        groups.setdefault((scene.group, scene.variants, bool(scene.id)), []).extend(found)
        _note(whole, scene.paths, found)
        if scene.bed is not None:
            size, kept = (scene.bed.width, scene.bed.depth), scene.bed.keep_outs
            whole.findings.extend(check_placed(found, size, scene.bed.margin, scene.bed.gap, "bed", kept))
        elif not scene.id:  # on no bed, and yet not in one another
            whole.findings.extend(check_placed(found, ANYWHERE, -math.inf, 0.0, "bed"))
    if sheets:
        found, wrong = matches_on_sheets(sheets, recogniser, reading.margin, reading.gap)
        whole.findings.extend(wrong)
        groups[f"{name.upper()} sheets", ("cut",), False] = found
        _note(whole, list(sheets), [])
        for match in found:
            _note(whole, [match.subject.partition(",")[0]], [match])
    for (group, variants, single), found in groups.items():
        if variants:
            whole.findings.extend(check_complete(group, found, recogniser.expected, *variants, once=single))
    pieces = (_pieces(found, recogniser.expected, shared=single) for (_, _, single), found in groups.items())
    return Recognition(list(shorten(whole.findings)), whole.off, min(pieces, default=0), whole.unread)


def _note(whole: Recognition, paths: Iterable[str], found: Iterable[Match]) -> None:
    """Take note of the pieces found in some files."""
    for path in paths:
        whole.off.setdefault(path, 0.0)
        for match in found:
            whole.off[path] = max(whole.off[path], match.off)
    for match in found:
        whole.findings.extend(match.findings)


def _pieces(found: Iterable[Match], known: Expected, *, shared: bool) -> int:
    """Return how many different pieces were found. shared: whether pieces that look alike share their files."""
    ids_of_pieces = known.pieces
    counts = Counter(match.ids for match in found if match.ids and match.ids[0] in ids_of_pieces)
    return sum(len(ids) if shared else min(count, len(ids)) for ids, count in counts.items())
