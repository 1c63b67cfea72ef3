"""Perfect play in games of majorities: whoever marks more cells of a line has it. Knows no board and no file.

`game` says what is played, `kernels` and `search` look for whoever wins, `solver` asks them move by move.
"""
