"""Two tiers of tests. What finds faults quickest is run by everybody; `python -m pytest -m thorough` runs the rest.

`@pytest.mark.thorough` puts a test into the second tier. `@pytest.mark.sampled(n)` leaves the first n of a test's cases
in the first tier, and puts the others into the second. Each law has its counterexample in the first.
"""

from __future__ import annotations

from collections import Counter

import pytest

THOROUGH = "thorough"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "foreign(name, ...): the test needs a foreign program or library")
    config.addinivalue_line("markers", f"{THOROUGH}: a test of the second tier: pytest -m {THOROUGH}")
    config.addinivalue_line("markers", "sampled(n): but for the first n of its cases, a test is of the second tier")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases of the second tier, before any are chosen."""
    cases: Counter[str] = Counter()
    for item in items:
        for mark in item.iter_markers("sampled"):
            name = item.nodeid.partition("[")[0]
            cases[name] += 1
            if cases[name] > mark.args[0]:
                item.add_marker(THOROUGH)
