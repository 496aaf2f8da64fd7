"""Packets that the firewall of this host dropped because nothing allows the host to send them: the counter at the end of its chain of output."""

import json
import os
import subprocess

from report import write

PROGRAM = os.environ.get("REPORTER_NFT", "nft")
CHAIN = ("inet", "clustergen", "output")
SECONDS = 20


def dropped():
    """Return packets and bytes; nothing where the chain is not loaded, or counts none."""
    command = (PROGRAM, "--json", "list", "chain", *CHAIN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
        said = json.loads(done.stdout)["nftables"] if done.returncode == 0 else []
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    for expressions in (each["rule"]["expr"] for each in reversed(said) if "rule" in each):
        (*_, last) = expressions
        counters = [each["counter"] for each in expressions if "counter" in each]
        if "drop" in last and counters:
            return int(counters[0]["packets"]), int(counters[0]["bytes"])
    return None


def families(found):
    """Yield the series; of a host without the chain, only that."""
    yield "clustergen_egress_filtered", "gauge", "Whether the firewall filters what the host sends (1).", [({}, int(found is not None))]
    for place, what in enumerate(("packets", "bytes") if found else ()):
        name = f"clustergen_egress_dropped_{what}_total"
        yield name, "counter", f"Dropped {what} since the rules were loaded.", [({}, found[place])]


write("egress", families(dropped()))
