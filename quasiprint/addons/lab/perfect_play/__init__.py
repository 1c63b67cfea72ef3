"""Perfect play in games of majorities: whoever marks more cells of a line wins it. In: a `contest`, which knows no
board and no file. Out: the winner, and every move's worth.

Begin with `contest`; `kernels` and `search` look for the winner, `solver` asks them move by move."""
