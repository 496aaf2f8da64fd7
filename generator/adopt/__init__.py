"""Adoption: what stands at a site becomes a spec, its pins, and a list of what they do not explain."""
