"""What can be wrong with a record: named, coded findings with their places.

A `Diagnostic` carries the *name* of a finding and the facts that fill its sentence; code,
severity and texts come from the catalogue (``catalogue/*.toml``), which is data.
"""

from whistlog.diagnostics.registry import Entry, catalogue, entry
from whistlog.diagnostics.values import Diagnostic, Fix, Related, Severity

__all__ = ["Diagnostic", "Entry", "Fix", "Related", "Severity", "catalogue", "entry"]
