"""The functions that the language of formal runs knows, and what they mean of formal quantities."""

import math
import operator
from collections.abc import Mapping

import numpy as np
import sympy

from learncheck.learners import arithmetic
from learncheck.learners.arguments import class_table, require
from learncheck.learners.sign import sign
from learncheck.theorems.formal.numbers import Real, owe, value_of
from learncheck.theorems.formal.rows import Row

Meanings = Mapping[object, object]


def log(value: object) -> Real | Row:
    """log of a number or of each entry; the number must be positive."""
    return value.entrywise(_log) if isinstance(value, Row) else _log(value)


def _log(value: object) -> Real:
    number = value_of(value)
    owe(sympy.Gt(number, 0))
    return Real(sympy.log(number))


def exp(value: object) -> Real | Row:
    """e^value of a number or of each entry."""
    return value.entrywise(_exp) if isinstance(value, Row) else _exp(value)


def _exp(value: object) -> Real:
    return Real(sympy.exp(value_of(value)))


def _same(value: object) -> object:
    return value


def _root(value: object) -> object:
    return operator.pow(value, 0.5)


MEANINGS: Meanings = {
    **dict.fromkeys((arithmetic.inner, np.dot, np.inner), operator.matmul),
    **dict.fromkeys((sign, np.sign), sign),
    **dict.fromkeys((sum, np.sum), operator.methodcaller("sum")),
    **dict.fromkeys((abs, np.abs), abs),
    **dict.fromkeys((arithmetic.root, np.sqrt, math.sqrt), _root),
    **dict.fromkeys((arithmetic.exp, np.exp, math.exp), exp),
    **dict.fromkeys((arithmetic.log, np.log, math.log), log),
    **dict.fromkeys((arithmetic.in_range, np.asarray), _same),
    **{function: function for function in (int, min, max)},
}
"""The functions of a round."""

MAKERS = (np.zeros, np.ones, np.eye, np.array, np.asarray, len, require, class_table)
"""The functions of a constructor, which is not run formally: what it makes is compared at many sizes."""

TYPES = (int, float, bool, np.int64, np.float64)
"""What `dtype` may be: types that hold the numbers of a game as they are."""

METHODS = ("sum", "any", "all", "argmax", "copy")
"""The methods of arrays."""
