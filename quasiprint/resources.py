"""Where the templates lie: what a user may edit, as files.

A user's own file, ``templates/NAME`` in the current folder, wins over the one that comes with
the program.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def packaged() -> Path:
    """Return the folder of the templates that come with the program.

    In a wheel it lies in the package; in a checkout beside it.
    """
    inside = _PACKAGE / "templates"
    return inside if inside.is_dir() else _PACKAGE.parent / "templates"


def folders() -> tuple[Path, ...]:
    """Return the folders that hold templates, the one that wins first."""
    return Path("templates"), packaged()


def template(name: str) -> Path:
    """Return the file of a template, named with forward slashes: the user's own, if there is one.

    Raises FileNotFoundError for a template that nobody has.
    """
    for folder in folders():
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"no template {name!r}")
