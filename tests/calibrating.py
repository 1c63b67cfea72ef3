"""What tests of coupons share: calibrating on the command line, and the profiles that come of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from called import invoke

OWN = Path("templates/profiles/calibrations")


def profile(name: str) -> dict[str, dict[str, object]]:
    return tomllib.loads((OWN / f"{name}.toml").read_text(encoding="utf-8"))


def calibrate(name: str, called: str, **measured: object) -> None:
    said = [word for key, value in measured.items() for word in ("--measured", f"{key}={value}")]
    invoke("calibrate", name, "--name", called, *said, code=0)


def refused(name: str, *words: object) -> str:
    """The one line of a calibration that is refused, which writes nothing."""
    before = sorted(OWN.rglob("*"))
    result = invoke("calibrate", name, "--name", "no", *words, code=2)
    assert sorted(OWN.rglob("*")) == before
    (line,) = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    return line
