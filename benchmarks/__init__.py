"""Measurements that are not tests. Linear algebra uses one thread in them, so that processor times are comparable."""

import sys
from pathlib import Path

from learncheck.threads import use_one_thread

use_one_thread()

sys.path.append(str(Path(__file__).parents[1] / "beyond"))  # which has the worst games of small sizes
