"""whistlog: write down a deal of whist; check it, replay it, score it."""

__version__ = "0.1.0"
