"""What the program asks of the machine that it runs on: signals, processes, streams, compilers; and progress told."""

import os

WINDOWS = os.name == "nt"  # what it does otherwise is said where it is
