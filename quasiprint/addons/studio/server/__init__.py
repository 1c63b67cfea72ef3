"""The way from a browser to the engine: a small server on this machine alone.

`guard` refuses whatever does not come from the studio's own page; `worker` is the engine in a process of its own;
`start` lets long work wait its turn, knows the addresses, brings it all up, bounds how long a client may keep it
waiting, and clears it away.
"""
