"""The user's text: positions of everything in it, and diagnostics about it."""
