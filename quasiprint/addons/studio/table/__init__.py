"""Games at a table: in the terminal and on the studio's page, a module each."""
