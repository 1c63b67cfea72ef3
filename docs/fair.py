"""Write what docs/findings/ says of fair rules, and its picture of all boards, from the results that lie there.

    python docs/fair.py            print the tables
    python docs/fair.py --write    put them into docs/findings/fair.md, and draw docs/findings/boards.svg
    python docs/fair.py --commands print the commands that find all results anew, small boards first

The results are files of `quasiprint catalogue majomino`; each belongs to one of these commands.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from quasiprint.addons.lab import catalogue as made
from quasiprint.addons.lab.answers import Entry
from quasiprint.addons.lab.majomino.cataloguing import FOLDER as RESULTS
from quasiprint.addons.lab.majomino.cataloguing import BoardClass, classes, form, games
from quasiprint.addons.lab.majomino.cataloguing import results as known_results
from quasiprint.addons.lab.majomino.claims import find_result
from quasiprint.games.majomino.board import images
from quasiprint.games.majomino.design import stretches
from quasiprint.games.majomino.notation import parse_name
from quasiprint.games.majomino.situation import Rule as Doubling
from quasiprint.model.piece import Value

FINDINGS = Path(__file__).parent / "findings"
PAGE, PICTURE = FINDINGS / "fair.md", FINDINGS / "boards.svg"
SIZES = (3, 5)
GAME = "majomino"
LARGE = 5  # the size of the picture's boards
BEGIN, END = "<!-- {}: python docs/fair.py --write -->", "<!-- end of {} -->"
CELL, ACROSS, GAP, LABEL = 8, 23, 10, 9  # of the picture: px of a cell, boards in a row, px between them, for a name
COLOURS = {"x": "#f6c28b", "o": "#a8c6ea", None: "#ffffff"}


def options_of(size: int) -> list[dict[str, Value]]:
    """Return the rules that are asked about, in order of interest."""
    turns = [f"{turn}-{turn}" for turn in range(1, size**2 // 2 + 1)]
    doubles = [{"rule": rule, "double_turns": turn} for rule in ("restricted", "standard") for turn in turns]
    return [{"rule": "none"}, *doubles, {"rule": "restricted"}, {"rule": "standard"}]


@dataclass(frozen=True)
class Rule:
    """A rule, and who wins each class under it, None where that is open. command: finds the results, "" where nothing
    was run. why: how it is known then."""

    size: int
    name: str
    command: str
    winners: dict[str, str | None]
    entries: dict[str, Entry]
    why: str = ""

    @property
    def games(self) -> int:
        """How many games are solved."""
        return len({one.game for one in classes(self.size) if self.winners[one.name]})

    def boards(self, who: str | None) -> int:
        """How many boards of all somebody wins."""
        return sum(weight(one) for one in classes(self.size) if self.winners[one.name] == who)

    def classes(self, who: str | None) -> int:
        """How many classes somebody wins."""
        return sum(winner == who for winner in self.winners.values())


def weight(one: BoardClass) -> int:
    """Return how many boards a class has."""
    return len(set(images(one.board)))


def place(size: int, options: dict[str, Value]) -> Path:
    """Return where the results of a rule lie."""
    return RESULTS / f"catalogue-{GAME}-{size}-{'-'.join(map(str, options.values()))}.jsonl"


def results(size: int, options: dict[str, Value]) -> tuple[str, dict[str, Entry]] | None:
    """Return the command for a rule, and what is known; None without a file."""
    file = place(size, options)
    if not file.exists():
        return None
    wanted = made.catalogue(GAME, {"size": size, **options})
    entries = made.read_catalogue(file.read_bytes(), file.name, GAME, wanted, version=None)
    facts = {fact for entry in entries.values() for fact in entry.facts}
    return command(size, options, facts), entries


def command(size: int, options: dict[str, Value], facts: Collection[str]) -> str:
    """Return the command that finds results."""
    flags = "".join(f" --{name.replace('_', '-')} {value}" for name, value in options.items())
    more = "".join(f" --{flag}" for fact, flag in (("x", "score"), ("openings", "moves")) if fact in facts)
    return f"quasiprint catalogue {GAME} --size {size}{flags}{more}"


def ruled(
    size: int, name: str, command: str, entries: dict[str, Entry], wins: Callable[[BoardClass, Entry], str]
) -> Rule:
    """Return who wins each class. wins: by a class and what is known of its game."""
    winners = {one.name: wins(one, entries[one.game]) if one.game in entries else None for one in classes(size)}
    return Rule(size, name, command, winners, entries)


def rules(size: int) -> Iterator[Rule]:
    """Yield every rule of which something is known."""
    for options in options_of(size):
        found = results(size, options)
        if found:
            command, entries = found
            yield ruled(size, called(options), command, entries, lambda _, e: e.winner)
        elif options["rule"] != "none":
            yield from following(size, options)
        if options["rule"] == "none":
            if not found:
                yield certain(size, called(options), "x", "theorem: [question 1](questions.md)")
            name = "no double; X marks the first cell, then O chooses who she is (pie rule)"
            yield certain(size, name, "o", "whoever chooses takes the side that wins")
            yield from others(size, command, entries) if found else ()


def called(options: dict[str, Value]) -> str:
    """Return what the page calls a rule."""
    if options["rule"] == "none":
        return "no double"
    turn = str(options.get("double_turns", "")).partition("-")[0]
    return f"{options['rule']} double" + (f", turn {turn}" if turn else ", any turn")


def certain(size: int, name: str, winner: str, why: str) -> Rule:
    """Return a rule under which one side wins every board, as a theorem says."""
    return Rule(size, name, "", {one.name: winner for one in classes(size)}, {}, why)


def following(size: int, options: dict[str, Value]) -> Iterator[Rule]:
    """Yield a rule that nothing was run for, if results under others say who wins."""
    turns = str(options.get("double_turns", ""))
    first, _, last = turns.partition("-")
    rule = Doubling(str(options["rule"]), (int(first), int(last)) if turns else None)
    winners: dict[str, str | None] = {}
    entries: dict[str, Entry] = {}
    names: set[str] = set()
    for one in classes(size):
        said = find_result(parse_name(one.game), rule)
        winners[one.name] = said.winner if said else None
        if said:
            entries[one.game] = known_results(size)[said.rule][form(parse_name(one.game))]
            turn = f"{said.rule.turns[0]}-{said.rule.turns[1]}" if said.rule.turns else ""
            here = called(options).partition(",")[2]
            names.add(called({"rule": said.rule.name, "double_turns": turn}).removesuffix(f",{here}"))
    if names:
        yield Rule(size, called(options), "", winners, entries, f"as with the {'; '.join(sorted(names))}")


def others(size: int, command: str, entries: dict[str, Entry]) -> Iterator[Rule]:
    """Yield rules without a double that follow from scores and openings."""
    scored = {board: entry for board, entry in entries.items() if entry.x is not None}
    for points in range(3 * size // 2, 0, -1) if scored else ():
        name = f"no double; O wins with {points} of the {3 * size} points"
        yield ruled(size, name, command, scored, lambda _, e, p=points: "o" if 3 * size - (e.x or 0) >= p else "x")
        if all(3 * size - (entry.x or 0) >= points for entry in scored.values()):
            break
    opened = {board: entry for board, entry in entries.items() if entry.openings is not None}
    if opened:
        name = "no double; X begins in the middle cell"
        yield ruled(size, name, command, opened, lambda one, e: "x" if size**2 // 2 in cells(one, e) else "o")
        name = "no double; O says in which cell X begins"
        yield ruled(size, name, command, opened, lambda _, e: "x" if len(e.openings or ()) == size**2 else "o")


def cells(one: BoardClass, entry: Entry) -> set[int]:
    """Return the first moves that win for X, on a class's own board."""
    size = one.board.size
    return {one.cells[(row - 1) * size + column - 1] for row, column in entry.openings or ()}


