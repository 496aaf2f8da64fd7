"""What Kubernetes is told of the cluster: every choice, before anything is printed."""
