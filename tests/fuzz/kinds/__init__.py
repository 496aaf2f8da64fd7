"""What is bent: a module each, found by its `make`."""
