"""Drawings: SVG made of shapes and text, from the plan's records."""
