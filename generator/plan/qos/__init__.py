"""The RoCE contract of each lossless fabric, and what its switches make of it."""
