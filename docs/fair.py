"""Write what docs/findings/ says of fair rules, and its picture of all boards, from the results that lie there.

    python docs/fair.py            print the tables
    python docs/fair.py --write    put them into docs/findings/fair.md, and draw docs/findings/boards-*.svg

The results are files of `quasiprint catalogue majomino --size 5`; each names the command that finds it again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from quasiprint.games.majomino.classes import BoardClass, classes
from quasiprint.games.majomino.grid import stretches
from quasiprint.model.catalogue import Entry
from quasiprint.model.piece import Value
from quasiprint.pipeline import catalogue as made

FINDINGS = Path(__file__).parent / "findings"
PAGE = FINDINGS / "fair.md"
SIZE = 5
GAME = "majomino"
MIDDLE = SIZE * SIZE // 2
BEGIN, END = "<!-- {}: python docs/fair.py --write -->", "<!-- end of {} -->"
CELL, ACROSS, GAP, LABEL = 8, 23, 10, 9  # of the picture: px of a cell, boards in a row, px between them, for a name
COLOURS = {"x": "#f6c28b", "o": "#a8c6ea", None: "#ffffff"}
OPTIONS = [{"rule": "none"}, *({"rule": rule, "double_turns": f"{turn}-{turn}"} for rule in ("restricted", "standard")
                               for turn in range(1, 13)), {"rule": "restricted"}, {"rule": "standard"}]  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """A rule, and who wins each class under it, None where that is open. command: finds the results."""

    name: str
    command: str
    winners: dict[str, str | None]
    entries: dict[str, Entry]

    @property
    def games(self) -> int:
        """How many games are solved."""
        return len({one.game for one in classes(SIZE) if self.winners[one.name]})

    def boards(self, who: str | None) -> int:
        """How many boards of all somebody wins."""
        return sum(weight(one) for one in classes(SIZE) if self.winners[one.name] == who)

    def classes(self, who: str | None) -> int:
        """How many classes somebody wins."""
        return sum(winner == who for winner in self.winners.values())


def weight(one: BoardClass) -> int:
    """Return how many boards a class has."""
    return next(listed.count for listed in _listed() if listed.name == one.name)


def _listed() -> list[made.Listed]:
    if not _KNOWN:
        _KNOWN.extend(made.catalogue(GAME, {"size": SIZE}).listed)
    return _KNOWN


_KNOWN: list[made.Listed] = []


def results(options: dict[str, Value]) -> tuple[str, dict[str, Entry]] | None:
    """Return the command for a rule, and what is known; None without a file."""
    parts = [str(value) for value in options.values()]
    file = FINDINGS / "data" / f"catalogue-{GAME}-{SIZE}-{'-'.join(parts)}.jsonl"
    if not file.exists():
        return None
    wanted = made.catalogue(GAME, {"size": SIZE, **options})
    entries = made.read(file.read_bytes(), file.name, GAME, wanted, version=None)
    flags = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in options.items())
    asked = sorted({fact for entry in entries.values() for fact in entry.facts})
    more = "".join(f" --{ {'x': 'score', 'openings': 'moves', 'hardest': 'hardest'}[fact] }" for fact in asked)
    return f"quasiprint catalogue {GAME} --size {SIZE} {flags}{more}", entries


def ruled(name: str, command: str, entries: dict[str, Entry], wins: Callable[[BoardClass, Entry], str]) -> Rule:
    """Return who wins each class. wins: by a class and what is known of its game."""
    winners = {one.name: wins(one, entries[one.game]) if one.game in entries else None for one in classes(SIZE)}
    return Rule(name, command, winners, entries)


def rules() -> Iterator[Rule]:
    """Yield every rule of which something is known."""
    for options in OPTIONS:
        found = results(options)
        if found is None:
            continue
        command, entries = found
        turn = str(options.get("double_turns", "")).partition("-")[0]
        double = f"{options['rule']} double" + (f" in O's turn {turn} only" if turn else " in any turn")
        yield ruled("no double" if options["rule"] == "none" else double, command, entries, lambda _, e: e.winner)
        if options["rule"] == "none":
            yield from others(command, entries)


def others(command: str, entries: dict[str, Entry]) -> Iterator[Rule]:
    """Yield rules without a double that follow from scores and openings."""
    scored = {board: entry for board, entry in entries.items() if entry.x is not None}
    for points in range(7, 2, -1) if scored else ():
        name = f"no double; O wins with {points} of the 15 points"
        yield ruled(name, command, scored, lambda _, e, p=points: "o" if 15 - (e.x or 0) >= p else "x")
    opened = {board: entry for board, entry in entries.items() if entry.openings is not None}
    if opened:
        name = "no double; X begins in the middle cell"
        yield ruled(name, command, opened, lambda one, e: "x" if MIDDLE in cells(one, e) else "o")
        name = "no double; O says in which cell X begins"
        yield ruled(name, command, opened, lambda _, e: "x" if len(e.openings or ()) == SIZE**2 else "o")


def cells(one: BoardClass, entry: Entry) -> set[int]:
    """Return the first moves that win for X, on a class's own board."""
    return {one.cells[(row - 1) * SIZE + column - 1] for row, column in entry.openings or ()}


