"""The user's text: where everything in it stands, and what may be said about it."""
