"""What a change does, for those who must act on it: as text, as a comment on a pull request, as JSON, as sheets for technicians."""
