"""Requirements of a training run: time, memory, bytes on the links, storage and spare time for failures. Arithmetic alone: no plan, no file."""
