"""The only place with print, files and exit codes."""
