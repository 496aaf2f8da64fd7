"""Kubernetes: every choice that its files print."""
