"""What making a set would take: it is checked and counted, and nothing is encoded or written.

What each process of making needs is counted in a process of its own, if there are cores for that: somebody who asks
what a set costs waits for the answer, and tries again with another size.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass

from quasiprint.model.bill import Bill
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, has_errors
from quasiprint.model.production import Offer
from quasiprint.pipeline.artefacts import offers_of
from quasiprint.pipeline.bill import part_of_bill, whole_bill
from quasiprint.pipeline.narrowing import narrow
from quasiprint.pipeline.processes import Done, Ended, Failed, Hand, forks, handed_back
from quasiprint.pipeline.run import Run
from quasiprint.pipeline.workshop import Workshop

LONGEST = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES, Offer.TEXTS)  # of the default sets, what takes longest first
Counted = tuple[tuple[Finding, ...], Bill]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What making a set would take. accessories: how many of each kind. findings: of all checks; with an error
    among them there is no bill."""

    run: Run
    pieces: int
    accessories: Mapping[str, int]
    findings: tuple[Finding, ...]
    bill: Bill


def foreseen(shop: Workshop, jobs: int = 1) -> Foreseen:
    """Check a set and count what it takes; encode nothing, and write nothing. jobs: in how many processes.

    Raises InputError for what cannot be made, Shortage where the machine lacks something.
    """
    shop.rehearse(offers_of(shop.run))
    narrow(shop)
    run = shop.run
    offers = offers_of(run)
    for offer in offers:
        shop.whole(offer.maker)  # once, whoever counts
    if jobs > 1 and len(offers) > 1 and forks():
        counted = _elsewhere(shop, offers, jobs)
    else:
        counted = {offer: _counted(shop, offer) for offer in offers}
    findings = tuple(dict.fromkeys(finding for offer in offers for finding in counted[offer][0]))
    right = not has_errors(findings)
    bill = whole_bill(run, [counted[offer][1] for offer in offers]) if right else Bill()
    kinds: dict[str, int] = {}
    for thing in shop.accessories(tuple(offer.maker for offer in offers)):
        kinds[thing.kind] = kinds.get(thing.kind, 0) + thing.count
    return Foreseen(run, len(shop.set(offers[0].maker).copies), kinds, findings, bill)


def _counted(shop: Workshop, offer: Offer) -> Counted:
    """Check the set as one process makes it, and count what that takes. Raises InputError for what cannot be made."""
    findings, _ = shop.prove((offer.maker,))
    return findings, Bill() if has_errors(findings) else part_of_bill(shop, offer)


def _elsewhere(shop: Workshop, offers: tuple[Offer, ...], jobs: int) -> dict[Offer, Counted]:
    apart = sorted(offers, key=LONGEST.index)
    found: dict[Offer, Counted] = {}
    try:
        with closing(handed_back([(_job, (shop, offer)) for offer in apart], jobs)) as back:
            for number, value in back:
                if not isinstance(value, Done):
                    found[apart[number]] = value
    except InputError:
        for offer in offers:  # of several reasons the same one, whichever process is the first
            _counted(shop, offer)
        raise
    except Ended as end:
        raise end.told(f"counting {apart[end.number]}") from None
    except Failed as failed:
        raise RuntimeError(f"counting {apart[failed.number]} failed:\n{failed}") from None
    return found


def _job(hand: Hand, shop: Workshop, offer: Offer) -> None:
    """Count what one process of making takes, in a process of its own."""
    hand(_counted(shop, offer))
