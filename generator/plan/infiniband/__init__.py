"""The InfiniBand side of the plan: subnets, routing, partitions, addresses, and what was discovered held against them."""
