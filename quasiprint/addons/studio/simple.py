"""The simple form: what somebody has, a few ways a set may be, and colours. All of it is settings: options and values.

The whole form stands behind it, with every option; nothing is described here that is described there. Which options a
smaller set of a game has stands with the game, in ``presets.toml`` of its room.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from quasiprint import formats
from quasiprint import games as rooms
from quasiprint.addons.studio.preview import maker_of
from quasiprint.addons.studio.sets import Shop
from quasiprint.addons.studio.words import FLAG, Value
from quasiprint.make.profiles import read_kinds, text
from quasiprint.model.errors import InputError
from quasiprint.model.game import Game, Tactile
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer
from quasiprint.model.profile import Palette
from quasiprint.model.texts import toml_of

PRESETS = "presets.toml"
# what a machine takes: the formats that its program reads, and the profiles that say what it is like
HAVE = {
    Offer.SOLIDS: (("3mf", "stl"), ("bed", "printer's material")),
    Offer.DRAWINGS: (("svg", "dxf"), ("sheet", "laser's material")),
    Offer.PAGES: (("pdf",), ("page",)),
}
BED, PALETTE = "bed", "palette"
TITLE = re.compile(r"# (.+?)(?:, with|, such|[;:.](?= |$))", re.MULTILINE)  # of a printer: its profile begins with it


def simple(room: Game, shop: Shop, kinds: Iterable[Value]) -> Value:
    """Return the simple form of a game. kinds: of profiles, as the form has them.

    have: machines, each with settings and the kinds of its profiles. presets: each with its name, its settings, and the
    machine that it needs, "" for any. palettes: with colours; none for a set without. titles: of printers, by profile.
    """
    names = {kind["kind"]: [name for name, _ in kind["names"]] for kind in kinds}
    return {
        "have": list(_have(room)),
        "presets": list(_presets(room)),
        "palettes": list(_palettes(shop, names.get(PALETTE, ()))),
        "titles": {name: title for name in names.get(BED, ()) if (title := title_of(name))},
    }


def _have(room: Game) -> Iterator[Value]:
    known = set(formats.names())
    for offer, (wanted, kinds) in HAVE.items():
        if offer in room.offers:
            made = ",".join(name for name in wanted if name in known)
            yield {"maker": str(offer.maker), "settings": {"format": made}, "kinds": list(kinds)}


def _presets(room: Game) -> Iterator[Value]:
    yield {"name": "usual", "settings": {}, "maker": ""}
    path = rooms.folder(room.name) / PRESETS
    if path.is_file():
        for name, settings in toml_of(path.read_bytes(), PRESETS).items():
            yield {"name": name, "settings": settings, "maker": ""}
    if isinstance(room, Tactile) and Offer.SOLIDS in room.offers:
        yield {"name": "touch", "settings": {"touch": FLAG}, "maker": str(Maker.PRINTER)}


def _palettes(shop: Shop, names: Iterable[str]) -> Iterator[Value]:
    """Yield the palettes that have a colour for each label of the usual set; none for a set whose marks have none."""
    made = shop.set(maker_of(shop))
    needed = {mark.colour for thing in made.things for mark in thing.face.marks if mark.colour is not None}
    for name in names:
        inks = [[ink.name, ink.rgb] for _, one in read_kinds(name) if isinstance(one, Palette) for ink in one.inks]
        if needed and max(needed) < len(inks):
            yield {"name": name, "inks": inks}


def title_of(name: str) -> str:
    """Return what a printer is called, with its likes: "Prusa MK4, MK4S"; "" if its profile does not say."""
    try:
        found = TITLE.match(text(name))
    except InputError:
        return ""
    return found[1].replace(" and ", ", ") if found else ""
