"""The tests read English, whatever the machine speaks, and pass on a slow one too."""

import os

from hypothesis import HealthCheck, settings

os.environ["WHISTLOG_LANG"] = "en"

# How long an example takes says more of the machine than of the code.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
