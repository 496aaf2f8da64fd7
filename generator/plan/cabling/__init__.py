"""Cables: the bill, labels and pulls."""
