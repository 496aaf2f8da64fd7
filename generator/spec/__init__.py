"""What the user wrote: frozen pydantic models, one file a top-level key."""
