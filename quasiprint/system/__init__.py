"""The machine that the program runs on: functions and commands come in; results, progress and exit codes go out. Begin
with `children` (processes); `interruption` handles Ctrl-C, `outcome` standard output, `compiled` numba, `press` Typst.
"""

import os

WINDOWS = os.name == "nt"  # where it differs, a comment says so
