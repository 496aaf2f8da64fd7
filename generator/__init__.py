"""clustergen: one declarative spec in, every file that builds, wires and runs a GPU cluster out."""

__version__ = "0.2.0"
