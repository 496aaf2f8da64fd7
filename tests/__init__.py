"""The tests: beside each stage, over whole trees, and with the real programs that read them."""
