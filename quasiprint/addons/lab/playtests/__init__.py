"""The four games played by themselves, a module each."""
