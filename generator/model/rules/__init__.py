"""The rules of the model stage: what may be wrong between a spec and the hardware. Importing it registers all of them; the modules of `model` report them."""

from generator.model.rules import hardware, managers, pins, remarks, sizes

__all__ = ["hardware", "managers", "pins", "remarks", "sizes"]
