"""The tests read English, whatever the machine speaks, and pass on a slow one too."""

import os
import signal

from hypothesis import HealthCheck, settings

os.environ["WHISTLOG_LANG"] = "en"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a script starts what it runs in the background, and so would start all that we start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of the code.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
