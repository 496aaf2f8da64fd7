"""What growth costs: the share of existing addresses and ports that a change moves, in clustergen and in two generators beside it."""
