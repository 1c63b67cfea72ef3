"""What rooms and formats share: pieces, faces, sets, measures, findings, and what a game and a format are."""
