"""Text, not files: every backend turns the plan into artifacts, and knows nothing of disks."""
