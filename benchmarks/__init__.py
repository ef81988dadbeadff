"""Measurements that are not tests. Linear algebra uses one thread in them, so that processor times are comparable."""

import os
import sys
from pathlib import Path

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # read when numpy is first imported

sys.path.append(str(Path(__file__).parents[1] / "beyond"))  # which has the worst games of small sizes
