"""Parts of pages that a browser shows: how they look, what draws bodies on them, and how one file holds it all."""
