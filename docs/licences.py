"""The licences of all that is installed with the program: ``python docs/licences.py`` writes docs/licences.md.

Names, versions and who needs what are those of ``.ci/locked.txt``; licences are what the installed metadata says, in
SPDX's words where it has them. Run it in an environment of that list (``.ci/versions locked``). What is not installed
there, being for another system, is named here, with its licence; otherwise no page is written.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / ".ci/locked.txt"
PAGE = ROOT / "docs/licences.md"
EXTRAS = ("cadquery", "fast", "cluster", "plots", "puzzle")  # what the program can use besides, and does without

# what a dependency at run time may be under. The second line lets libraries be used by any program that leaves them
# exchangeable, as separately installed packages are.
ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT", "MIT-CMU", "PSF-2.0", "Zlib",
    "Apache-2.0 WITH LLVM-exception",
    "LGPL-2.1-or-later", "LGPL-3.0-or-later",
}  # fmt: skip

# the words of older metadata, in SPDX's; where a name leaves the variant open, it is that of the licence's file
WORDS = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Public License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
    "Dual Licensed - GNU AFFERO GPL 3.0 or Artifex Commercial License": "AGPL-3.0-only OR LicenseRef-Artifex",
}
# not installed here: for other systems or other versions of Python
ELSEWHERE = {"colorama": "BSD-3-Clause"}
# whose licence file says otherwise than the metadata. nlopt: the compiled library is under the LGPL, for code of
# Luksan's. docutils: most of it in the public domain; what is under the GPL is for an editor, and not in the wheel.
READ = {"docutils": "0BSD AND BSD-2-Clause AND LicenseRef-Public-Domain", "nlopt": "LGPL-2.1-or-later"}

# What is under a copyleft licence, or carries something that is: package, what of it, licence. Metadata has no field
# for the parts of wheels: these are as the notices of their makers say.
COPYLEFT = (
    ("casadi", "the package; CadQuery asks for it, the program never imports it", "LGPL-3.0-or-later"),
    ("casadi", "solvers in its folder, each under its own", "EPL, LGPL and others: `casadi/include/licenses`"),
    ("nlopt", "the compiled library; CadQuery asks for it, the program never imports it", "LGPL-2.1-or-later"),
    ("cadquery-ocp", "Open CASCADE Technology (libTK…)", "LGPL-2.1-only WITH OCCT-exception-1.0"),
    ("cadquery-ocp", "libjbig, of TIFF's reader", "GPL-2.0-or-later"),
    ("cadquery-ocp", "libfreeimage", "GPL-2.0 or GPL-3.0 or FreeImage's own (FIPL, like the MPL)"),
    ("cadquery-ocp", "libraw", "LGPL-2.1 or CDDL-1.0"),
    ("cadquery-ocp", "libgomp, GCC's run-time library", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ("numpy", "libgfortran, of GCC's run-time libraries", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ("numpy", "libquadmath, of GCC's run-time libraries", "LGPL-2.1-or-later"),
    ("shapely", "GEOS", "LGPL-2.1-only"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A package of the list, and whose dependency it is."""

    name: str
    version: str
    needed_by: frozenset[str]


def entries(text: str) -> dict[str, list[Entry]]:
    """Return what a list of uv's holds, by name: one entry for each version."""
    found: dict[str, list[Entry]] = {}
    for block in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]:
        name, version = re.match(r"(\S+)==(\S+)", block).groups()
        needed = frozenset(re.findall(r"^    # (?:via|  ) *([\w.-]+)(?: |$)", block, re.MULTILINE))
        found.setdefault(name, []).append(Entry(name, version, needed))
    return found


def closure(listed: dict[str, list[Entry]], extras: Iterable[str] = EXTRAS) -> set[str]:
    """Return the names of all that the program can use when it runs, through others too. extras: installed with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(text for extra in extras for text in project["optional-dependencies"][extra])]
    found = {re.match(r"[\w.-]+", text)[0] for text in asked}
    while more := {n for n, held in listed.items() if any(entry.needed_by & found for entry in held)} - found:
        found |= more
    return found


def licence(name: str) -> str:
    """Return a package's licence as an expression of SPDX's. Raises KeyError for one that says nothing known."""
    if name in READ:
        return READ[name]
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ELSEWHERE[name]
    if expression := said.get("License-Expression"):
        return str(expression)
    classified = [line.split(" :: ")[-1] for line in said.get_all("Classifier") or [] if line.startswith("License ::")]
    first = (said.get("License") or "").strip().split("\n")[0]
    for word in (first, *classified):
        if word in WORDS or word in WORDS.values() or word in ALLOWED:
            return WORDS.get(word, word)
    raise KeyError(f"{name}: its metadata says {first!r} and {classified}; read its licence and add the words")


def refused(expression: str) -> set[str]:
    """Return those of the licences that all apply of which no choice is allowed."""
    joined = {part.strip(" ()") for part in expression.split(" AND ")}
    return {part for part in joined if not ALLOWED & set(part.split(" OR "))}


def bundled(name: str) -> set[str]:
    """Return the names of the foreign libraries that a wheel carries along."""
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        return set()
    return {re.split(r"[-.]", file.name)[0] for file in files if ".libs/" in file.as_posix()}


def rows(names: Iterable[str]) -> list[str]:
    """Return a line for each licence, with its packages."""
    under: dict[str, list[str]] = {}
    for name in sorted(names):
        under.setdefault(licence(name), []).append(name)
    return [f"- {expression}: {', '.join(held)}" for expression, held in sorted(under.items())]


def page() -> str:
    """Return the page."""
    listed = entries(LOCK.read_text(encoding="utf-8"))
    plain, runtime = closure(listed, ()), closure(listed)
    copyleft = [f"| {name} | {what} | {under} |" for name, what, under in COPYLEFT if name in runtime]
    carried = ", ".join(name for name in sorted(runtime) if bundled(name))
    return "\n".join([
        "# Licences",
        "",
        "The program is under the [MIT licence](../LICENSE). pip installs these packages beside it, each under its",
        "own; none is part of it. What you make is yours. Versions: `.ci/locked.txt`. Made by",
        "`python docs/licences.py`.",
        "",
        f"## What runs with the program: {len(plain)} packages",
        "",
        *rows(plain),
        "",
        f"## What its extras {', '.join(EXTRAS)} bring: {len(runtime - plain)} packages",
        "",
        *rows(runtime - plain),
        "",
        "## Copyleft among them, and what it means",
        "",
        "| package | what of it | licence |",
        "|---|---|---|",
        *copyleft,
        "",
        "Using the program asks nothing of you, and no part of these libraries gets into a set. Whoever passes the",
        "program on *together with* them (an installer, an image of a disk) passes on their licences, says where their",
        "sources are, and leaves them exchangeable; leaving pip's folders as they are is enough. For `cadquery-ocp`",
        "that includes the GPL, for a reader of pictures that the program never calls. Nothing is under the AGPL; a",
        "test keeps it so.",
        "",
        f"These carry foreign libraries along, with notices in their `.dist-info` folders: {carried}.",
        "",
        "Part of the program: subsets of Noto Sans, Noto Sans Math, Noto Sans Symbols2, Alegreya and Alegreya Sans,",
        "under the [OFL-1.1](../templates/fonts/OFL.txt), which puts no condition on PDFs that embed them.",
        "",
        "## What only tests and builds use",
        "",
        f"{len(set(listed) - runtime)} packages that `pip install .` never installs and the program never imports (a",
        "test proves it). One is under the AGPL or a commercial licence: tests read our PDFs back with PyMuPDF.",
        "",
    ])  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
