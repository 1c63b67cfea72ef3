"""What stands beside the core. Nothing outside of this folder imports anything in it."""
