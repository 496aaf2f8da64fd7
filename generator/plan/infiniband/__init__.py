"""The InfiniBand side of the plan: subnets, routing, partitions, addresses, and the comparison with what was discovered."""
