"""Whether a design can be made, and what it takes: asked step by step, so that a page shows how far it is, and whoever
changes an option waits for no more than a step. The steps are those of `quasiprint check`; between them, what was laid
out is counted as `make --dry-run` counts it. What is done is kept for the last few sets, so that
no step is done twice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
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
from quasiprint.make.workshop import Workshop
from quasiprint.model.bill import Bill
from quasiprint.model.choices import Offer
from quasiprint.model.finding import Finding, Severity, has_errors

BODIES = 20  # that are proved in one step
CHECKING, PROVED, MINDED, FAILED, UNKNOWN = "checking", "proved", "minded", "failed", "unknown"
MOST_STEPS = 10_000


class Checking:
    """A check of a set, step by step: first its design, as every process makes it; then what is laid out for each, each
    sheet a step; then its bodies, so many at a time. findings: so far; laid: for what the set was laid out so far;
    done: how many steps; steps: how many there are, as far as is known."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.findings: tuple[Finding, ...] = ()
        self.laid: tuple[Offer, ...] = ()
        self.offers: tuple[Offer, ...] = ()
        self.done = 0
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
        self.findings, _ = self.shop.prove(tuple(offer.maker for offer in self.offers))
        if not has_errors(self.findings):
            self._steps = [self._design, *(partial(self._lay_out, offer) for offer in self.offers)]

    def _lay_out(self, offer: Offer) -> None:
        self.shop.production(offer)
        if offer is Offer.DRAWINGS:
            self._steps += [partial(self._prove_sheet, k) for k in range(len(self.shop.drawings.drawings))]
        else:
            self.findings += tuple(self.shop.check_layout(offer))
        if offer is Offer.SOLIDS:
            keys = tuple(self.shop.solids.meshes)
            self._steps += [partial(self._prove_bodies, keys[at : at + BODIES]) for at in range(0, len(keys), BODIES)]
        self.laid += (offer,)

    def _prove_sheet(self, number: int) -> None:
        self.findings += tuple(self.shop.check_layout(Offer.DRAWINGS, (number,)))

    def _prove_bodies(self, keys: Sequence[str]) -> None:
        self.findings += tuple(self.shop.prove_bodies(keys))


class Proof:
    """What is known of a run's set so far. bills: of what was laid out and counted. told: what the page was told in
    the end; then nothing else is kept."""

    def __init__(self, run: Run, shop: Shop) -> None:
        self.run = run
        self.checking = Checking(shop)
        self.bills: dict[tuple[Offer, int], Bill] = {}
        self.told: Value = {}

    def end(self, told: Value) -> None:
        """Keep what was told in the end, and let go of everything else."""
        self.told = told
        del self.checking, self.bills

    @property
    def parts(self) -> list[tuple[Offer, int]]:
        """What is laid out and can be counted: each sheet of a laser by its number, of anything else all at once."""
        shop = self.checking.shop
        sheets = {Offer.DRAWINGS: len(shop.drawings.drawings)} if Offer.DRAWINGS in self.checking.laid else {}
        return [(offer, number) for offer in self.checking.laid for number in range(sheets.get(offer, 1))]

    @property
    def over(self) -> bool:
        """Whether everything is proved and counted."""
        return self.checking.over and len(self.bills) == len(self.parts)

    @property
    def counted(self) -> bool:
        """Whether the bill is whole."""
        laid = self.checking.laid
        return self.checking.done > 0 and len(laid) == len(self.checking.offers) and len(self.bills) == len(self.parts)

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps are done, and how many there are, as far as is known."""
        to_come = len(self.checking.offers) - len(self.checking.laid)
        return self.checking.done + len(self.bills), self.checking.steps + len(self.parts) + to_come

    def go_on(self) -> None:
        """Do one more step. Raises InputError for what cannot be made, Unavailable for what cannot be proved here."""
        shop = self.checking.shop
        for offer, number in (part for part in self.parts if part not in self.bills):
            own = bill_of_sheets(shop, (number,)) if offer is Offer.DRAWINGS else part_of_bill(shop, offer)
            self.bills[offer, number] = own
            return
        self.checking.go_on()

    @property
    def bill(self) -> Bill:
        """What the set takes, as far as it is counted."""
        return whole_bill(self.checking.shop.run, self.bills.values())

    @property
    def state(self) -> str:
        """What is to be said of the set."""
        findings = self.checking.findings
        if has_errors(findings):
            return FAILED
        if not self.over:
            return CHECKING
        return MINDED if any(one.severity is Severity.WARNING for one in findings) else PROVED


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
    while not proof.over and proof.steps[0] <= step:
        proof.go_on()
    done, steps = proof.steps
    findings = [finding.as_json() for finding in proof.checking.findings]
    told: Value = {"state": proof.state, "done": done, "steps": steps, "findings": findings}
    if proof.counted:
        told["numbers"] = numbers(proof.bill)
    if proof.over and proof.state != FAILED:
        left_out = list(proof.checking.shop.run.left_out)
        told |= {"bill": proof.bill.as_json(), "lines": list(bill_lines(proof.bill)), "left_out": left_out}
        told["command"] = command
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
