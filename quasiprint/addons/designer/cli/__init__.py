"""The designer's commands."""
