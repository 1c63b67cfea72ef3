"""Numbers and plane geometry without rounding: integers of Z[ζ10], Z[ω] and other rings come in; points, contacts and
counts go out. Begin with `zeta` and `polygon`; `patch` has tiles, `beside` free places, `orbit` labellings."""
