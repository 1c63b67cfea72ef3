"""The lab: Majomino solved, catalogued and proved; games played by themselves."""
