"""Exports: a plan in the forms that other tools read."""
