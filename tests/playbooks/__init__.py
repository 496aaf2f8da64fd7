"""Own modules and filters of the roles: plain Python, tried without Ansible."""
