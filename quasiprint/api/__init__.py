"""The library: design a set, look at its pieces, check it, score, make, verify.

    tiles = quasiprint.design("triomino", highest=6)
    tiles                                   # in a notebook: a picture of all pieces
    tiles.piece("0-0-1").marks              # (0, 0, 1)
    tiles.check().proved                    # True: complete, not mirrored, it can be made
    tiles.make("set.zip", formats=("stl",)) # a folder, or a ZIP archive
    quasiprint.design("triomino", only=("0-0-1:2",)).make("lost", formats=("stl",))  # two copies of a piece
    tiles.files(formats=("svg",))           # or files in memory: {"svg/…": b"…", "manifest.json": b"…"}
    quasiprint.verify("set.zip").verified   # read back from the files alone
    quasiprint.diff("set.zip", "lost").mixes   # whether pieces of the two go together
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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quasiprint.addons.designer import puzzle, puzzle_most, set_check
    from quasiprint.addons.designer.set_check import check_set as check_set
    from quasiprint.addons.lab import play_plots, playtest
    from quasiprint.addons.lab import solve as solve_module
    from quasiprint.api.library import *
    from quasiprint.make import calibrate
    from quasiprint.make.diff import Difference as Difference
    from quasiprint.make.profile_record import lines
    from quasiprint.make.verify import By as By
    from quasiprint.make.verify import Outcome as Outcome
    from quasiprint.make.verify import Verdict as Verdict

    calibrating, playtesting, plotting = calibrate, playtest, play_plots
    puzzling, seeking = puzzle, puzzle_most
    set_writing, solving, profile_lines = set_check, solve_module, lines

# what `make` does without, since its import takes time: by its name here, the module of the pipeline, and its own name
LATER = {
    "calibrating": "calibrate",
    "check_set": "set_check.check_set",
    "profile_lines": "profile_record.lines",
    "playtesting": "playtest",
    "plotting": "play_plots",
    "puzzling": "puzzle",
    "seeking": "puzzle_most",
    "set_writing": "set_check",
    "solving": "solve",
    "Difference": "diff.Difference",
    **{name: f"verify.{name}" for name in ("By", "Outcome", "Verdict")},
}


def __getattr__(name: str) -> object:
    """Import what is imported when it is asked for: a command's help does without all of it."""
    if name in LATER:
        module, _, own = LATER[name].partition(".")
        found = import_module(f"quasiprint.make.{module}")
        return getattr(found, own) if own else found
    library = import_module("quasiprint.api.library")
    if name == "__all__":
        return [*library.__all__, *LATER]
    if name not in library.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(library, name)
