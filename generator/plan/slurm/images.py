"""Images of containers as Slurm's jobs name them."""


def pyxis_image(image: str) -> str:
    """Return an image as Pyxis names it: Enroot divides a registry from the rest by # (NVIDIA/pyxis, README)."""
    head, slash, rest = image.partition("/")
    return f"{head}#{rest}" if slash and ("." in head or ":" in head) else image
