"""Judges: what says whether an output is right, apart from the code that made it."""
