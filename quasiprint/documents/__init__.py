"""What is read on paper: books, sheets to cut out or to write on, inventories, score sheets."""
