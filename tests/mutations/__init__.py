"""Ways to break a made set, one by one: what `quasiprint verify` is measured by.

Nothing here shares code with the program: files are read and written again with numpy, zipfile, pypdf and plain
text, so that an error in one of the program's writers or readers cannot hide an error in what breaks the set.
"""
