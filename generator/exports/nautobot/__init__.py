"""Objects for Nautobot's REST API, how they are loaded, and how its answers are read."""
