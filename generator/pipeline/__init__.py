"""The order of the stages: from a file to a plan, with the problems of every stage that can still run."""
