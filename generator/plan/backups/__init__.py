"""What state control hosts have, how it is copied while it is in use, and what a run of the playbooks restores without a copy."""
