"""Provisioning: names, addresses and boot files for hosts and switches, and their servers."""
