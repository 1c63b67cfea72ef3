"""Whether a design can be made, and what it takes: asked step by step, so that a page shows how far it is, and whoever
changes an option waits for no more than a step. The steps are those of `quasiprint check`; between them, what was laid
out is counted as `make --dry-run` counts it. What is done is kept for the last few sets, so that
no step is done twice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

from quasiprint.addons.studio.sets import Shop, shop_anew, shop_of
from quasiprint.addons.studio.words import Asked, Declined, Tell, Value, about, ask_of, command_line, refusing
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.errors import Unavailable
from quasiprint.make.bill import bill_of_sheets, part_of_bill, whole_bill
from quasiprint.make.bill import lines as bill_lines
from quasiprint.make.make import plan
from quasiprint.make.run import Run, settle
from quasiprint.model.choices import Offer
from quasiprint.model.finding import Finding, Severity, has_errors
from quasiprint.model.production import Bill

BODIES = 20  # that are proved in one step
CHECKING, PROVED, MINDED, FAILED, UNKNOWN = "checking", "proved", "minded", "failed", "unknown"
MOST_STEPS = 10_000


class Proof:
    """What is known of a run's set so far, step by step: first its design, as every process makes it; then what is laid
    out for each, and counted, each sheet a step; then each sheet of a laser proved, and bodies, so many at a time.

    findings: so far. laid: for what the set was laid out so far, of ``offers``. bills: of what was laid out and
    counted. done: how many steps; one that was broken off is done again. told: what the page was told in the end; then
    nothing else is kept."""

    def __init__(self, run: Run, shop: Shop) -> None:
        self.run, self.shop = run, shop
        self.findings: tuple[Finding, ...] = ()
        self.offers: tuple[Offer, ...] = ()
        self.laid: tuple[Offer, ...] = ()
        self.bills: list[Bill] = []
        self.done = 0
        self.told: Value = {}
        self._to_count = 0
        self._next: list[Callable[[], None]] = [self._design]

    def end(self, told: Value) -> None:
        """Keep what was told in the end, and let go of everything else."""
        self.told = told
        del self.shop, self.bills

    @property
    def over(self) -> bool:
        """Whether everything is proved and counted."""
        return not self._next

    @property
    def counted(self) -> bool:
        """Whether the bill is whole."""
        return self.done > 0 and len(self.laid) == len(self.offers) and len(self.bills) == self._to_count

    @property
    def steps(self) -> int:
        """How many steps there are, as far as is known: what is to be laid out is to be counted, too."""
        return self.done + len(self._next) + len(self.offers) - len(self.laid)

    def go_on(self) -> None:
        """Do one more step. Raises InputError for what cannot be made, Unavailable for what cannot be proved here."""
        self._next[0]()
        del self._next[0]
        self.done += 1

    def _design(self) -> None:
        self.offers = plan(self.shop)
        self.findings, _ = self.shop.prove(tuple(offer.maker for offer in self.offers))
        if not has_errors(self.findings):
            self._next += [partial(self._lay_out, offer) for offer in self.offers]

    def _lay_out(self, offer: Offer) -> None:
        shop = self.shop
        shop.production(offer)
        count, proofs = [partial(part_of_bill, shop, offer)], list[Callable[[], None]]()
        if offer is Offer.DRAWINGS:
            sheets = range(len(shop.drawings.drawings))
            count = [partial(bill_of_sheets, shop, (number,)) for number in sheets]
            proofs = [partial(self._prove, shop.check_layout, Offer.DRAWINGS, (number,)) for number in sheets]
        else:
            self._prove(shop.check_layout, offer)
        if offer is Offer.SOLIDS:
            keys = tuple(shop.solids.meshes)
            groups = (keys[at : at + BODIES] for at in range(0, len(keys), BODIES))
            proofs = [partial(self._prove, shop.prove_bodies, group) for group in groups]
        self._next[1:] = [*(partial(self._count, bill) for bill in count), *self._next[1:], *proofs]
        self._to_count += len(count)
        self.laid += (offer,)

    def _count(self, bill: Callable[[], Bill]) -> None:
        self.bills.append(bill())

    def _prove(self, check: Callable[..., Iterable[Finding]], *of: object) -> None:
        self.findings += tuple(check(*of))

    @property
    def state(self) -> str:
        """What is to be said of the set."""
        if has_errors(self.findings):
            return FAILED
        if not self.over:
            return CHECKING
        return MINDED if any(one.severity is Severity.WARNING for one in self.findings) else PROVED


PROOFS, BEGUN = 24, 4  # that are kept; and how many of them under way: a set and its layouts are large
_proofs: dict[Hashable, Proof] = {}  # the last that were asked for


def _proof_of(asked: Asked, step: int) -> Proof:
    """Return what is known of a design; nothing, if it begins anew and profiles were changed meanwhile. Raises
    InputError for what cannot be made."""
    request = asked.request
    key = request.game, asked.words, request.supplied
    found = _proofs.pop(key, None)
    run = settle(request) if found is None or step == 0 else found.run
    if found is None or found.run != run:
        shop = shop_of(asked)
        found = Proof(run, shop if shop.settled == run else shop_anew(request))
    _proofs[key] = found
    begun = [other for other, proof in _proofs.items() if not proof.told]
    for other in (*begun[:-BEGUN], *list(_proofs)[:-PROOFS]):
        _proofs.pop(other, None)
    return found


def proving(value: Value, _tell: Tell) -> Value:
    """Return whether a design can be made, after one more step than ``step`` says: ``state`` is "checking" as long as
    there is another, then "proved", "minded" (proved, with warnings) or "failed"; "unknown" with ``missing`` if it
    cannot be proved here. ``numbers`` are what it takes, once that is counted. Raises Declined for what cannot be made,
    with the sentence of `quasiprint check`."""
    step = value.get("step", 0)
    if not isinstance(step, int) or not 0 <= step < MOST_STEPS:
        raise Declined(f"step: allowed is a number up to {MOST_STEPS}")
    game, settings = about(value)
    asked = ask_of(MAKE, game, settings)
    command = command_line("make", game, (*asked.words, "--dry-run"))
    with refusing(settings):
        try:
            proof = _proof_of(asked, step)
            return proof.told or _told(proof, step, command)
        except (ModuleNotFoundError, Unavailable) as problem:
            missing = problem.name if isinstance(problem, ModuleNotFoundError) else ""
            return {"state": UNKNOWN, "missing": missing or str(problem), "command": command}


def _told(proof: Proof, step: int, command: str) -> Value:
    """Do one more step than `step`, and return what is known then as the page reads it."""
    while not proof.over and proof.done <= step:
        proof.go_on()
    findings = [finding.as_json() for finding in proof.findings]
    told: Value = {"state": proof.state, "done": proof.done, "steps": proof.steps, "findings": findings}
    if proof.counted:
        bill = whole_bill(proof.shop.run, proof.bills)
        told["numbers"] = numbers(bill)
        if proof.over and proof.state != FAILED:
            left_out = list(proof.shop.run.left_out)
            told |= {"bill": bill.as_json(), "lines": list(bill_lines(bill)), "left_out": left_out, "command": command}
    if proof.over:
        proof.end(told)
    return told


def numbers(bill: Bill) -> dict[str, Any]:
    """Return what a set takes in few numbers: plates, hours and grams of the first way to print it, sheets and minutes
    of a laser, leaves of the first paper; with prices what each of these costs. What is not made is not there."""
    found: dict[str, Any] = {}
    for way in bill.ways[:1]:
        found |= {"plates": len(way.plates), "hours": way.hours, "grams": way.grams}
    if bill.sheets:
        found |= {"sheets": bill.cut_sheets, "minutes": bill.minutes}
    for paper in bill.papers[:1]:
        found["leaves"] = paper.leaves
    names = {"laser": "laser", **{way.name: "printer" for way in bill.ways[:1]}}
    names |= {f"paper, {paper.paper}": "paper" for paper in bill.papers[:1]}
    costs = {names[cost.way]: f"{cost.total:.2f} {cost.currency}" for cost in bill.costs if cost.way in names}
    return {**found, "costs": costs} if costs else found
