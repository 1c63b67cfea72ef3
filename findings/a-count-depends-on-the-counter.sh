#!/usr/bin/env bash
# Of four beads two are to be black: a solver that lists its solutions finds 6, 24 or 34, as the counter is built.
#
# python-sat 1.9.dev24, with its default solver.
# `CardEnc` writes "exactly", "at most" or "at least" k of n as clauses; `enum_models` lists what satisfies them.
# Guess: whichever way of writing is chosen, the number of solutions is the same, or wrong for all bounds alike.
# Seen: helping variables of the counter are free where the bound leaves them so, and each of their values is a solution
# more. The sequential counter is right for "exactly two" (6) and wrong for "at most two" (29 for 11); the totalizer is
# wrong for both (24, 76), sorting networks most (34, 128). Seen through the four beads alone, all are right.
# For a designer: count the fillings of a puzzle by the variables of its tiles, never by the solver's own list.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check python-sat==1.9.dev24
environment/bin/python - <<'END'
from math import comb

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

BEADS, BLACK = 4, 2
RIGHT = {"equals": comb(BEADS, BLACK), "atmost": sum(comb(BEADS, k) for k in range(BLACK + 1))}
SEEN = {
    ("equals", EncType.seqcounter): 6, ("equals", EncType.totalizer): 24, ("equals", EncType.sortnetwrk): 34,
    ("equals", EncType.mtotalizer): 6,
    ("atmost", EncType.seqcounter): 29, ("atmost", EncType.totalizer): 76, ("atmost", EncType.sortnetwrk): 128,
    ("atmost", EncType.mtotalizer): 35,
}
for (bound, encoding), count in SEEN.items():
    clauses = getattr(CardEnc, bound)(lits=list(range(1, BEADS + 1)), bound=BLACK, encoding=encoding)
    with Solver(bootstrap_with=clauses) as solver:
        models = list(solver.enum_models())
    assert len(models) == count, (bound, encoding, len(models))
    assert len({tuple(model[:BEADS]) for model in models}) == RIGHT[bound], (bound, encoding)
END
echo "as stated"
