"""Made files read back: each piece is recognised by its shape."""
