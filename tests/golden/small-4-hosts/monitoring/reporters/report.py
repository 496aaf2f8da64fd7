"""Series of a program for the node exporter of its host: a file of the text format, written whole or not at all."""

import os
import tempfile
from pathlib import Path

FOLDER = Path(os.environ.get("REPORTER_FOLDER", "/var/lib/prometheus/node-exporter"))


def write(reporter, families):
    """Write the file of a reporter. `families`: (metric, kind, meaning, [(labels, value), ...]); one without samples is left out."""
    lines = []
    for metric, kind, meaning, samples in families:
        samples = list(samples)
        if samples:
            lines += [f"# HELP {metric} {meaning}", f"# TYPE {metric} {kind}"]
            lines += [f"{metric}{_labels(labels)} {value}" for labels, value in samples]
    with tempfile.NamedTemporaryFile("w", dir=FOLDER, prefix=".reporter-", delete=False, encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))
    os.chmod(file.name, 0o644)
    os.replace(file.name, FOLDER / f"reporter-{reporter}.prom")


def _labels(labels):
    """Print labels; their values may be foreign text."""
    pairs = (f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return "{" + ",".join(pairs) + "}" if labels else ""


def _escaped(value):
    return str(value).replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
