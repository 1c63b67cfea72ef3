"""The library: design a set, look at its pieces, check it, score, make, verify.

    tiles = quasiprint.design("triomino", highest=6)
    tiles                                   # in a notebook: a picture of all pieces
    tiles.piece("0-0-1").marks              # (0, 0, 1)
    tiles.check().proved                    # True: complete, not mirrored, it can be made
    tiles.make("set.zip", formats=("stl",)) # a folder, or a ZIP archive
    quasiprint.design("triomino", only=("0-0-1:2",)).make("lost", formats=("stl",))  # two copies of a piece
    tiles.files(formats=("svg",))           # or files in memory: {"svg/…": b"…", "manifest.json": b"…"}
    quasiprint.verify("set.zip").verified   # read back from the files alone
    quasiprint.score("quasimino", text)     # what the rules say of a layout or game
    quasiprint.check_set("mine.toml").proved   # a set file: nothing is missing, nothing twice
    quasiprint.solve("majomino", text).winner   # who wins a position when both play their best
    tiles.piece("0-0-1").workplane()        # a cadquery.Workplane, to design on (pip install "quasiprint[cadquery]")

Options are a game's own, by their names in a project file (``per_page``), and those of every set: ``edge``,
``thickness``, ``stripe``, ``kerf``, ``clearance`` (mm), ``seed``, ``profiles``, ``language``, ``storage``, ``touch``,
and of a part of one ``only`` and ``spares``. Whatever cannot be is an `InputError`, with one sentence that says what
was found and what is allowed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from quasiprint.model.plugins import require_extension

if TYPE_CHECKING:
    from quasiprint.api.library import *
    from quasiprint.make.verify import Verdict as Verdict

BROUGHT = ("check_set", "solve")  # by add-ons, through entry points of the group "quasiprint.api"


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for. Raises InputError for what a missing add-on would bring."""
    library = import_module("quasiprint.api.library")
    if name == "__all__":
        return [*library.__all__, "Verdict", *BROUGHT]
    if name == "Verdict":  # what `verify` returns, and loads
        return import_module("quasiprint.make.verify").Verdict
    if name in BROUGHT:
        return require_extension("quasiprint.api", name, name, "lab" if name == "solve" else "designer")
    if name not in library.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(library, name)
