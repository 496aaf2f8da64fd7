"""The RoCE contract of each lossless fabric, and its settings on switches."""
