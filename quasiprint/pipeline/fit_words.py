"""What a set's page says of how it fits: tables of gaps and of drifts, and what they were counted with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quasiprint.checks.fit import MADE, Budget, Span


def fields(budgets: Sequence[Budget]) -> Mapping[str, str]:
    """Return the fields of the page; each "" if there is nothing to say."""
    off = (f"{one.tolerance:g} mm {MADE[one.process]} (profile `{one.tolerance_from}`)" for one in budgets)
    drifting = [one for one in budgets if one.drifts]
    return {
        "fit_assumed": ", ".join(off),
        "fit_between": _table("gap", ((one, span) for one in budgets for span in one.between)),
        "fit_drifts": _table("pushed together", ((one, span) for one in drifting for span in one.drifts)),
    }


def _table(of: str, spans: Iterable[tuple[Budget, Span]]) -> str:
    rows = [f"| {span.name}, {MADE[one.process]} | {_row(span)} |" for one, span in spans]
    head = [f"| {of}, mm | as drawn | likely off by | at worst |", "|---|---|---|---|"]
    return "\n".join((*head, *rows)) if rows else ""


def _row(span: Span) -> str:
    return f"{_said(span.nominal)} | ± {_said(span.likely)} | {_said(span.least)} to {_said(span.most)}"


def _said(length: float) -> str:
    """Return a length with two decimals, a minus sign in front of one below 0."""
    return f"{round(length, 2) + 0.0:.2f}".replace("-", "−")
