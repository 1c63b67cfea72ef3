"""What a set looks like: its pieces side by side, its plates and sheets, and what is in the box, as SVG and PNG."""
