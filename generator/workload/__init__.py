"""What a training run asks of a cluster: time, memory, bytes on the links, storage and spare time for failures. Arithmetic alone: no plan, no file."""
