"""Are boards drawn as they should be? The draw on trial, and beside it a generator that favours some.

A trial that nothing fails proves nothing: each is shown to reject a biased generator of the same
size. Where boards cannot be counted, chains from unlike starts are compared, and must disagree if
they are stopped too soon.
"""

from __future__ import annotations

from typing import Any

from quasiprint.dissection.boards import labelled, walls
from quasiprint.dissection.chain import AGREED, Convergence, convergence
from quasiprint.dissection.disk_cache import programme
from quasiprint.dissection.programme import EXACT
from quasiprint.dissection.sampling import LISTED, classes
from quasiprint.dissection.trial import Trial, first_regions, one_after_another, second_regions, straighter, trial
from quasiprint.games.majomino.grid import grid_of
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet

REJECTED = 1e-6  # p below this: one perfect sampler in a million is suspected
PER_BOARD = 10  # draws for each board that there is
FEWEST = 10_000  # draws at least
DRAWS = 200_000  # where there are too many boards for that
TOO_FEW = 50  # so many times fewer steps must not seem enough


def trial_of_the_draw(game_set: GameSet) -> tuple[list[Finding], dict[str, Any]]:
    """Put on trial how boards of the size of a run's are drawn; return findings and figures."""
    size = grid_of(game_set.pieces[0], game_set).size
    seed = int(dict(game_set.parameters).get("seed", 0))
    if size not in EXACT:
        return _chain(size, seed) if size % 2 and size > EXACT[-1] else ([], {})
    known = programme(size)
    facts: dict[str, Any] = {f"boards of {size} × {size}": known.total, "up to rotation and reflection": classes(size)}
    if size <= LISTED:
        count = max(PER_BOARD * known.total, FEWEST)
        boards, biased = labelled(known.draw(count, seed)), one_after_another(known, count, seed)
        fair, unfair = {"boards": trial(known, boards)}, trial(known, biased)
        how = "one region after another, each choice alike"
    else:
        boards = labelled(known.draw(DRAWS, seed))
        fair = {"first region": first_regions(known, boards), "second region": second_regions(known, boards)}
        unfair = first_regions(known, straighter(known, DRAWS // 2, seed))
        how = "of two boards the one with fewer walls"
        counted = walls(boards).sum(1)
        facts["inner walls"] = {"mean": float(counted.mean()), "standard error": float(counted.std() / DRAWS**0.5)}
    facts["drawn"] = "exactly uniformly"
    facts["trial of the draw"] = {name: _figures(found) for name, found in fair.items()}
    facts["trial of a biased generator"] = {"which": how, **_figures(unfair)}
    return judged(size, fair, unfair), facts


def judged(size: int, fair: dict[str, Trial], unfair: Trial) -> list[Finding]:
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
        message = f"a generator known to be biased passes with p = {unfair.p:.2g}: the trial can tell nothing"
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
    return converged(size, found, hasty), facts


def converged(size: int, found: Convergence, hasty: Convergence) -> list[Finding]:
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
