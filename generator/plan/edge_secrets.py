"""Passwords of sessions with the site: secrets that a spec names, so that each side of the site may have its own."""

from generator.plan.plan import Plan

_STEM = "edge_"


def edge_secret(name: str) -> str:
    """Return the name under which a password of `fabrics.<name>.edge` is a secret: `fw-a` is `edge_fw_a`."""
    return f"{_STEM}{name.replace('-', '_')}"


def edge_secrets(plan: Plan) -> list[str]:
    """List the secrets with passwords of uplinks to the site."""
    return sorted({edge_secret(uplink.password) for uplink in plan.site_uplinks if uplink.password})


def is_edge_secret(name: str) -> bool:
    """Whether a secret is a password of this kind."""
    return name.startswith(_STEM)


MEANING = "the password of BGP sessions with the site: letters and digits, as it is written into the configuration of switches (`password` of a way in fabrics.<name>.edge or addressing.oob_way_out)"
