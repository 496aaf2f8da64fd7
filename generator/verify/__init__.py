"""Reading trees back: programs that judge their files, both ends of every cable, and reachability."""
