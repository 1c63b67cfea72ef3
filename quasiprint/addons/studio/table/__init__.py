"""Games at a table, in the terminal and on the studio's page. In: lines, as players type them. Out: the table after a
move, what may be done next, and answers in words. Begin with `session`; `tiles` is what games with tiles share, and
each game has a module."""
