"""Files of hosts, a subject a module."""
