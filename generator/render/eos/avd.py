"""Arista's own library as the writer of EOS text. It is loaded when a switch runs EOS, and only then."""

import gc
from typing import Any

from generator.render.artifact import RenderError
from generator.render.eos import Sections

INSTALL = (
    "python3 -m pip install 'pyavd>=6.4,<7', into clustergen's environment; or pip install '.[eos]' in a checkout of it"
)
"""clustergen itself is on no package index, so no command may install it from one."""


def running_config(name: str, sections: Sections) -> str:
    """Print one switch, after pyavd's schema has taken it. Raises RenderError: pyavd is not installed, or its schema refuses what we made."""
    avd = load_avd()
    result = avd.validate_structured_config(sections)
    if result.validated_data is None or result.validation_result.violations:
        raise RenderError(f"{name}: pyavd {avd.__version__} refuses its configuration: {said(result)}")
    text = avd.get_device_config(result.validated_data)
    assert isinstance(text, str)
    gc.collect(0)  # pyavd leaves cycles behind, 4 MiB a switch, and the commands run without the collector
    return text


def load_avd() -> Any:
    """Load pyavd. Raises RenderError: it is not installed."""
    try:
        import pyavd  # noqa: PLC0415  (an extra: clusters without EOS never load it)
    except ImportError:
        raise RenderError(
            f"switches with os: eos are written by pyavd, which is not installed; nothing was written\nhelp: {INSTALL}"
        ) from None
    return pyavd


def said(result: Any) -> str:
    """Return what pyavd found, in one line."""
    return "; ".join(str(each) for each in result.validation_result.violations)
