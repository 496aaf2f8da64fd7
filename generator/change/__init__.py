"""Effects of a change: two plans as plain rows, compared by the subject of each row. Pure functions, without files and printed text."""
