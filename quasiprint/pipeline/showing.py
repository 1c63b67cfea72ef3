"""What shows a set to whoever made it, proved from its files: its pictures, and the page that shows it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.model.bill import Bill
from quasiprint.model.blame import elsewhere
from quasiprint.model.face import bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import PREVIEW
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer
from quasiprint.pipeline.manifest import REMAKE
from quasiprint.pipeline.pictures import SHOWING
from quasiprint.pipeline.proving import not_understood
from quasiprint.pipeline.remade import Found
from quasiprint.pipeline.workshop import Workshop
from quasiprint.storage.ownership import GALLERY


def pictures_wrong(shop: Workshop, found: Found, offers: Mapping[str, Offer], bill: Bill | None) -> Iterator[Finding]:
    """Yield what is wrong with a set's pictures. bill: what it takes, counted anew; without it, as where another
    version has made the set, they need only be sound."""
    from quasiprint.readback.preview import Due, preview
    from quasiprint.readback.unreadable import DAMAGED

    there = [offer for offer in SHOWING if offer in offers.values()]
    try:
        sets = {offer: shop.set(offer.maker) for offer in there}
        due = Due(
            sets[there[0]] if there else None,
            sets.get(Offer.SOLIDS),
            sets.get(Offer.DRAWINGS),
            next(iter(shop.beds.values())) if Offer.SOLIDS in sets else shop.run.profiles.bed,
            bill.as_json() if bill else {},
        )
        yield from preview(found.files, due if bill else None)
    except DAMAGED as problem:
        elsewhere(problem)
        yield not_understood(PREVIEW, problem)


def gallery_wrong(shop: Workshop, found: Found, offers: Mapping[str, Offer], *, loose: bool) -> Iterator[Finding]:
    """Yield what is wrong with the page that shows a set. loose: whether another version has made the set; older ones
    made no such page."""
    from quasiprint.readback import gallery

    if GALLERY not in found.files:
        if not (loose or GALLERY in found.listed):  # that one that is listed is missing is said already
            yield error("file-missing", GALLERY, "the set has no page that shows it", REMAKE)
        return
    sizes: dict[str, tuple[float, float]] = {}
    if Offer.SOLIDS in offers.values():
        for thing in shop.set(Maker.PRINTER).things:
            left, low, right, high = bounds((thing.face.outline,))
            sizes[thing.id] = right - left, high - low
    there = {*found.files, *found.listed}  # that one that is listed is missing is said already
    yield from gallery.gallery_wrong(found.files[GALLERY], found.manifest, there, sizes)
