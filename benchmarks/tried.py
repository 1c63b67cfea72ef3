"""Which values of a set's options a benchmark tries."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from measuring import arguments

from quasiprint import games
from quasiprint.model.option import SET_OPTIONS, Kind

GAMES = ("quasimino", "triomino", "majomino", "quomino")
# options that no piece shows: of rules, of games that are played, of files that the user brings
NOT_OF_PIECES = {
    "project", "symbols", "board", "winner", "fair", "rule", "double_turns", "target", "double_hexagon",
    "triple_hexagon", "empty_pool", "first",
}  # fmt: skip
Values = tuple[object, ...]


def options(game: str, tried: Mapping[str | tuple[str, str], Values], without: Collection[str]) -> Iterator[list[str]]:
    """Yield as words what is tried: each option that a game's set heeds, with each of its choices, or some values.

    tried: values by an option's name, or by a game's and its name. without: options that are left out.
    Raises SystemExit for an option of which nobody said what is to be tried.
    """
    for option in (*games.load(game).options, *SET_OPTIONS):
        if option.name in NOT_OF_PIECES or option.name in without:
            continue
        values = tried.get((game, option.name), tried.get(option.name))
        if values is None and option.kind is Kind.FLAG:
            values = (True,)
        elif values is None and option.choices:
            values = tuple(choice for choice in option.choices if choice != option.default)
        elif values is None:
            raise SystemExit(f"--{option.name} of {game}: say in the benchmark which of its values are tried")
        flag = f"--{(option.typed or option.name).replace('_', '-')}"
        yield from ([flag] if value is True else [f"{flag}={value}"] for value in values)


def wishes(about: str | None) -> argparse.Namespace:
    """Return what was typed: the games, all if none is named, and another checkout. about: the benchmark."""
    parser = arguments(about)
    parser.add_argument("games", nargs="*", default=GAMES, help="of these alone")
    parser.add_argument("--before", type=Path, help="another checkout of the sources")
    return parser.parse_args()
