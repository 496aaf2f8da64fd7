"""Values of the files of an InfiniBand subnet."""
