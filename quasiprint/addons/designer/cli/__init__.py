"""The designer's commands: words come in, findings, files and solutions go out. Begin with `puzzle`, then `new_set`."""
