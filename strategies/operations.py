"""What a learner's code costs: operations that are counted, not seconds that are measured.

Two machines are counted on, and both counts are the same on every run (bytecodes of one version of Python):

- `Meter`  the usual random access machine, on which each operation on numbers costs one. Python's own steps are its
           bytecodes. What numpy does inside of a call is counted by the elements that it reads and writes: those of
           its arguments and its result, a·b·c for a product of matrices (a, b) and (b, c), and m⌈log₂ m⌉ for sorting m
           elements, which is kept apart. A view costs nothing. A function whose cost is not known here is refused.
- `Bits`   integers that count the bits they are worked on by: max(a, b) for the sum, the difference and the comparison
           of numbers of a and b bits, and a·b for their product.

While a `Meter` runs, the learner's modules see a numpy whose arrays are `Counted`; the arrays handed to the learner
are made so by `counted`. What a builtin does with a list of numbers (`sorted`, `sum`) is not seen.
"""

import contextlib
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray


class UnknownCost(NotImplementedError):
    """A function of numpy whose cost is not known here."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


LINEAR = _names("""
    abs absolute all allclose amax amin any append arange argmax argmin argwhere around array array_equal array_split
    asanyarray asarray ascontiguousarray astype average bincount choose clip column_stack compress concatenate copy
    count_nonzero cumprod cumsum delete diff empty empty_like eye fill flatnonzero flatten flip fromiter full full_like
    hstack identity insert isclose isin linspace max mean min nan_to_num nonzero ones ones_like pad prod put_along_axis
    ravel repeat roll rot90 round select split stack std sum take take_along_axis tile tolist trace tril triu var vstack
    where zeros zeros_like
""")
"""Functions and methods that go through their arguments and their result once."""

VIEWS = _names("""
    atleast_1d atleast_2d broadcast_arrays broadcast_shapes broadcast_to diagonal errstate expand_dims isscalar
    issubdtype item moveaxis ndim ravel_multi_index reshape result_type shape size squeeze swapaxes transpose
    unravel_index
""")
"""Those that move no element."""

SORTS = _names("argpartition argsort lexsort median partition sort unique")
"""Those that sort: m⌈log₂ m⌉ for each m elements along the axis, and one pass."""

PRODUCTS = _names("dot inner kron matmul outer vdot")
"""Those that multiply: one for each pair of elements that they multiply."""

METHODS = _names("""
    all any argmax argmin argpartition argsort astype choose clip compress copy cumprod cumsum diagonal dot fill flatten
    item max mean min nonzero partition prod ravel repeat reshape round searchsorted sort squeeze std sum swapaxes take
    tolist trace transpose var
