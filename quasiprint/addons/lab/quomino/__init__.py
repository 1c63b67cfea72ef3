"""The computer as an opponent at Quomino."""
