"""Adoption: turns an existing site into a spec, its pins, and a list of what they do not explain."""