""")
"""The methods of arrays that are counted as the functions of these names."""


class Meter:
    """Counts what runs inside of `with meter.of(learner):`, summed over all such blocks.

    bytecodes: steps of Python in the learner's code and in what it calls; those of numpy's own Python and of the cases
    in this package (a weak learner that AdaBoost calls) are left out.
    elements: elements that numpy read, wrote or multiplied. sorting: comparisons charged for sorting.
    """

    def __init__(self) -> None:
        self.bytecodes = self.elements = self.sorting = 0
        self._ours: dict[CodeType, bool] = {}
        self._measured: frozenset[str | None] = frozenset()

    @property
    def operations(self) -> int:
        """All but sorting."""
        return self.bytecodes + self.elements

    @contextmanager
    def of(self, learner: Any) -> Iterator["Meter"]:
        """Count while the block runs the code of the learner, a class or a function."""
        global _running
        self._measured, _ = _modules_of(learner, len(sys.modules))
        self._ours.clear()
        outer, collecting = _running, gc.isenabled()
        gc.disable()  # whoever is called back by the garbage collector would be counted
        _running = self
        try:
            with counting_numpy(learner), _each_bytecode(self._is_ours, self._count):
                yield self
        finally:
            _running = outer
            if collecting:
                gc.enable()

    def _is_ours(self, code: CodeType) -> bool:
        if code not in self._ours:
            outside = code.co_filename.startswith((_HERE, _NUMPY_FILES, "<frozen", contextlib.__file__))
            self._ours[code] = code.co_filename in self._measured or not outside
        return self._ours[code]

    def _count(self) -> None:
        self.bytecodes += 1

    def charge(self, name: str, arguments: Any, options: dict[str, Any], result: Any) -> None:
        """Charge one call of the function or method of numpy of this name."""
        through = elements_of((*arguments, *options.values(), result))
        if name in LINEAR:
            shares = name in ("asarray", "asanyarray", "ravel") and np.shares_memory(plain(arguments[0]), plain(result))
            self.elements += 0 if shares else through
        elif name in SORTS:
            array = np.asarray(plain(arguments[-1] if name == "lexsort" else arguments[0]))
            axis = options.get("axis", None if name in ("unique", "median") else -1)
            length = array.size if axis is None else array.shape[axis]
            keys = len(arguments[0]) if name == "lexsort" else 1
            self.sorting += keys * array.size * logarithm(length)
            self.elements += through
        elif name == "searchsorted":
            self.elements += elements_of(result) * logarithm(elements_of(arguments[0]) + 1)
        elif name in PRODUCTS:
            a, b = (np.asarray(plain(each)) for each in arguments[:2])
            inner = 1 if name in ("outer", "kron") or not a.ndim or not b.ndim else a.shape[-1]
            self.elements += max(through, inner * max(1, elements_of(result)))
        elif name not in VIEWS:
            raise UnknownCost(f"the cost of numpy's {name} is not known; add it to strategies/operations.py")


if sys.version_info >= (3, 12):

    @contextmanager
    def _each_bytecode(ours: Callable[[CodeType], bool], count: Callable[[], None]) -> Iterator[None]:
        """Call `count` for every bytecode of the code that is ours."""
        monitoring, event = sys.monitoring, sys.monitoring.events.INSTRUCTION
        tool = next(free for free in range(5, -1, -1) if monitoring.get_tool(free) is None)

        def on_bytecode(code: CodeType, offset: int) -> Any:
            return count() if ours(code) else monitoring.DISABLE

        monitoring.use_tool_id(tool, "learncheck")
        monitoring.register_callback(tool, event, on_bytecode)
        monitoring.set_events(tool, event)
        try:
            yield
        finally:
            monitoring.set_events(tool, 0)
            monitoring.register_callback(tool, event, None)
            monitoring.free_tool_id(tool)
            monitoring.restart_events()  # or what was none of ours would stay unseen

else:

    @contextmanager
    def _each_bytecode(ours: Callable[[CodeType], bool], count: Callable[[], None]) -> Iterator[None]:
        """Call `count` for every bytecode of the code that is ours."""
        tracer = sys.gettrace()

        def on_call(frame: FrameType, event: str, argument: Any) -> Any:
            if not ours(frame.f_code):
                return None
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            return on_bytecode

        def on_bytecode(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "opcode":
                count()
            return on_bytecode

        sys.settrace(on_call)
        try:
            yield
        finally:
            sys.settrace(tracer)


@contextmanager
def counting_numpy(learner: Any) -> Iterator[None]:
    """Let the learners' modules make `Counted` arrays; what they do is charged to the meter that runs, if one does."""
    _, named = _modules_of(learner, len(sys.modules))
    before = [(names, name, names[name]) for names, name in named]
    for names, name in named:
        names[name] = NUMPY
    try:
        yield
    finally:
        for names, name, value in before:
            names[name] = value


@lru_cache(256)
def _modules_of(learner: Any, loaded: int) -> tuple[frozenset[str | None], list[tuple[dict[str, Any], str]]]:
    """The files that are measured, and where the learners' modules name numpy; anew once more modules are loaded."""
    kinds = learner.__mro__ if isinstance(learner, type) else (learner,)
    own = [sys.modules[each.__module__] for each in kinds if each is not object]
    learners = [module for name, module in sys.modules.items() if name.startswith("learncheck.learners")]
    modules = {id(module): module for module in (*learners, *own)}.values()
    named = [
        (vars(module), name)
        for module in modules
        for name, value in vars(module).items()
        if value is np or value is NUMPY
    ]
    return frozenset(module.__file__ for module in own), named


_running: Meter | None = None
_HERE = str(Path(__file__).parent)
_NUMPY_FILES = str(Path(np.__file__).parent)


def logarithm(m: int) -> int:
    """⌈log₂ m⌉ for m >= 1, and 0 for m = 0."""
    return max(0, m - 1).bit_length()


def elements_of(value: Any) -> int:
    """How many numbers an array or a nest of lists holds. A number by itself is none, nor is one in a shape (5, 2)."""
    if isinstance(value, np.ndarray):
        return value.size
    if isinstance(value, tuple):
        return sum(map(elements_of, value))
    if isinstance(value, list):
        return sum(elements_of(each) or 1 for each in value)
    return 0


