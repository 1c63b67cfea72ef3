"""The lab's commands."""
