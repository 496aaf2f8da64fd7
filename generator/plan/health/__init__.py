"""What a healthy host has, and the one list of checks that both schedulers run."""
