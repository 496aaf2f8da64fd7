"""State of control hosts, how it is copied while in use, and what a run of the playbooks restores without a copy."""
