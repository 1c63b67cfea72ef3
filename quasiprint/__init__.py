"""Complete, proven sets of physical tile games, as files for printers, lasers and paper.

The command line is one door; this is the other, for programs and notebooks:

    import quasiprint

    tiles = quasiprint.design("quasimino", colours=3)
    assert len(tiles.pieces) == 90 and tiles.check().proved
    tiles.make("set.zip")
    assert quasiprint.verify("set.zip").verified

See `quasiprint.api`, and examples/composition.
"""

from __future__ import annotations

from quasiprint.version import __version__

__all__ = [
    "AccessoryView",
    "Design",
    "Finding",
    "GameSet",
    "InputError",
    "Judgement",
    "Layout",
    "Made",
    "PieceView",
    "Proof",
    "Verdict",
    "__version__",
    "check_set",
    "design",
    "format_names",
    "game_names",
    "read_layout",
    "score",
    "solve",
    "verify",
]

TYPE_CHECKING = False  # `typing` takes longer to load than all that is here
if TYPE_CHECKING:
    from quasiprint.api import *


def __getattr__(name: str) -> object:
    """Import the library when it is first asked for: the command line's help does without."""
    if name in __all__:
        from quasiprint import api

        return getattr(api, name)
    raise AttributeError(f"module 'quasiprint' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
