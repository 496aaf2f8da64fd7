"""What watches the cluster: jobs and their targets, rules with the plan's own numbers, who is told."""
