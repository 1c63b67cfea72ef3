"""The order in which the processes of a test run take files: the costliest first, so that none is left for the end.

What a file of tests costs, in CPU seconds, stands in ``tests/data/costs.json``, which a run writes anew:

    python -m pytest --costs tests/data/costs.json

A file that nobody has weighed yet might be the costliest, and comes first.
"""

from __future__ import annotations

import json
import math
import os
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

RECORD = Path(__file__).parent / "data/costs.json"
SPENT = "CPU seconds"  # what a test tells of itself, from its process to that of the run


def costs() -> dict[str, float]:
    """Return the CPU seconds of each file that was weighed, by its name."""
    found: dict[str, float] = json.loads(RECORD.read_bytes()) if RECORD.exists() else {}
    return found


def cost(scope: str, known: Mapping[str, float]) -> float:
    """Return what is to be expected of a file. scope: its path below the checkout."""
    return known.get(scope.partition("::")[0].rpartition("/")[2], math.inf)


def costliest(scopes: Iterable[str], known: Mapping[str, float]) -> str:
    """Return the file that is to be begun next: of equal ones the first."""
    return max(scopes, key=lambda scope: cost(scope, known))


def computed() -> float:
    """Return the CPU seconds of this process and of those that it has started and that have ended."""
    return sum(os.times()[:4])


class Costs:
    """Sums up, in the process of the run, what each file of tests costs."""

    def __init__(self, record: Path) -> None:
        self.record = record
        self.found: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            name = report.nodeid.partition("::")[0].rpartition("/")[2]
            self.found[name] += sum(float(value) for key, value in report.user_properties if key == SPENT)  # type: ignore[arg-type]

    def pytest_sessionfinish(self) -> None:
        told = {name: round(seconds, 1) for name, seconds in sorted(self.found.items())}
        if told:  # the processes of the run have nothing to tell
            self.record.write_text(json.dumps(told, indent=1) + "\n")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", metavar="FILE", help="write what each file of tests costs, in CPU seconds")


def pytest_configure(config: pytest.Config) -> None:
    record = config.getoption("--costs")
    # a worker has its input from the run; what it hands down in the environment says nothing of a run of its own
    if record and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Costs(Path(record)))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    item.user_properties.append((SPENT, -computed()))
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    try:
        return (yield)
    finally:
        item.user_properties.append((SPENT, computed()))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return a scheduler that hands out whole files as ``--dist loadfile`` does, but the costliest first."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    known = costs()

    class CostliestFirst(LoadFileScheduling):
        def _assign_work_unit(self, node: Any) -> None:
            self.workqueue.move_to_end(costliest(self.workqueue, known), last=False)
            super()._assign_work_unit(node)

    return CostliestFirst(config, log)
