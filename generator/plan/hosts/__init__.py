"""Settings of the operating system of hosts: interfaces, routes, names."""