def table(size: int, every: list[Rule]) -> str:
    """Return who wins how many boards, rule by rule."""
    if not every:
        return "Nothing is computed yet."
    rows: dict[tuple[str, ...], list[str]] = {}  # the rules of which the same is said, but for the turn
    for rule in every:
        x, o = (f"{rule.classes(who)}, {rule.boards(who)}" for who in ("x", "o"))
        proved = sum(entry.standing == "proved" for entry in rule.entries.values())
        how = rule.why or (f"two runs: {proved}" if proved else "one run")
        rows.setdefault((rule.name.rpartition(" ")[0], str(rule.games), x, o, how), []).append(rule.name)
    lines = [
        f"| rule | games solved, of {len(games(size))} | X wins: classes, boards | O wins | known by |",
        "|---" * 5 + "|",
    ]
    for (_, *cells), names in rows.items():
        name = names[0] if not names[1:] else f"{names[0].replace('turn', 'turns')} to {names[-1].rpartition(' ')[2]}"
        lines.append(f"| {' | '.join([name, *cells])} |")
    return "\n".join(lines)


def whole(every: list[Rule]) -> list[Rule]:
    """Return the rules under which every board is solved, the most even first."""
    solved = [rule for rule in every if not rule.boards(None)]
    return sorted(solved, key=lambda rule: abs(rule.boards("x") - rule.boards("o")))


