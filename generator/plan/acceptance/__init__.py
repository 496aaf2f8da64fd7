"""Acceptance: what each test has to reach, and who is tested with whom in which round."""
