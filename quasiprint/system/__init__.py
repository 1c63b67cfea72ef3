"""What the program asks of the machine that it runs on: signals, processes, streams, compilers; and progress told."""
