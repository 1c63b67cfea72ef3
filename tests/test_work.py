"""What a small set costs to make: the calls of functions, bytes and documents that are on record, and a tenth more."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import ratio


@pytest.fixture(scope="module")
def now() -> dict[str, int]:
    return ratio.work(ratio.ROOT, ratio.SMALL)


def dearer(record: dict[str, int], now: dict[str, int]) -> list[str]:
    """Return which figures are past what is on record, and a tenth more."""
    return [name for name, found in now.items() if found > ratio.LIMIT * record[name]]


def test_a_small_set_costs_what_it_did(now: dict[str, int]) -> None:
    record = json.loads(ratio.RECORD.read_bytes())
    assert record["set"] == " ".join(ratio.SMALL)
    assert dearer(record, now) == []
    # what has become so much cheaper is put on record, or it could become dearer again
    assert dearer(now, {name: record[name] for name in now}) == [], "python benchmarks/ratio.py --record"


def test_more_of_anything_is_seen(now: dict[str, int]) -> None:
    for name in now:
        assert dearer(now, {**now, name: now[name] + now[name] // 9 + 1}) == [name]
