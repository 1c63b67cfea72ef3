"""One solution of a puzzle, or a proof that there is none, by CP-SAT of OR-Tools.

It is given the options as they are: of each needed item one, an item's colour said once, so often each kind of tile. It
runs as one worker with a seed, so that the same seed gives the same solution.
"""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quasiprint.addons.designer.puzzles.cover import ONCE
from quasiprint.addons.designer.puzzles.laying import Laid
from quasiprint.errors import Unavailable
from quasiprint.system import interruption
from quasiprint.system.outcome import reraise_if_not_input

Wanted = tuple[tuple[int, ...], tuple[int, ...]]
LOOKS_EVERY = 0.1  # s: whether the run was told to end


@dataclass(frozen=True, slots=True)
class Goal:
    """What a solution should have. wanted: each with options of which it needs one, if there are any, and with
    those that it must not have; each: what one is worth. worth: of options. near: by how much a solution may fail to
    be the best. hint: options of a solution that is known."""

    wanted: tuple[Wanted, ...]
    each: int
    worth: Mapping[int, int]
    near: int
    hint: frozenset[int]


class Undecided(Exception):
    """The time is used up before there was a solution, or a proof that there is none."""


def solve(
    laid: Laid,
    seed: int = 0,
    seconds: float | None = None,
    *,
    steps: float | None = None,
    barred: Iterable[Iterable[int]] = (),
    goal: Goal | None = None,
) -> tuple[int, ...] | None:
    """Return the options of a solution, None if there is none: that is proved then. steps: of the solver's own clock,
    which runs alike everywhere, after which it gives up. barred: options that a solution may not have all together.
    goal: of which the solution has most; the best that was found when it gives up. Raises Unavailable without
    OR-Tools, and Undecided when the time, or the steps, are used up before there is a solution."""
    try:
        from ortools.sat.python import cp_model
    except ImportError as problem:
        reraise_if_not_input(problem)
        raise Unavailable("puzzle: needs OR-Tools to find a solution; pip install 'quasiprint[puzzle]'") from None
    model = cp_model.CpModel()
    chosen = add_puzzle(model, laid, seed)
    for together in barred:
        model.add_bool_or([chosen[k].negated() for k in together])
    solver = cp_model.CpSolver()
    if goal is not None:
        _add_goal(model, chosen, goal)
        solver.parameters.absolute_gap_limit = goal.near
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % (1 << 31)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    if goal is not None:
        solver.parameters.cp_model_presolve = False  # the search is over before that pays
    if steps is not None:
        solver.parameters.max_deterministic_time = steps
    status = _solve(solver, model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return tuple(k for k, bit in enumerate(chosen) if solver.boolean_value(bit))
    if status == cp_model.INFEASIBLE:
        return None
    interruption.check()
    raise Undecided


def _add_goal(model: Any, chosen: Sequence[Any], goal: Goal) -> None:
    """Let a model seek the most."""
    terms = [worth * chosen[k] for k, worth in goal.worth.items()]
    for k, bit in enumerate(chosen):
        model.add_hint(bit, k in goal.hint)
    for number, (needs, bars) in enumerate(goal.wanted):
        closed = model.new_bool_var(f"p{number}")
        if needs:
            model.add_bool_or([*(chosen[k] for k in needs), closed.negated()])
        for k in bars:
            model.add_implication(closed, chosen[k].negated())
        terms.append(goal.each * closed)
    model.maximize(sum(terms))


def add_puzzle(model: Any, laid: Laid, seed: int) -> list[Any]:
    """Put a puzzle into a model; return the variable of each option."""
    # the order in which it hears of options decides which solution it finds
    order = list(range(len(laid.choices)))
    random.Random(seed).shuffle(order)
    bits_of = {k: model.new_bool_var(f"o{k}") for k in order}
    chosen = [bits_of[k] for k in range(len(laid.choices))]
    takers: dict[Any, list[Any]] = {item: [] for item in laid.needed}
    coloured: dict[Any, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    kinds: dict[int, list[Any]] = defaultdict(list)
    for k in order:
        bit, option = bits_of[k], laid.choices[k]
        for item in option.needed:
            takers[item].append(bit)
        for item, colour in option.other:
            coloured[item][colour].append(bit)
        if option.kind >= 0:
            kinds[option.kind].append(bit)
    for bits in takers.values():
        model.add_exactly_one(bits)
    for kind, bits in kinds.items():
        model.add(sum(bits) <= laid.puzzle.tiles[kind].copies)
    for number, colours in enumerate(coloured.values()):
        shown = []
        for colour, bits in colours.items():
            if colour == ONCE:
                model.add_at_most_one(bits)
                continue
            is_it = model.new_bool_var(f"c{number}-{colour}")
            shown.append(is_it)
            for bit in bits:
                model.add_implication(bit, is_it)
        if shown:
            model.add_at_most_one(shown)
    return chosen


def _solve(solver: Any, model: Any) -> Any:
    """Solve a model; a signal to end is heard meanwhile, which the solver does not do itself."""
    outcome: list[Any] = []
    worker = threading.Thread(target=lambda: outcome.append(solver.solve(model)), daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(LOOKS_EVERY)
            interruption.check()
    except BaseException:
        solver.stop_search()
        worker.join()
        raise
    return outcome[0]
