"""The designer's lab. In: a game's name with its options, or a position as text. Out: play-tests with figures, solved
positions and catalogues of boards, winners' strategies as certificates, and opponents for the tables of the studio.

Begin reading at `games`, which says what can be asked of which game; then `solve` and `playtest`.
"""
