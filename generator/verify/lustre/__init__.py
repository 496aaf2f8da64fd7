"""Lustre in a rendered tree: every NID of a mount or a target is the address of the intended host on that network of LNet."""
