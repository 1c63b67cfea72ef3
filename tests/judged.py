"""What `quasiprint score` says of hostile texts, for the contract to judge."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from quasiprint.model.finding import Judgement

# control characters, halves of pairs, ends of lines, and what turns the direction of writing round
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from (key, *_texts(part))
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def scored(result: Judgement) -> object:
    """What `quasiprint score` says, as JSON and as text, and its findings for the contract to judge."""
    from quasiprint.model.finding import Finding

    told: Any = result.as_json()
    json.dumps(told)
    for text in _texts(told):  # a terminal shows it as it is
        if STEERING.search(text):
            raise AssertionError(f"what is said steers the terminal: {text[:100]!r}")
    return [Finding(**finding) for finding in told["findings"]]
