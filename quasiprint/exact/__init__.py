"""Numbers and plane geometry without rounding: integers of Z[ζ10], Z[ω] and other rings come in; points, contacts and
counts go out. Begin with `zeta` (numbers), `polygon` and `patch` (tiles that meet); `orbit` counts labellings,
`lattice` has cells, `beside` finds where a tile may lie, `regular` has regular tiles.
"""
