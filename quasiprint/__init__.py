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

from importlib.machinery import PathFinder

from quasiprint.version import __version__ as __version__

TYPE_CHECKING = False  # `typing` takes longer to load than all that is here
if TYPE_CHECKING:
    from quasiprint.api import *


def __getattr__(name: str) -> object:
    """Import the library when it is first asked for: the command line's help does without."""
    own = name == "__all__" or not (name.startswith("_") or PathFinder.find_spec(f"{__name__}.{name}", __path__))
    if own:
        from quasiprint import api

        if name == "__all__":
            return ["__version__", *api.__all__]
        if name in api.__all__:
            return getattr(api, name)
    raise AttributeError(f"module 'quasiprint' has no attribute {name!r}")


def __dir__() -> list[str]:
    from quasiprint import api

    return ["__version__", *api.__all__]
