"""From faces to bodies: meshes, and B-reps that check them."""
