"""Perfect play in games of majorities: whoever marks more cells of a line has it. Knows no board and no file.

`contest` says what is played, `kernels` and `search` look for whoever wins, `solver` asks them move by move.
"""