class Counted(np.ndarray):
    """An array whose use is counted while a `Meter` runs."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **options: Any) -> Any:
        given = options if out is None else {**options, "out": plain(out)}
        result = getattr(ufunc, method)(*plain(inputs), **plain(given))
        if _running is not None:
            if ufunc is np.matmul:
                _running.charge("matmul", inputs, {}, result)
            else:
                sizes = [each.size for each in inputs if isinstance(each, np.ndarray)]
                _running.elements += max([*sizes, elements_of(result)])
        return out[0] if out is not None and len(out) == 1 else counted(result)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return _called(function.__name__, function, arguments, options)

    def __getitem__(self, index: Any) -> Any:
        result = plain(self)[plain(index)]
        if _running is not None and not _basic(index):
            _running.elements += elements_of(result) + _elements_of_index(index)
        return counted(result)

    def __setitem__(self, index: Any, value: Any) -> None:
        array = plain(self)
        if _running is not None:
            _running.elements += elements_of(array[plain(index)]) + _elements_of_index(index)
        array[plain(index)] = plain(value)

    def __iter__(self) -> Iterator[Any]:
        for each in plain(self):
            if _running is not None:
                _running.elements += 1
            yield counted(each)

    def __contains__(self, value: object) -> bool:
        if _running is not None:
            _running.elements += self.size
        return value in plain(self)


def _counted_method(name: str) -> Callable[..., Any]:
    @wraps(getattr(np.ndarray, name))
    def method(self: Counted, *arguments: Any, **options: Any) -> Any:
        return _called(name, getattr(np.ndarray, name), (self, *arguments), options)

    return method


for _name in METHODS:
    setattr(Counted, _name, _counted_method(_name))


def _called(name: str, function: Callable[..., Any], arguments: Any, options: Any) -> Any:
    result = function(*plain(arguments), **plain(options))
    if _running is not None:
        _running.charge(name, arguments, options, result)
    return counted(result)


def counted(value: Any) -> Any:
    """An array, or the arrays of a tuple or list, as `Counted`; anything else as it is."""
    if isinstance(value, np.ndarray):
        return value.view(Counted)
    if type(value) in (tuple, list):
        return type(value)(map(counted, value))
    return value


def plain(value: Any) -> Any:
    """The same as plain arrays, on the same memory."""
    if isinstance(value, Counted):
        return value.view(np.ndarray)
    if type(value) in (tuple, list):
        return type(value)(map(plain, value))
    if type(value) is dict:
        return {name: plain(each) for name, each in value.items()}
    return value


def _basic(index: Any) -> bool:
    parts = index if isinstance(index, tuple) else (index,)
    return all(isinstance(each, int | np.integer | slice) or each is None or each is Ellipsis for each in parts)


def _elements_of_index(index: Any) -> int:
    return sum(map(elements_of, index if isinstance(index, tuple) else (index,)))


class _Numpy:
    """numpy as the learners see it while they are counted: whatever makes or reads arrays is charged for."""

    def __getattr__(self, name: str) -> Any:
        if name == "random":
            return _RANDOM
        value = getattr(np, name)
        if isinstance(value, ModuleType):
            raise UnknownCost(f"the costs of numpy.{name} are not known; add them to strategies/operations.py")
        if isinstance(value, type | np.ufunc) or not callable(value):
            return value

        def call(*arguments: Any, **options: Any) -> Any:
            return _called(name, value, arguments, options)

        return call


class _Random:
    """numpy.random as the learners see it: a generator is charged for the numbers that it hands out."""

    def default_rng(self, seed: Any) -> Any:
        return _Generator(np.random.default_rng(seed))


class _Generator:
    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        draw = getattr(self._generator, name)

        def call(*arguments: Any, **options: Any) -> Any:
            result = draw(*plain(arguments), **plain(options))
            if _running is not None:
                _running.elements += 1 + elements_of(result)
            return counted(result)

        return call


_RANDOM = _Random()
NUMPY: Any = _Numpy()


class Bits:
    """An integer that counts the bits of the work done on it, in `Bits.work`."""

    work = 0
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: int) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Bits({self.value})"

    def __add__(self, other: Any) -> "Bits":
        return self._done(max(self._sizes(other)), self.value + integer(other))

    def __sub__(self, other: Any) -> "Bits":
        return self._done(max(self._sizes(other)), self.value - integer(other))

    def __rsub__(self, other: Any) -> "Bits":
        return self._done(max(self._sizes(other)), integer(other) - self.value)

    def __mul__(self, other: Any) -> "Bits":
        a, b = self._sizes(other)
        return self._done(a * b, self.value * integer(other))

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other: Any) -> bool:
        return self._compared(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._compared(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._compared(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._compared(other) >= 0

    def __eq__(self, other: object) -> bool:
        return self._compared(other) == 0

    def _compared(self, other: Any) -> int:
        Bits.work += max(self._sizes(other))
        return self.value - integer(other)

    def _sizes(self, other: Any) -> tuple[int, int]:
        return bits_of(self.value), bits_of(integer(other))

    @staticmethod
    def _done(work: int, value: int) -> "Bits":
        Bits.work += work
        return Bits(value)


def integer(value: Any) -> int:
    """The value of an integer, counted or not."""
    return value.value if isinstance(value, Bits) else int(value)


def bits_of(value: int) -> int:
    """The bits of an integer; 0 has one. The sign goes without."""
    return max(1, value.bit_length())


def state_bits(learner: Any) -> int:
    """The bits of all integers that a learner keeps, with their signs.

    Raises TypeError where it keeps anything else.
    """
    kept = vars(learner).values()
    if not all(isinstance(value, int | Bits) for value in kept):
        raise TypeError(f"{type(learner).__name__} keeps {dict(vars(learner))}: bits are counted of integers alone")
    return sum(bits_of(integer(value)) + 1 for value in kept)


def noise(seed: int, count: int, most: int) -> NDArray[np.int64]:
    """`count` integers from 0 to most that look random and are the same everywhere."""
    mixed = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64((seed + 1) * 0xBF58476D1CE4E5B9 % 2**64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0x94D049BB133111EB)
    return ((mixed >> np.uint64(33)) % np.uint64(most + 1)).astype(np.int64)
