"""What the operating system of a host is to have: interfaces, routes, names."""
