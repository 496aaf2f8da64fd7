"""One output a file. A backend reads the plan and gives artifacts; it chooses, sorts and computes nothing."""
