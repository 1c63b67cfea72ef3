"""Pytest, where foreign programs are missing: what needs one is not run, and named at the end; the gate refuses that.

In the gate, which sets QUASIPRINT_GATE, whatever is skipped has failed.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Generator
from typing import Any

import foreign
import pytest

GATE = "QUASIPRINT_GATE"
LACKING = "not run for want of"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "foreign(name, ...): the test needs a foreign program or library")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test, before its fixtures are made, that needs what is not there."""
    named = {name for mark in item.iter_markers("foreign") for name in mark.args}
    needed = sorted((foreign.FOREIGN[name] for name in named), key=lambda one: one.name)
    foreign.declared = named
    if lacking := [one for one in needed if one.missing()]:
        item.user_properties += [(LACKING, one.name) for one in lacking]
        pytest.skip(f"{LACKING} {', '.join(f'{one.name} (apt install {one.package})' for one in lacking)}")


def pytest_runtest_teardown() -> None:
    foreign.declared = set()


def refused(report: Any) -> Any:
    """Return a report as the gate takes it: what is skipped has failed."""
    if os.environ.get(GATE) and report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        # with its name, since xdist shows only one of those that say the same
        report.outcome, report.longrepr = "failed", f"{report.nodeid}: {reason}\nThe gate lets no test be left out."
        vars(report).pop("wasxfail", None)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return refused((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return refused((yield))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name, for each that is missing, what was not run, and the package to install."""
    tests: dict[str, Counter[str]] = defaultdict(Counter)
    for kind in ("skipped", "failed", "error"):
        for report in terminalreporter.stats.get(kind, ()):
            for key, name in getattr(report, "user_properties", ()):
                if key == LACKING:
                    tests[name][report.nodeid.partition("[")[0]] += 1
    if not tests:
        return
    terminalreporter.section("not run: what they need is not installed")
    for name in sorted(tests):
        one, count = foreign.FOREIGN[name], tests[name].total()
        what = f"{count} test{'s' if count > 1 else ''} of {one.asked}"
        terminalreporter.line(f"{name}: {what} (apt install {one.package})")
        for test, count in sorted(tests[name].items()):
            terminalreporter.line(f"    {test}{f' ({count})' if count > 1 else ''}")
    terminalreporter.line(f"To run them: apt install {' '.join(sorted(foreign.FOREIGN[n].package for n in tests))}")
