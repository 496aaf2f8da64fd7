"""Monitoring: jobs and their targets, rules with the plan's own numbers, receivers of alerts."""
