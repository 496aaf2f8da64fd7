"""The room in tables and in words."""
