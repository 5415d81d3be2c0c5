"""What the score asks for (X01 to X05).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.notes.observation import Observation, Retrospect

OBSERVATIONS: Final[tuple[Observation, ...]] = ()

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
