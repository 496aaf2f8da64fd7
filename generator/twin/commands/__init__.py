"""The commands of the twin: one file each."""
