"""Settings of switches that no cable and no packet shows: each has a place in the switch's own file, a value that follows from the plan, and a reason."""
