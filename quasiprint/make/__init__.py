"""A run as a value: settled, designed, checked, laid out, encoded; written down in a manifest, and read back."""
