"""What rooms share, as values. Settings come in from files and options; pieces and findings go from room to room.
Begin with `face` and `piece` (what is made), then `game` and `format` (what rooms offer), `measures`, `profile` and
`option` (settings), `production` and `page` (what formats get), `finding` (what checks return), `play` (moves)."""
