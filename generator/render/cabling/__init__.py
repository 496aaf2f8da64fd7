"""What the tables for cabling are made of."""
