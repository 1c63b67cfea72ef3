"""The draw of boards on trial, and beside it a generator that favours some: a trial that nothing fails proves nothing.

A trial asks whether boards come as often as they should: Pearson's chi-square. Where boards cannot be counted, chains
from unlike starts are compared, and must disagree if they are stopped too soon. Boards are arrays of labels,
count × N², regions numbered in order of their first cells.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from quasiprint.games.majomino.dissection import EXACT, Programme, labels_of, programme, seed_state, walls, words
from quasiprint.games.majomino.sampling import AGREED, CLASSES, LISTED, Array, Convergence, Walk, starts, steps_compared
from quasiprint.model.finding import Finding, error

REJECTED = 1e-6  # p below this: one perfect sampler in a million is suspected
PER_BOARD = 10  # draws for each board that there is
FEWEST = 10_000  # draws at least
DRAWS = 200_000  # where there are too many boards for that
TOO_FEW = 50  # so many times fewer steps must not seem enough
EXPECTED = 5  # expected of each outcome; rarer ones are taken together, or the statistic is not chi-square's
CHAIN_DRAWS = 36  # boards of each chain in the diagnostic: R̂ of a good chain stays under 1.08, all but once in 1000


def trial_of_the_draw(size: int, seed: int) -> tuple[list[Finding], dict[str, Any]]:
    """Put on trial how boards of a size are drawn; return findings and figures."""
    if size not in EXACT:
        return _chain(size, seed) if size % 2 and size > EXACT[-1] else ([], {})
    known = programme(size)
    facts: dict[str, Any] = {
        f"boards of {size} × {size}": known.total,
        "up to rotation and reflection": CLASSES[size],
    }
    if size <= LISTED:
        count = max(PER_BOARD * known.total, FEWEST)
        boards, biased = labels_of(known.draw(count, seed)), one_after_another(known, count, seed)
        fair, unfair = {"boards": trial(known, boards)}, trial(known, biased)
        how = "one region after another, each choice alike"
    else:
        boards = labels_of(known.draw(DRAWS, seed))
        fair = {
            "first region": first_regions(known, boards),
            "second region": second_regions(known, boards),
        }
        unfair = first_regions(known, straighter(known, DRAWS // 2, seed))
        how = "of two boards the one with fewer walls"
        counted = walls(boards).sum(1)
        facts["inner walls"] = {"mean": float(counted.mean()), "standard error": float(counted.std() / DRAWS**0.5)}
    facts["drawn"] = "exactly uniformly"
    facts["trial of the draw"] = {name: _figures(found) for name, found in fair.items()}
    facts["trial of a biased generator"] = {"which": how, **_figures(unfair)}
    return trial_findings(size, fair, unfair), facts


def trial_findings(size: int, fair: dict[str, Trial], unfair: Trial) -> list[Finding]:
    """Return what is to be said of trials: of our draw, which they should pass, and a biased one's."""
    subject = f"boards of {size} × {size} cells"
    findings = [
        error(
            "draw-biased",
            subject,
            f"chi-square by {name}: {found.statistic:.1f} on {found.freedom} degrees of freedom, p = {found.p:.2g}; a "
            f"uniform draw gives less than {REJECTED:g} once in a million times",
            "do not play on boards drawn so",
        )
        for name, found in fair.items()
        if found.p < REJECTED
    ]
    if unfair.p >= REJECTED:
        message = f"a generator known to be biased passes with p = {unfair.p:.2g}: the trial shows nothing"
        findings.append(error("trial-blind", subject, message, "draw more boards for the trial"))
    return findings


def _figures(found: Trial) -> dict[str, Any]:
    return {
        "draws": found.draws,
        "outcomes": found.boards,
        "unseen": found.unseen,
        "chi-square": round(found.statistic, 1),
        "degrees of freedom": found.freedom,
        "p": float(f"{found.p:.3g}"),
        "rejected": found.p < REJECTED,
    }


