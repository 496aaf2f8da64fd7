"""Acceptance tests: the required figures of each test, and the pairs of hosts of each round."""
