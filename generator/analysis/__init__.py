"""Capabilities of the fabrics, computed on the graph of installed links. One file per question; `analyse` runs them all."""
