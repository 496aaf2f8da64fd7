"""A change as text, as a comment on a pull request, as JSON, as sheets for technicians."""
