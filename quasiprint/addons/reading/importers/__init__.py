"""What reads the files of each format that shows pieces: plain geometry comes out."""
