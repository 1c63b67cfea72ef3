#!/usr/bin/env bash
# A solver that is asked for all solutions and given several cores ends with some of them, and says it is done.
#
# ortools 9.15.6755 (CP-SAT).
# A puzzle's fillings are counted by `enumerate_all_solutions`. One of four places for each of two pieces: 4 × 4 = 16.
# Guess: several workers find the same 16, sooner; or the solver refuses, or takes one worker.
# Seen: one worker finds 16. Two or more find fewer (12), and the status is the same word, OPTIMAL.
# For a designer: count with one worker, or by another program.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check ortools==9.15.6755
environment/bin/python - <<'END'
from ortools.sat.python import cp_model


class Count(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.count = 0

    def on_solution_callback(self):
        self.count += 1


def counted(workers):
    model = cp_model.CpModel()
    places = [model.new_bool_var(f"place {number}") for number in range(8)]
    model.add_exactly_one(places[:4])
    model.add_exactly_one(places[4:])
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = workers
    count = Count()
    return solver.status_name(solver.solve(model, count)), count.count


assert counted(1) == ("OPTIMAL", 16)
for workers in (2, 4):
    status, count = counted(workers)
    assert status == "OPTIMAL" and 0 < count < 16, (status, count)
END
echo "as stated"
