"""What the STL files of all tiles cost, as a ratio to the obvious CadQuery script.

``tiles`` is the script's job and more: from the design to each tile's body and, where a game has them, its inlays and
its one-piece variant in relief, which the script does not make. ``make`` is the whole command, which also proves the
set, adds tokens and plates, hashes every file and writes a manifest.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from measuring import Figure, Used, arguments, empty, fresh, in_turn, program, report, run

HERE = Path(__file__).resolve().parent
LIMIT = 1 / 20  # of the peer's CPU, for all tiles
TILES = "import sys; sys.path.insert(0, sys.argv[1]); import stl_speed; stl_speed.tiles(*sys.argv[2:])"


def tiles(game: str, folder: str) -> None:
    """Write the single-piece STL files of all tiles of a game's default set."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads would spin for nothing
    from quasiprint.formats.stl import write as stl
    from quasiprint.make.run import Request, settle
    from quasiprint.make.workshop import Workshop
    from quasiprint.model.measures import Maker
    from quasiprint.model.production import SolidProduction
    from quasiprint.solids.build import solid_pieces
    from quasiprint.solids.mesh import meshes

    run = settle(Request(game, {}))
    held = replace(Workshop(run).set(Maker.PRINTER), accessories=())
    pieces = solid_pieces(held)
    production = SolidProduction(held, pieces, meshes(pieces), (), run.profiles.bed)
    for output in stl.files(production):
        path = Path(folder, output.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(output.content)


def made(command: list[str]) -> Used:
    """Run a command on a new folder; its output is how many STL files it left."""
    with empty() as place:
        folder = fresh(place)
        used = run([*command, folder])
        return replace(used, output=str(len(list(folder.rglob("*.stl")))))


def measure(game: str, rounds: int) -> list[Figure]:
    """Return the CPU seconds of each, how many files they wrote, and the ratios."""
    jobs = {
        "peer": [sys.executable, str(HERE / f"cadquery_{game}.py")],
        "tiles": [sys.executable, "-c", TILES, str(HERE), game],
        "make": [*program("make", game, "--format", "stl", "-o")],
    }
    used = in_turn(rounds, {name: lambda command=command: made(command) for name, command in jobs.items()})
    return [
        *(Figure(f"{name}, CPU s", one.cpu_s) for name, one in used.items()),
        *(Figure(f"{name}, files", int(one.output)) for name, one in used.items()),
        Figure("tiles to peer", used["tiles"].cpu_s / used["peer"].cpu_s, most=LIMIT),
        Figure("make to peer", used["make"].cpu_s / used["peer"].cpu_s),
    ]


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("game", nargs="?", choices=("quasimino", "triomino"), default="quasimino")
    asked = parser.parse_args()
    sys.exit(report(measure(asked.game, asked.rounds), asked.json, asked.write))
