"""Adoption: turns an existing site into a spec, its pins, and a list of differences that they do not explain."""
