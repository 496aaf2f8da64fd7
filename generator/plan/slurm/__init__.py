"""Slurm: who controls, which partitions and accounts there are, what is near what, what a host must have."""
