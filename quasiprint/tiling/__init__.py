"""Complete sets of tiles, and layouts of them: what several games share, knowing none."""
