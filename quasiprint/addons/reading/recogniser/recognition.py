"""Recognises the pieces in the files of one format, whatever geometry its importer hands over: bodies, sheets and
pages, in modules of their own."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable

from quasiprint.addons.reading.recogniser.expected import Expected
from quasiprint.addons.reading.recogniser.match import Found, Recogniser, check_complete, check_placed, shorten
from quasiprint.addons.reading.recogniser.scenes import things_in_scenes
from quasiprint.addons.reading.recogniser.shapes import Readable, Reading, Scene, Sheet
from quasiprint.addons.reading.recogniser.sheets import things_in_document, things_on_sheets
from quasiprint.model.production import Recognition

ANYWHERE = math.inf, math.inf


def recognise(
    format: Readable, name: str, reading: Reading, recogniser: Recogniser, tick: Callable[[str], None]
) -> Recognition:
    """Return what a format's files show. name: of the format. tick: told of each file that was read."""
    whole = Recognition(reading.findings, unread=reading.unread)
    sheets: dict[str, Sheet] = {}
    groups: dict[tuple[str, tuple[str, ...], bool], list[Found]] = {}
    scenes: list[Scene] = []
    for shown in format.read(reading):
        tick(shown.paths[0] if isinstance(shown, Scene) else shown[0])
        if isinstance(shown, Scene):
            scenes.append(shown)
        elif isinstance(shown[1], Sheet):
            sheets[shown[0]] = shown[1]
        else:
            found, wrong = things_in_document(shown[0], shown[1], recogniser, reading.papers)
            whole.findings.extend(wrong)
            groups[shown[0], (), False] = found
            _note(whole, [shown[0]], found)
    for scene, found in zip(scenes, things_in_scenes(scenes, recogniser), strict=True):
        groups.setdefault((scene.group, scene.variants, bool(scene.id)), []).extend(found)
        _note(whole, scene.paths, found)
        if scene.bed is not None:
            size, kept = (scene.bed.width, scene.bed.depth), scene.bed.keep_outs
            whole.findings.extend(check_placed(found, size, scene.bed.margin, scene.bed.gap, "bed", kept))
        elif not scene.id:  # on no bed, and yet not in one another
            whole.findings.extend(check_placed(found, ANYWHERE, -math.inf, 0.0, "bed"))
    if sheets:
        found, wrong = things_on_sheets(sheets, recogniser, reading.margin, reading.gap)
        whole.findings.extend(wrong)
        groups[f"{name.upper()} sheets", ("cut",), False] = found
        _note(whole, list(sheets), [])
        for thing in found:
            _note(whole, [thing.subject.partition(",")[0]], [thing])
    for (group, variants, single), found in groups.items():
        if variants:
            whole.findings.extend(check_complete(group, found, recogniser.expected, *variants, once=single))
    pieces = min(
        (_pieces(found, recogniser.expected, shared=single) for (_, _, single), found in groups.items()), default=0
    )
    return Recognition(list(shorten(whole.findings)), whole.off, pieces, whole.unread)


def _note(whole: Recognition, paths: Iterable[str], found: Iterable[Found]) -> None:
    """Take note of the things found in some files."""
    for path in paths:
        whole.off.setdefault(path, 0.0)
        for thing in found:
            whole.off[path] = max(whole.off[path], thing.off)
    for thing in found:
        whole.findings.extend(thing.findings)


def _pieces(found: Iterable[Found], known: Expected, *, shared: bool) -> int:
    """Return how many of a set's pieces were found; one that is there twice is one. shared: whether those that look
    alike share what shows them."""
    own = known.pieces
    seen = Counter(thing.ids for thing in found if thing.ids and thing.ids[0] in own)
    return sum(len(ids) if shared else min(count, len(ids)) for ids, count in seen.items())
