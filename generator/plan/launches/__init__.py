"""Training runs as schedulers start them: hosts, ranks and their rails, what the program is told, checkpoints."""
