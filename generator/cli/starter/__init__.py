"""The starter spec of `clustergen init`: the questions that it asks, and the spec that follows from the answers."""