def _chain(size: int, seed: int) -> tuple[list[Finding], dict[str, Any]]:
    found = convergence(size, 0)  # as a run's own figures were found
    hasty = convergence(size, seed, found.steps // (TOO_FEW * size))
    facts = {
        "drawn": "approximately uniformly",
        "convergence": _agreement(found),
        "convergence, stopped too soon": _agreement(hasty),
    }
    return convergence_findings(size, found, hasty), facts


def convergence_findings(size: int, found: Convergence, hasty: Convergence) -> list[Finding]:
    """Return what is to be said of chains: of those that boards come from, and of some stopped too soon."""
    subject = f"boards of {size} × {size} cells"
    findings = []
    if found.r_hat > AGREED:
        message = (
            f"chains from unlike starts do not agree: R-hat is {found.r_hat:.3f} after {found.steps} swaps tried, "
            f"allowed is up to {AGREED:g}"
        )
        findings.append(error("not-converged", subject, message, "draw smaller boards"))
    if hasty.r_hat <= AGREED:
        message = f"after only {hasty.steps} swaps tried R-hat is {hasty.r_hat:.3f} already: it can tell nothing"
        findings.append(error("trial-blind", subject, message, "compare more chains"))
    return findings


def _agreement(found: Convergence) -> dict[str, Any]:
    return {
        "steps": found.steps,
        "chains": found.chains,
        "R-hat": round(found.r_hat, 4),
        "correlation": round(found.correlation, 4),
    }


def convergence(size: int, seed: int, steps: int | None = None) -> Convergence:
    """Return how chains from `starts` agree after every `steps` proposals (`steps_compared` if None).

    There is no warm-up: that a start is forgotten is what R̂ is to show. Takes 0.1 s for N = 9, 3 s for N = 21.
    """
    steps = steps_compared(size) if steps is None else steps
    begun = zip(starts(size), (words(seed_state(seed), 3) >> np.uint64(1)).tolist(), strict=True)
    chains = [Walk(start, seed_state(one), CHAIN_DRAWS * steps).states(CHAIN_DRAWS, steps) for start, one in begun]
    found = np.array([walls(boards) for boards in chains]).astype(float)
    inner, lean = found.sum(2), found[:, :, 0] - found[:, :, 1]
    off = inner - inner.mean(1, keepdims=True)
    square = (off**2).sum()
    correlation = (off[:, 1:] * off[:, :-1]).sum() / square if square else 1.0
    return Convergence(steps, len(found), max(r_hat(inner), r_hat(lean)), float(correlation))


def r_hat(values: Array) -> float:
    """Return Gelman and Rubin's R̂ (1992) of chains, an array of chains × draws; infinite where none moved."""
    draws = values.shape[1]
    within = values.var(1, ddof=1).mean()
    between = values.mean(1).var(ddof=1)
    return float(((draws - 1) / draws + between / within) ** 0.5) if within else float("inf")


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial found. draws: how many boards were drawn. boards: how many outcomes they were sorted into.
    statistic: Pearson's. freedom: its degrees. p: the chance that a perfect sampler gives as large a one. unseen: how
    many outcomes never came."""

    draws: int
    boards: int
    statistic: float
    freedom: int
    p: float
    unseen: int


def trial(programme: Programme, boards: Array) -> Trial:
    """Return the trial of boards against equal chances of all dissections, for N ≤ 5. With fewer than five draws to a
    board, p is a rough one. Raises ValueError for what is no dissection, or not numbered in order of first cells."""
    every = labels_of(programme.every())
    return _judge(Counter(map(bytes, boards.astype("u1"))), dict.fromkeys(map(bytes, every), 1))


def first_regions(programme: Programme, boards: Array) -> Trial:
    """Return the trial of the first regions of boards against the exact count of each. Raises ValueError if one is none
    that a dissection has."""
    return _judge(Counter(_regions(boards, 0)), dict(ways(programme, 0)))


def second_regions(programme: Programme, boards: Array) -> Trial:
    """Return the trial of the second regions of those boards that have the likeliest first region."""
    known = dict(ways(programme, 0))
    likeliest = max(known, key=lambda region: (known[region], region))
    pairs = zip(_regions(boards, 0), _regions(boards, 1), strict=True)
    return _judge(Counter(second for first, second in pairs if first == likeliest), dict(ways(programme, likeliest)))


def one_after_another(programme: Programme, count: int, seed: int) -> Array:
    """Return boards of a generator in common use, which favours some: uint8, count × N². It lays one region after
    another: over the first free cell any that leaves a rest that can be finished, each with the same chance, however
    many ways to finish it leaves."""
    chance = random.Random(seed)
    choices: dict[int, list[int]] = {}
    found = np.empty((count, programme.size), np.uint64)
    for board in range(count):
        covered = 0
        for k in range(programme.size):
            if covered not in choices:
                choices[covered] = [region for region, _ in ways(programme, covered)]
            region = chance.choice(choices[covered])
            found[board, k] = region
            covered |= region
    return labels_of(found)


def straighter(programme: Programme, count: int, seed: int) -> Array:
    """Return boards of a generator that favours few walls, uint8, count × N²: the better of each two drawn."""
    pairs = labels_of(programme.draw(2 * count, seed))
    counted = walls(pairs).sum(1)
    return np.where((counted[0::2] <= counted[1::2])[:, None], pairs[0::2], pairs[1::2])


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the chance that chi-square exceeds a value: Wilson and Hilferty's approximation (1931)."""
    if statistic <= 0:
        return 1.0
    share = 2 / (9 * freedom)
    return NormalDist().cdf((1 - share - (statistic / freedom) ** (1 / 3)) / share**0.5)


def ways(programme: Programme, covered: int) -> list[tuple[int, int]]:
    """Return the regions that can come next, and in how many ways each can be finished."""
    state = np.array([covered], np.uint64)
    known = programme.knowing(covered.bit_count() // programme.size, state)
    ((_, _, _, regions, passed),) = known.choices(state)
    return [(int(region), int(many)) for region, many in zip(regions, np.diff(passed), strict=True) if many]


def _regions(boards: Array, number: int) -> list[int]:
    """Return the set of cells of one region of each board."""
    bits = np.uint64(1) << np.arange(boards.shape[1], dtype=np.uint64)
    return [int(cells) for cells in (boards == number) @ bits]


def _judge(seen: Counter[Any], shares: dict[Any, int]) -> Trial:
    """Return the trial of what was seen against shares."""
    if unknown := [outcome for outcome in seen if not shares.get(outcome)]:
        raise ValueError(f"{len(unknown)} of what was drawn cannot come, such as {unknown[0]!r}")
    shares = {outcome: share for outcome, share in shares.items() if share}
    draws, total = seen.total(), sum(shares.values())
    pooled: list[tuple[float, int]] = []
    expected, found = 0.0, 0
    # Nothing to pool among equal chances: then the trial of single boards stays one, however few draws.
    least = EXPECTED if len(set(shares.values())) > 1 else 0
    for outcome in sorted(shares, key=lambda outcome: (shares[outcome], outcome)):
        expected += draws * shares[outcome] / total
        found += seen[outcome]
        if expected >= least:
            pooled.append((expected, found))
            expected, found = 0.0, 0
    if expected:  # a rest is impossible but for a handful of draws, since the likeliest come last
        pooled.append((expected, found))
    statistic = sum((found - expected) ** 2 / expected for expected, found in pooled)
    freedom = max(1, len(pooled) - 1)
    unseen = sum(not seen[outcome] for outcome in shares)
    return Trial(draws, len(pooled), statistic, freedom, upper_tail(statistic, freedom), unseen)
