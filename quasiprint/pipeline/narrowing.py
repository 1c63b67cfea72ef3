"""In which formats a part of a set is made, and where it may go: wherever there is anything of it, and no complete
set."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from quasiprint import formats
from quasiprint.model.errors import InputError
from quasiprint.model.measures import MAKERS, Maker
from quasiprint.model.piece import Part
from quasiprint.model.production import Offer
from quasiprint.pipeline.parts import PART, is_empty, not_there, refuse_too_many, unknown
from quasiprint.pipeline.workshop import USED, Workshop
from quasiprint.storage.ownership import MANIFEST, MAX_MANIFEST
from quasiprint.storage.stored import stored

NOT_SO = {  # what is said of a format in which there would be nothing
    Offer.SOLIDS: "and nothing that is asked for is printed in solid",
    Offer.DRAWINGS: "and nothing that is asked for is cut with a laser",
    Offer.PAGES: "and nothing that is asked for is made of paper",
    Offer.TEXTS: "which is the text form of a complete set",
}


def narrow(shop: Workshop) -> None:
    """Let a workshop leave out the formats in which nothing is made of the part that its run asks for, if it does.

    Raises InputError for a name that nothing in the set has, for a format that was asked for by name and would hold
    nothing, and if none is left.
    """
    run = shop.run
    if run.part is None:
        return
    offers = {name: formats.load(name).offer for name in run.formats}
    sets = {offer: shop.whole(offer.maker) for offer in offers.values()}
    for name in unknown(run.part, sets.values()):
        others = (process for process in MAKERS if process not in {offer.maker for offer in sets})
        raise _made_otherwise(shop, run.part, name, others) or not_there(name, sets.values())
    for offer in sets:
        refuse_too_many(shop.set(offer.maker))
    empty = [name for name, offer in offers.items() if is_empty(shop.set(offer.maker))]
    left = tuple(name for name in run.formats if name not in empty)
    if not run.part.only and all(not shop.set(offer.maker).things for offer in sets):
        noun = shop.set(next(iter(sets)).maker).noun
        raise InputError(
            f"--spares: found {run.part.spares} without --only, but no two things in this set are alike: say with "
            f"--only of which {noun}s there are to be more"
        )
    if empty and (run.named or not left):
        raise InputError(f"--format: found {empty[0]}, {NOT_SO[offers[empty[0]]]}; leave it out")
    said = tuple(f"format {name}, {NOT_SO[offers[name]]}; it is left out" for name in empty)
    shop.run = replace(run, formats=left, left_out=(*run.left_out, *said))


def refuse_strange(shop: Workshop, process: Maker) -> None:
    """Raise InputError for a name of a part that nothing in the set has, by whatever process it is made. process: which
    makes it as far as anybody asked."""
    part, own = shop.run.part, shop.whole(process)
    if part is None:
        return
    others = [maker for maker in MAKERS if maker is not process]
    for name in unknown(part, [own]):
        if _made_otherwise(shop, part, name, others) is None:
            raise not_there(name, [own])


def refuse_complete(path: Path) -> None:
    """Raise InputError if a complete set lies at a path, which a part is not to replace."""
    if not os.path.lexists(path):
        return
    try:
        document = json.loads(stored(path).read(MANIFEST, MAX_MANIFEST) or b"")
    except (InputError, OSError, ValueError, RecursionError):
        return  # no set of ours: whoever writes there is told what it is
    if isinstance(document, dict) and PART not in document:
        raise InputError(
            f"{os.fspath(path)!r}: holds a complete set, which a part of one would replace; choose another place, or "
            "keep that set under another name with --replace"
        )


def _made_otherwise(shop: Workshop, asked: Part, name: str, others: Iterable[Maker]) -> InputError | None:
    """Return what is said of a name of something that only other processes make, None if they have nothing of it."""
    for process in others:
        with contextlib.suppress(InputError):
            if not unknown(replace(asked, only=((name, 1),)), [shop.whole(process)]):
                ways = ", ".join(one.name for one in formats.every()[0] if one.offer.maker is process)
                return InputError(
                    f"--only: found {name!r}, which is made by {USED[process]} alone: allowed with it are the formats "
                    f"{ways}, of which none is asked for"
                )
    return None
