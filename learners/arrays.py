"""The types of arrays.

They say what an array holds; an `Array` may hold anything. `Numbers` are integers or floats, whichever is passed; exact
numbers and formal quantities may take their place, which the types do not show.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Numbers = NDArray[np.number]
Flags = NDArray[np.bool_]
