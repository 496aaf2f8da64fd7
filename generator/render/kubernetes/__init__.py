"""Objects of Kubernetes, as plain values to serialise."""
