"""NVUE's object model of a switch, a file a subject: one tree, printed as startup.yaml and as `nv set` commands."""
