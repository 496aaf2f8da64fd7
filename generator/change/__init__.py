"""What a change does: two plans as plain rows, compared by what each row is about. Pure functions; nothing here knows of files or words to print."""