def table(every: list[Rule]) -> str:
    """Return who wins how many boards, rule by rule."""
    lines = [
        "| rule | games solved, of 243 | X wins: classes, boards | O wins: classes, boards | proved by two runs |",
        "|---|---|---|---|---|",
    ]
    for rule in every:
        x, o = (f"{rule.classes(who)}, {rule.boards(who)}" for who in ("x", "o"))
        proved = sum(entry.standing == "proved" for entry in rule.entries.values())
        lines.append(f"| {rule.name} | {rule.games} | {x} | {o} | {proved} |")
    return "\n".join(lines)


def whole(every: list[Rule]) -> list[Rule]:
    """Return the rules under which every board is solved, the most even first."""
    solved = [rule for rule in every if not rule.boards(None)]
    return sorted(solved, key=lambda rule: abs(rule.boards("x") - rule.boards("o")))


def answer(every: list[Rule]) -> str:
    """Return the two answers in words."""
    solved = whole(every)
    if not solved:
        return "No rule is solved for every board yet."
    best = solved[0]
    x, o = best.boards("x"), best.boards("o")
    told = [
        f"Of the rules under which every board is solved, the most even is **{best.name}**: X wins {x} boards, O {o}."
    ]
    scored = {board: entry for board, entry in best.entries.items() if entry.x is not None}
    if scored:
        counts = {x: sum(weight(one) for one in classes(SIZE) if scored[one.game].x == x)
                  for x in sorted({entry.x or 0 for entry in scored.values()})}  # fmt: skip
        told.append("X's points there, and on how many boards: "
                    + ", ".join(f"{x} on {count}" for x, count in counts.items()) + ".")  # fmt: skip
    return "\n\n".join(told)


def commands(every: list[Rule]) -> str:
    """Return the commands that find the results, each once."""
    return "\n".join(f"- `{command}`" for command in dict.fromkeys(rule.command for rule in every))


def picture(rule: Rule) -> str:
    """Draw every class: its walls, its name, and who wins."""
    pitch_x, pitch_y = SIZE * CELL + GAP, SIZE * CELL + GAP + LABEL
    rows = -(-len(classes(SIZE)) // ACROSS)
    wide, high = ACROSS * pitch_x + GAP, rows * pitch_y + GAP
    side = SIZE * CELL
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {high}' width='{wide}' height='{high}'>",
        f"<title>All 515 boards; {rule.name}: orange and X where X wins, blue and O where O wins</title>",
        f"<rect width='{wide}' height='{high}' fill='#fff'/>",
        "<g font-family='monospace' font-size='7' text-anchor='middle' stroke-linecap='square'>",
    ]
    for number, one in enumerate(classes(SIZE)):
        x, y = GAP + number % ACROSS * pitch_x, GAP + number // ACROSS * pitch_y
        winner = rule.winners[one.name]
        walls = "".join(
            f"M{a * CELL} {b * CELL}L{c * CELL} {d * CELL}" for (a, b), (c, d) in stretches(one.board.walls())
        )
        parts.append(
            f"<g transform='translate({x} {y})'><rect width='{side}' height='{side}' fill='{COLOURS[winner]}'/>"
            f"<path d='{walls}' fill='none' stroke='#222' stroke-width='1.4'/>"
            f"<text x='{side // 2}' y='{side + LABEL - 1}'>{one.name}</text>"
            f"<text x='{side // 2}' y='{side // 2 + 7}' font-size='20' opacity='.45'>{(winner or '?').upper()}</text>"
            "</g>"
        )
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def filled(text: str, name: str, told: str) -> str:
    """Put a part into a page, between its marks."""
    begin, end = BEGIN.format(name), END.format(name)
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    if not rest or not after:
        sys.exit(f"{PAGE}: has no place for {name}")
    return f"{before}{begin}\n\n{told}\n\n{end}{after}"


def main() -> int:
    """Print or write."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--write", action="store_true", help="put the tables into the page, and draw the boards")
    asked = ask.parse_args()
    every = list(rules())
    parts = {"table": table(every), "answer": answer(every), "commands": commands(every)}
    if not asked.write:
        print("\n\n".join(parts.values()))
        return 0
    text = PAGE.read_text(encoding="utf-8")
    for name, told in parts.items():
        text = filled(text, name, told)
    PAGE.write_text(text, encoding="utf-8")
    empty = Rule("no rule", "", dict.fromkeys((one.name for one in classes(SIZE)), None), {})
    chosen = (whole(every) or every or [empty])[0]
    (FINDINGS / "boards.svg").write_text(picture(chosen), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
