"""The tests read English, whatever the machine speaks."""

import os

os.environ["WHISTLOG_LANG"] = "en"
