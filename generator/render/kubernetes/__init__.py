"""What Kubernetes is told of the cluster, as plain objects to serialise."""
