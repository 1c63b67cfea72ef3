from __future__ import annotations

import pytest

from quasiprint.addons.designer.sets import meeting


@pytest.fixture(autouse=True)
def _few_stars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of many vertex stars go on takes long: `test_vertex_stars` asks it of few."""
    monkeypatch.setattr(meeting, "LOOKED_AT", 20)
