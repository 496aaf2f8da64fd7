"""Specs, assets and catalogs whose every free text tries to be more than text, and readers that see whether it is."""
