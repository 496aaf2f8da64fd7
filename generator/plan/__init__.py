"""Every choice made: the allocators, the checks, and the plan that all outputs are printed from."""
