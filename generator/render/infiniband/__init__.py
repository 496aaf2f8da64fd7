"""What the files of an InfiniBand subnet are made of."""
