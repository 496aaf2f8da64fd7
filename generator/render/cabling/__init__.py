"""Rows of the tables for cabling."""
