"""Slurm: controllers, partitions, accounts, topology, and hardware of hosts."""
