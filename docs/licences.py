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
PYTHON = "3.11"  # that the page is made with: the list has other wheels for others

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

# what a direct dependency is there for
USES = {
    "cadquery": "pieces as workplanes, and the second construction of every body",
    "cadquery-ocp": "CadQuery's kernel: reads the STEP of older versions, and every STEP in verify --thorough",
    "click": "the command line",
    "defusedxml": "reading XML that others wrote",
    "ezdxf": "needed by cadquery; tests read DXF back with it",
    "manifold3d": "bodies as meshes: union, difference",
    "markdown-it-py": "the texts of the rulebooks",
    "numba": "compiles what takes long",
    "numpy": "meshes",
    "pypdf": "booklets, reading PDFs",
    "reportlab": "PDF of sheets, pages and score sheets",
    "shapely": "areas, offsets, overlaps",
    "svgelements": "paths of SVG symbols",
    "svgwrite": "SVG",
    "typst": "PDF of rulebooks",
    "build": "builds the wheel that is tested",
    "coloraide": "CIEDE2000 and colour vision, as a second opinion",
    "editables": "installs the checkout in place",
    "fonttools": "outlines of letters, as a second opinion",
    "furo": "how the site looks",
    "hatchling": "builds the package",
    "hypothesis": "laws as properties",
    "import-linter": "imports point one way",
    "lib3mf": "reads 3MF back",
    "mypy": "types",
    "myst-parser": "pages in Markdown, for Sphinx",
    "networkx": "maxima of Quomino's bounds, as a second opinion",
    "ortools": "a solution of a puzzle, or that there is none; certificates of Quomino's bounds",
    "packaging": "reads versions and their bounds",
    "pymupdf": "reads PDF back",
    "pytest": "runs the tests",
    "pytest-xdist": "runs them on all cores",
    "pyyaml": "reads the forms for reports",
    "ruff": "style",
    "scipy": "chi-square, as a second opinion",
    "sphinx": "builds the documentation site",
    "trimesh": "reads STL back",
}

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


def rows(listed: dict[str, list[Entry]], names: set[str]) -> list[str]:
    """Return the lines of the table of these packages."""
    lines = []
    for name in sorted(names):
        held = listed[name]
        needed = sorted(set().union(*(entry.needed_by for entry in held)))
        use = USES.get(name) or f"needed by {', '.join(needed)}"
        lines.append(f"| {name} | {', '.join(entry.version for entry in held)} | {licence(name)} | {use} |")
    return lines


def page() -> str:
    """Return the page."""
    listed = entries(LOCK.read_text(encoding="utf-8"))
    plain, runtime = closure(listed, ()), closure(listed)
    head = ["| package | version | licence | what for |", "|---|---|---|---|"]
    copyleft = [f"| {name} | {what} | {under} |" for name, what, under in COPYLEFT if name in runtime]
    carried = [f"- {name}: {', '.join(sorted(bundled(name)))}" for name in sorted(runtime) if bundled(name)]
    return "\n".join([
        "# Licences",
        "",
        "Made by `python docs/licences.py` from `.ci/locked.txt` and the metadata of what is installed.",
        "The program itself is under the [MIT licence](../LICENSE). None of these packages is part of it: pip installs",
        "them beside it, each under its own licence. What you make with the program is yours.",
        "",
        f"## What runs with the program: {len(plain)} packages",
        "",
        *head,
        *rows(listed, plain),
        "",
        f"## What CadQuery, numba, Dask, matplotlib and OR-Tools bring: {len(runtime - plain)} packages",
        "",
        'Installed with `quasiprint[cadquery]` and `quasiprint[fast]` alone, as README.md\'s command does, and with '
        "`quasiprint[cluster]`, `quasiprint[plots]` and `quasiprint[puzzle]`.",
        "",
        *head,
        *rows(listed, runtime - plain),
        "",
        "## Copyleft among them, and what it means",
        "",
        "| package | what of it | licence |",
        "|---|---|---|",
        *copyleft,
        "",
        "To use the program asks nothing of you, nor does it touch what you make: these are libraries that pip puts",
        "beside it, and no part of one gets into a set. Whoever passes the program on *together with* them (an",
        "installer, an image of a disk) passes on their licences, says where their sources are, and leaves them",
        "exchangeable; to leave pip's folders as they are is enough. For `cadquery-ocp` that includes the GPL, for a",
        "reader of pictures that the kernel can call and the program never does; no file of a set needs it. Nothing is",
        "under the AGPL; a test keeps it so.",
        "",
        f"Foreign libraries that wheels carry along (on Linux, x86-64, Python {PYTHON}; as far as their file lists",
        "say). Their notices lie in the packages' `.dist-info` folders:",
        "",
        *carried,
        "",
        "Part of the program: subsets of Noto Sans, Noto Sans Math, Noto Sans Symbols2, Alegreya and Alegreya",
        "Sans, under the [OFL-1.1](../templates/fonts/OFL.txt). They are embedded in the PDFs it makes, which the OFL",
        "allows without any condition on the document.",
        "",
        "## What only tests and builds use",
        "",
        "Never installed by `pip install .`, never imported by the program (a test proves it). PyMuPDF is under the",
        "AGPL or a commercial licence: tests read our PDFs back with it, and nothing of it is passed on.",
        "",
        *head,
        *rows(listed, set(listed) - runtime),
        "",
    ])  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
