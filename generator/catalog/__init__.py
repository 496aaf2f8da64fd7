"""Hardware facts: one YAML file a model, each fact with its source, unknown ones null."""
