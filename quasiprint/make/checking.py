"""The check of a set, step by step: first its design, as every process makes it; then what is laid out for each; then
its bodies. `quasiprint check` goes through all steps at once; a page asks for one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from quasiprint.make.make import Proof, plan
from quasiprint.make.manifest import parameters
from quasiprint.make.workshop import Workshop
from quasiprint.model.finding import Finding, has_errors
from quasiprint.model.game import Facts
from quasiprint.model.production import Offer


class Checking:
    """A check of a set. findings: so far; facts: what was counted; laid: for what the set was laid out so far; done:
    how many steps; steps: how many there are, as far as is known.

    thorough: also what does not depend on this very set, such as a trial of the random draw. bodies: how many of them
    are a step, and each sheet is one; 0: all of either are.
    """

    def __init__(self, shop: Workshop, thorough: bool = True, bodies: int = 0) -> None:
        self.shop = shop
        self.findings: tuple[Finding, ...] = ()
        self.facts: Facts = {}
        self.laid: tuple[Offer, ...] = ()
        self.offers: tuple[Offer, ...] = ()
        self.done = 0
        self._thorough, self._bodies = thorough, bodies
        self._steps: list[Callable[[], None]] = [self._design]

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    @property
    def over(self) -> bool:
        """Whether every step is done."""
        return self.done == len(self._steps)

    def go_on(self) -> None:
        """Do the next step; one that was broken off is done again. Raises InputError for what cannot be made."""
        self._steps[self.done]()
        self.done += 1

    def _design(self) -> None:
        self.offers = plan(self.shop)
        findings, facts = self.shop.prove(tuple(offer.maker for offer in self.offers), self._thorough)
        self.findings, self.facts = findings, facts
        if not has_errors(findings):
            self._steps = [self._design, *(partial(self._lay_out, offer) for offer in self.offers)]

    def _lay_out(self, offer: Offer) -> None:
        self.shop.production(offer)
        if offer is Offer.DRAWINGS and self._bodies:
            self._steps += [partial(self._prove_sheet, k) for k in range(len(self.shop.drawings.drawings))]
        else:
            self.findings += tuple(self.shop.check_layout(offer))
        if offer is Offer.SOLIDS:
            keys = tuple(self.shop.solids.meshes)
            size = self._bodies or len(keys) or 1
            self._steps += [partial(self._prove_bodies, keys[at : at + size]) for at in range(0, len(keys), size)]
        self.laid += (offer,)

    def _prove_sheet(self, number: int) -> None:
        self.findings += tuple(self.shop.check_layout(Offer.DRAWINGS, (number,)))

    def _prove_bodies(self, keys: Sequence[str]) -> None:
        self.findings += tuple(self.shop.prove_bodies(keys))


def prove(shop: Workshop, thorough: bool = True) -> Proof:
    """Prove a set from its design, as every process makes it, and what it is laid out and built to; write nothing.
    thorough: also what does not depend on this very set, such as a trial of the random draw. Raises InputError for what
    cannot be made."""
    checking = Checking(shop, thorough)
    while not checking.over:
        checking.go_on()
    pieces = len(shop.fullest(offer.maker for offer in checking.offers).pieces)
    return Proof(shop.run.game, parameters(shop.run), pieces, checking.findings, checking.facts)
