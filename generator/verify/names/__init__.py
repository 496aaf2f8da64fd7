"""Whether every name that a rendered file uses is resolved on the host that uses it, from that host's rendered files alone."""
