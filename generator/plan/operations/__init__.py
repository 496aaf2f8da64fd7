"""How a running cluster is worked on: what may be touched together, and in which order."""
