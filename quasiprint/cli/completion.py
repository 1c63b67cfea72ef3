"""What a shell may complete: games, formats, profiles, and words of which an option takes one.

It is click's mechanism; docs/completion.md says how it is switched on. Nothing here may fail: a shell shows errors in
the middle of what is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def words(known: Sequence[object]) -> Completer:
    """Return what completes one of some words."""
    return lambda _ctx, _parameter, begun: _begun(map(str, known), begun)


def formats(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the last of formats with commas between them; none is offered twice."""
    from quasiprint import formats as known

    before, comma, last = begun.rpartition(",")
    taken = before.split(",")
    return _begun((name for name in known.names() if name not in taken), last, before + comma)


def things(ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the last of names with commas between them: ids of the usual set of the game that stands before."""
    from quasiprint.api import SAMPLES, design, game_names
    from quasiprint.model.errors import InputError

    before, comma, last = begun.rpartition(",")
    # of a line that ends with an option click leaves the words before it unread
    game = next((word for word in (ctx.params.get("game"), *ctx.args) if word in game_names()), "")
    try:
        made = design(game)
        sets = [made.as_made_by(process) for process in ("paper", "printer", "laser")]
    except InputError:
        sets = []
    known = dict.fromkeys(thing.id for one in sets for thing in one.things)
    return _begun([*known, SAMPLES], last, before + comma)


def profiles(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a profile, each with what `quasiprint profiles` says of it; else a file's."""
    from quasiprint.api import profile_lines
    from quasiprint.model.errors import InputError

    try:
        known = {name: line for each in profile_lines().values() for name, line in each.items()}
    except InputError:  # one of the user's own that cannot be read
        known = {}
    found = [CompletionItem(name, help=line) for name, line in known.items() if _fits(name, begun)]
    return found or [CompletionItem(begun, type="file")]


def _begun(known: Iterable[str], begun: str, before: str = "") -> list[CompletionItem]:
    return [CompletionItem(f"{before}{name}") for name in known if _fits(name, begun)]


def _fits(name: str, begun: str) -> bool:
    """Tell whether a name begins so; capitals do not matter."""
    return name.casefold().startswith(begun.casefold())
