"""The engine: a question of the page in, an answer out. It keeps nothing but what makes the next answer quicker.

It runs in a process that the server starts, and, where there is no server, in the browser: no disk, no network, no
clock. Whatever a user gets wrong is an answer, too: ``refused``, with the sentence of the command line, the setting
that it is about, and a command where the page cannot do what a terminal can.

What is kept of design after design is bounded here, whatever keeps it.

Many functions keep what they made last, so many values or so heavy: enough for the largest set of one game. A studio
sees designs of all games, one after the other, and of the values of a design hardly any serves the next but one. Each
memory would fill up for itself; so when all that the program holds has become much, these are emptied together.
"""

from __future__ import annotations

import gc
import sys
from functools import lru_cache
from importlib import import_module
from typing import Any

from quasiprint.addons.studio.words import Answer, Declined, Value, digest_of, game_names
from quasiprint.errors import InputError, plain
from quasiprint.model.bounded import Bounded
from quasiprint.system.progress import Say, telling

MOST = 1_000_000  # blocks of memory, of some 80 bytes each, that the program may hold
GROWTH = 1.25  # times what is left after emptying: what is in use may be more than MOST, and is emptied seldom even so
FEW = 32  # what has room for fewer values holds dear ones, such as fonts and solved positions
_Cache = type(lru_cache(len))


class _Allowed:
    blocks = MOST


def tidy() -> None:
    """Empty what functions keep, if the program holds too much."""
    if sys.getallocatedblocks() > _Allowed.blocks:
        for cach in caches():
            cach.cache_clear()
        _Allowed.blocks = max(MOST, round(sys.getallocatedblocks() * GROWTH))


def caches() -> list[Any]:
    """Return what keeps the values of recent calls. What has no bound belongs to the program, and is not among them."""
    found = gc.get_objects()
    counted = [lru for lru in found if isinstance(lru, _Cache) and (lru.cache_parameters()["maxsize"] or 0) > FEW]
    return counted + [cache for cache in found if isinstance(cache, Bounded) and cache.most > FEW]


# each question, and the module in which a function of its name answers it; that is loaded when it is asked
NAMES = {
    **{"cover": "covers", "steps": "covers"},
    **{"games": "form", "form": "form", "answers": "form", "preview": "preview", "bodies": "preview"},
    **{"proving": "preview", "read": "making", "laid": "preview"},
    **{"score": "tables", "play": "tables", "files": "making", "book": "making", "recall": "form"},
}
LONG = frozenset({"files", "book"})  # what may take so long that somebody wants to see how far it is
TYPESET = frozenset({"book", "read"})  # what needs what typesets, too


def ask(name: str, value: Value) -> Value | Answer:
    """Return what answers a question; an answer about a design bears its digest."""
    made: Value | Answer = getattr(import_module(f"quasiprint.addons.studio.{NAMES[name]}"), name)(value)
    return made if isinstance(made, Answer) else _signed(value, made)


def _signed(value: object, found: Value) -> Value:
    """Return an answer with the digest of the design that it is about, if it is about one."""
    return {**found, "digest": digest_of(value)} if isinstance(value, dict) and "settings" in value else found


def answer(name: str, value: object, tell: Say = lambda _: None) -> Answer:
    """Return the answer to a question: one of NAMES, and what it is about. tell: called with what is being done.

    Raises nothing for what a user may get wrong.
    """
    tidy()
    try:
        if name not in NAMES or not isinstance(value, dict):
            raise Declined(f"question: found {str(name)[:40]!r}, allowed is {', '.join(NAMES)}, each with a table")
        with telling(tell):
            found = ask(name, value)
    except (Declined, InputError) as problem:
        declined = problem if isinstance(problem, Declined) else Declined(str(problem))
        return Answer(_signed(value, {"refused": declined.value()}))
    except ModuleNotFoundError as problem:  # a library is missing, as in a browser: what to type instead
        game = value.get("game") if isinstance(value, dict) else None
        command = f"quasiprint make {game}" if isinstance(game, str) and game in game_names() else ""
        missing = plain(problem.name or str(problem))[:40]
        message = f"This cannot be had here, since {missing} is missing; the command line has it"
        return Answer({"refused": Declined(message + (f": {command}" if command else "."), "", command).value()})
    return found if isinstance(found, Answer) else Answer(found)
