"""One output per file. A backend reads the plan and yields artifacts; it chooses, sorts and computes nothing."""
