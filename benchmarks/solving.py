"""What it costs to solve Majomino, and whether the solver agrees with a plain minimax on endings by the thousand.

Positions that were looked at, and CPU seconds, of question 4's board and of four boards while they are empty;
then endings of up to 12 empty cells under every rule, beside `tests/support/plain_minimax.py`: winner and score.
Ends with 1 at the first that differs, or where a known answer is not found.

    python benchmarks/solving.py [--endings N] [--seed N] [--whole] [--write]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from measuring import PAGE, recorded, table
from plain_minimax import REGIONS, Ending, drawn, every_move

from quasiprint.addons.lab.answers import Effort, Solution
from quasiprint.addons.lab.perfect_play import search
from quasiprint.addons.lab.solve import problem
from quasiprint.games.majomino.board import MarkedBoard, of_regions
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import EXAMPLE, QUESTION
from quasiprint.system.compiled import compile_kernel

MOST_EMPTY = 12
OTHERS = REGIONS[1:4]  # boards that are solved whole
LOST = {(2, 1): 7, (4, 3): 7}  # of question 4: X's points after the best moves; 6 after any other


def solved(ending: Ending, effort: Effort) -> Solution:
    """Return what the program finds of an ending."""
    size = int(len(ending.regions) ** 0.5)
    text = write(of_regions(size, [ord(name) for name in ending.regions]), ending.marks)
    options = {"to_move": ending.mover}
    if ending.rule == "none":
        options["double"] = "none"
    else:
        options |= {"rule": ending.rule, "double": "used" if ending.used else "unused"}
        if ending.turns:
            options["double_turns"] = "-".join(map(str, ending.turns))
    return problem("majomino", text.encode(), "board", options).solve(effort, {}, lambda _: None)


def differs(ending: Ending) -> str:
    """Return how solver and minimax differ on an ending: "" if they agree on every move, winner and score."""
    size = int(len(ending.regions) ** 0.5)
    right = {
        tuple((cell // size + 1, cell % size + 1) for cell in move): points
        for move, points in every_move(ending).items()
    }
    scored, won = (solved(ending, Effort(score=score, memory=64)) for score in (True, False))
    found = {choice.cells: choice.x for choice in scored.choices}
    if found != {move: (points, points) for move, points in right.items()}:
        return f"{ending}: scores {found}, right {right}"
    winners = {choice.cells: won.winner_of(choice.x) for choice in won.choices}
    expected = {move: scored.winner_of((points, points)) for move, points in right.items()}
    best = max(right.values()) if ending.mover == "x" else min(right.values())
    if winners != expected or scored.x != (best, best) or won.winner != scored.winner_of((best, best)):
        return f"{ending}: winners {winners}, right {expected}"
    return ""


def compare(endings: int, seed: int) -> int:
    """Return how many endings agreed; ends the program at one that differs."""
    for number in range(seed, seed + endings):
        wrong = differs(drawn(number, MOST_EMPTY if number % 20 == 0 else MOST_EMPTY - 3))
        if wrong:
            sys.exit(f"ending {number}: {wrong}")
    return endings


def measured(name: str, ending: Ending, effort: Effort) -> tuple[list[object], Solution]:
    """Return a row of figures, and what was found."""
    begun = time.process_time()
    found = solved(ending, effort)
    seconds = time.process_time() - begun
    return [name, found.winner or "open", f"{found.nodes:,}", round(seconds, 2)], found


def letters(position: MarkedBoard) -> tuple[str, str]:
    """Return regions and marks of a board in the books as an ending has them."""
    return "".join(chr(ord("A") + region) for region in position.board.regions), position.marks


def main() -> int:
    """Measure, compare, and print or write what came of it."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--endings", type=int, default=2000, help="how many endings to compare")
    ask.add_argument("--seed", type=int, default=1, help="number of the first")
    ask.add_argument("--whole", action="store_true", help="also four boards from the empty position: minutes")
    ask.add_argument("--write", action="store_true", help="put the figures into benchmarks/README.md")
    asked = ask.parse_args()
    compile_kernel(search.decide)
    question, typical = letters(QUESTION), letters(EXAMPLE)[0]
    solved(Ending(question[0], question[1], "x", "standard", used=True), Effort())  # to have it compiled
    rows = []
    row, found = measured("question 4, every score", Ending(*question, "x", "standard", used=True), Effort(score=True))
    rows.append(row)
    if any(choice.x[0] != LOST.get(choice.cells[0], 6) for choice in found.choices):
        sys.exit(f"question 4: {found.choices}")
    for regions in (typical, *OTHERS) if asked.whole else ():
        empty = Ending(regions, "." * 25, "x", "restricted", turns=(1, 1))
        name = "the typical board" if regions == typical else regions
        row, found = measured(f"{name}, empty; restricted double in turn 1", empty, Effort())
        rows.append(row)
        if found.winner != "o":
            sys.exit(f"{name}: {found.winner}")
    begun = time.process_time()
    compare(asked.endings, asked.seed)
    told = table(["position", "winner", "positions looked at", "CPU s"], rows)
    told += f"\n{asked.endings} endings agree with a plain minimax, in {time.process_time() - begun:.0f} CPU s.\n"
    if asked.write:
        PAGE.write_text(recorded(PAGE.read_text(encoding="utf-8"), "solving", told), encoding="utf-8")
    else:
        print(told if sys.stdout.isatty() else json.dumps({"rows": rows, "endings": asked.endings}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
