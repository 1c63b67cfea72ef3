"""For which machines each dependency has a wheel: `python docs/wheels.py` writes the table in docs/building.md.

The versions are those of .ci/locked.txt; which wheels there are of them, uv asks the index. Needs uv and a network, and
`packaging`, of the `test` extra, which says what fits where.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path

import licences
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/building.md"
BEGIN, END = "<!-- wheels -->\n", "<!-- end of wheels -->\n"
PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
GLIBC, MAC = 34, (14, 0)  # the least that is asked for: of 2.34, Debian 12 and Ubuntu 22.04; macOS 14


def _linux(machine: str) -> list[str]:
    return [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC, 4, -1)] + [
        f"manylinux{old}_{machine}" for old in ("2014", "2010", "1")
    ]


MACHINES = {
    "Linux, x86-64": _linux("x86_64"),
    "Linux, ARM": _linux("aarch64"),
    "macOS, x86-64": list(mac_platforms(MAC, "x86_64")),
    "macOS, ARM": list(mac_platforms(MAC, "arm64")),
    "Windows, x86-64": ["win_amd64"],
    "Windows, ARM": ["win_arm64"],
}


def wheels() -> dict[str, set[Tag]]:
    """Return what the wheels of each package fit, as the index lists them."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "pylock.toml"
        options = (word for extra in licences.EXTRAS for word in ("--extra", extra))
        command = [
            *("uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--python-version", "3.11"),
            *("--only-binary", ":all:", "--constraint", licences.LOCK, "--format", "pylock.toml"),
            *("--output-file", out, *options, ROOT / "pyproject.toml"),
        ]
        subprocess.run(command, check=True)
        packages = tomllib.loads(out.read_text(encoding="utf-8"))["packages"]
    found: dict[str, set[Tag]] = {}
    for package in packages:
        for wheel in package["wheels"]:
            name = wheel.get("name") or wheel["url"].rsplit("/", 1)[1]
            found.setdefault(package["name"], set()).update(parse_wheel_filename(name)[3])
    return found


@cache
def fitting(machine: str, python: tuple[int, int]) -> frozenset[Tag]:
    """Return what can be installed there."""
    own, platforms = f"cp{python[0]}{python[1]}", MACHINES[machine]
    return frozenset([*cpython_tags(python, platforms=platforms), *compatible_tags(python, own, platforms)])


def lacking(names: set[str], tags: dict[str, set[Tag]], machine: str) -> str:
    """Return what the table says of some packages on a machine: which have no wheel, for which Pythons."""
    said = []
    for name in sorted(names & set(tags)):
        without = [python for python in PYTHONS if not tags[name] & fitting(machine, python)]
        if without:
            which = "" if len(without) == len(PYTHONS) else f" ({', '.join(f'{a}.{b}' for a, b in without)})"
            said.append(f"no {name}{which}")
    return "; ".join(said) or "all"


def table(tags: dict[str, set[Tag]]) -> str:
    """Return the table: a row for the program alone, and one for what each extra brings besides."""
    listed = licences.entries(licences.LOCK.read_text(encoding="utf-8"))
    plain = licences.closure(listed, ())
    groups = {"quasiprint": plain}
    groups |= {f"quasiprint[{extra}]": licences.closure(listed, (extra,)) - plain for extra in licences.EXTRAS}
    rows = [f"| | {' | '.join(MACHINES)} |", f"|---|{'---|' * len(MACHINES)}"]
    for group, names in groups.items():
        rows.append(f"| `{group}`, {len(names)} | {' | '.join(lacking(names, tags, one) for one in MACHINES)} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(head + BEGIN + table(wheels()) + END + rest.split(END)[1], encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
