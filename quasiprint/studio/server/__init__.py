"""The way from a browser to the engine: a small server on this machine alone.

`connections` bounds how long a client may keep it waiting; `guard` refuses whatever does not come from the studio's own
page; `app` knows the addresses; `hands` are processes in which the engine works, each of which can be stopped; `runs`
lets long work wait its turn; `start` brings it all up and clears it away.
"""