def answer(every: list[Rule]) -> str:
    """Return which rule is the most even, in words."""
    solved = whole(every)
    if not solved:
        return "No rule is solved for every board yet, so there is no answer."
    if all(0 in (rule.boards("x"), rule.boards("o")) for rule in solved):
        return (
            "Under every rule that is solved for all boards one side wins them all: X without a double, O by choosing, "
            "or with a double early enough. A rule that divides them lies in between."
        )
    best = solved[0]
    x, o = best.boards("x"), best.boards("o")
    also = [rule.name for rule in solved[1:] if abs(rule.boards("x") - rule.boards("o")) == abs(x - o)]
    told = [
        f"Of the rules under which every board is solved, the most even is: **{best.name}**. X wins {x} boards, O {o}."
    ]
    if also:
        told.append(f"As even: {'; '.join(also)}.")
    scored = {board: entry for board, entry in best.entries.items() if entry.x is not None}
    if scored:
        counts = {points: sum(weight(one) for one in classes(best.size) if scored[one.game].x == points)
                  for points in sorted({entry.x or 0 for entry in scored.values()})}  # fmt: skip
        told.append("X's points there, and on how many boards: "
                    + ", ".join(f"{points} on {count}" for points, count in counts.items()) + ".")  # fmt: skip
    return "\n".join(told)


def picture(rule: Rule) -> str:
    """Draw every class: its walls, its name, and who wins."""
    pitch_x, pitch_y = LARGE * CELL + GAP, LARGE * CELL + GAP + LABEL
    rows = -(-len(classes(LARGE)) // ACROSS)
    wide, high = ACROSS * pitch_x + GAP, rows * pitch_y + GAP
    side = LARGE * CELL
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {high}' width='{wide}' height='{high}'>",
        f"<title>All 515 boards; {rule.name}: orange and X where X wins, blue and O where O wins</title>",
        f"<rect width='{wide}' height='{high}' fill='#fff'/>",
        "<g font-family='monospace' font-size='7' text-anchor='middle' stroke-linecap='square'>",
    ]
    for number, one in enumerate(classes(LARGE)):
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


def parts() -> dict[str, str]:
    """Return what the page is filled with, by the name of the place."""
    known = {size: list(rules(size)) for size in SIZES}
    found = {f"table of {size}": table(size, known[size]) for size in SIZES}
    return found | {f"answer of {size}": answer(known[size]) for size in SIZES}


def page(text: str) -> str:
    """Return the page, filled."""
    for name, told in parts().items():
        text = filled(text, name, told)
    return text


def drawn() -> str:
    """Return the picture of all boards: under the most even rule of those that are solved, or the first of any."""
    every = list(rules(LARGE))
    empty = Rule(LARGE, "nothing is solved yet", "", dict.fromkeys((one.name for one in classes(LARGE)), None), {})
    run = [rule for rule in every if rule.command]
    return picture((whole(run) or run or [empty])[0])


def main() -> int:
    """Print or write."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--write", action="store_true", help="put the tables into the page, and draw the boards")
    ask.add_argument("--commands", action="store_true", help="print the commands that find all results")
    asked = ask.parse_args()
    if asked.commands:
        for size in SIZES:
            for options in options_of(size):
                facts = {"x", "openings"} if size < LARGE or options["rule"] == "none" else set[str]()
                print(command(size, options, facts), "-o", place(size, options).relative_to(Path.cwd()))
    elif asked.write:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        PICTURE.write_text(drawn(), encoding="utf-8")
    else:
        print("\n\n".join(parts().values()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
