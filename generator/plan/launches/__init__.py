"""Training runs as schedulers start them: hosts, ranks and their rails, arguments of the program, checkpoints."""
