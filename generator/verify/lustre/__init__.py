"""Lustre in a rendered tree: who mounts or formats by a NID finds the host that is meant at that address, on that network of LNet."""
