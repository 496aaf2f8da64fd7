"""Text, not files: every backend turns the plan into artifacts, without access to disks."""
