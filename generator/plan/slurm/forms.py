"""How files write times of Slurm, and servers with their ports."""


def at_port(server: str, port: int) -> str:
    """Return a server with a port, an IPv6 address in brackets: the colon before a port would be one more of its own."""
    return f"[{server}]:{port}" if ":" in server else f"{server}:{port}"


def days_and_hours(hours: int) -> str:
    """Return hours as slurm.conf(5) and sacctmgr(1) take them: days, a dash, hours."""
    return f"{hours // 24}-{hours % 24}"
