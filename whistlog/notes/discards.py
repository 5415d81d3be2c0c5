"""Discards (D01 to D05).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.notes.observation import Observation, Retrospect

OBSERVATIONS: Final[tuple[Observation, ...]] = ()

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
