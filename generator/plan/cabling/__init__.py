"""Cables and what is bought, labelled and pulled."""
