from __future__ import annotations

from browser import browsing, opened  # noqa: F401 - fixtures
from studios import served  # noqa: F401 - a fixture
