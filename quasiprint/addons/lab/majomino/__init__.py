"""Majomino solved. In: boards and positions. Out: who wins, all boards of a size, certificates, moves of an opponent.
Begin with `solving`; `cataloguing` does all boards, `replay` checks certificates, `claims` is for print."""
