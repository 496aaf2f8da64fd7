"""Expected state of a healthy host, and the list of checks that both schedulers run."""
