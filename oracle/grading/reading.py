"""What the methods of a class take and give, by abstract interpretation: no code of the checkout runs.

A value is abstracted to a set of *atoms*: the numbers that it, or its entries, may be, and what else is known of it
(a probability, a score, the labels of the sample). Both branches of an `if` are followed and loops are run twice,
which is enough: sets only grow. On the way it is noted what shows a convention, see `Reading`.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from learncheck.oracle.grading.sources import Class, Function

DEEPEST = 12
"""Calls are followed to this depth."""

MOST_CALLS = 2_000
"""So many calls are followed in all."""


@dataclass(frozen=True)
class Object:
    """An object of a class of the checkout. `super()` is one whose attributes are those of the class `holder`."""

    cls: Class
    holder: str = ""

    def key(self, name: str) -> tuple[str, str]:
        """Under which an attribute is kept."""
        return self.holder or self.cls.name, name


@dataclass(frozen=True)
class Method:
    """A function of the checkout that is called on `self`, if it is a method of an object."""

    function: Function
    object: Object | None = None


@dataclass(frozen=True)
class Part:
    """The first or the last entry of what the source calls `base`."""

    base: str


Atom = float | str | Object | Method | Part
Atoms = frozenset[Atom]

PROBABILITY = "a probability"
SCORE = "a number"
LABEL = "the sample's labels"
TWICE = "twice the sample's labels"
RAISED = "the sample's labels, and 1"
POWER = "an exponential"
POSITIVE = "1 and an exponential"
LOG = "a logarithm"
MARGIN = "labels times scores"
PLUS_AT_ZERO = "the greater number where the score is 0"
MINUS_AT_ZERO = "the smaller number where the score is 0"
OTHER = "unknown"

UNKNOWN: Atoms = frozenset({OTHER})
SCORES: Atoms = frozenset({SCORE})
BITS: Atoms = frozenset({0.0, 1.0})

Scope = dict[str, Atoms]


@dataclass
class Reading:
    """What was noted.

    bits, signs:     the sample's labels are treated as 0 and 1, or as −1 and +1.
    margins:         they are multiplied by scores, as −1 and +1 usually are.
    tested:          such a product is compared with 0.
    plus, minus:     an example is right if its label is that of the score's sign, with 0 read as positive or negative.
    bias:            a constant is added to scores or to instances.
    """

    bits: bool = False
    signs: bool = False
    margins: bool = False
    tested: bool = False
    plus: bool = False
    minus: bool = False
    bias: bool = False
    reached: list[Function] = field(default_factory=list)


def numbers(atoms: Atoms) -> list[float]:
    """The numbers among the atoms, in order."""
    return sorted(each for each in atoms if isinstance(each, float))


def only_numbers(atoms: Atoms) -> bool:
    """Whether nothing but numbers is possible (and what they are at a score of 0)."""
    return bool(numbers(atoms)) and all(
        isinstance(each, float) or each in (PLUS_AT_ZERO, MINUS_AT_ZERO) for each in atoms
    )


def read(cls: Class, entry: str, arguments: Iterable[Atoms], before: Iterable[str] = ()) -> tuple[Atoms, Reading]:
    """What the method returns, and what was noted in it and in what it calls.

    The methods named in `before` are run first (where there are any), for what they assign to `self`.
    """
    reader = _Reader()
    me = Object(cls)
    try:
        for name in before:
            if name in cls.methods:
                labels = (UNKNOWN, frozenset({LABEL})) if name in ("fit", "update") else ()
                reader.call(Method(cls.methods[name], me), labels)
        reader.noted = Reading()
        return reader.call(Method(cls.methods[entry], me), arguments), reader.noted
    except RecursionError:  # an expression of a thousand terms
        return UNKNOWN, reader.noted


BIAS = re.compile(r"_?(b|b_|bias(es)?_?|intercept_?|w_?0|beta_?0|theta_?0|b_?0)")
"""Names of what is added to scores."""

ADDS_BIAS = re.compile(r"_*(add|with|append|augment|insert)_?(a_)?(bias|intercept|ones|dummy_feature|constant).*")
"""Names of functions that add a constant feature."""

JOINS = ("insert", "hstack", "column_stack", "concatenate", "append", "vstack", "c_", "r_", "pad", "stack")

PROBABLE = re.compile(r"_*(sigmoid|expit|logistic)(_?(fn|func|function))?|predict_proba")
"""Names of functions that give probabilities."""

SAME = re.compile(
    r"astype|flatten|ravel|reshape|squeeze|copy|tolist|item|transpose|view|get|clip|asarray|"
    r"array|int|float|list|tuple|atleast_1d|atleast_2d|asanyarray|asscalar|int64|int32|float64|"
    r"int_|float_|array_split|reversed|sorted|unique|expand_dims|ascontiguousarray|take"
)
"""Functions and methods whose result has the entries of what they are handed."""

SCORING = re.compile(r"dot|matmul|inner|vdot|einsum|sum|mean|cumsum|decision_function|net_input|polyval|prod")

ARITHMETIC: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


class _Reader:
    """Runs functions on atoms."""

    def __init__(self) -> None:
        self.noted = Reading()
        self.attributes: dict[tuple[str, str], Atoms] = {}
        self.active: list[Function] = []
        self.calls = 0
        self.returned: list[Atoms] = []
        self.at_zero = False

    # ---- calls ----

    def call(self, method: Method, arguments: Iterable[Atoms], named: Mapping[str, Atoms] | None = None) -> Atoms:
        """What the function returns for these arguments."""
        function = method.function
        self.calls += 1
        again = any(each.node is function.node for each in self.active)
        if again or len(self.active) > DEEPEST or self.calls > MOST_CALLS:
            return frozenset()
        scope: Scope = {each.arg: UNKNOWN for each in function.node.args.args + function.node.args.kwonlyargs}
        if method.object is not None and function.owner is not None:
            scope[function.node.args.args[0].arg if function.node.args.args else "self"] = frozenset({method.object})
        self.active.append(function)
        scope |= self.defaults(function.node.args)
        scope |= dict(zip(function.parameters, arguments, strict=False)) | dict(named or {})
        if all(each.node is not function.node for each in self.noted.reached):
            self.noted.reached.append(function)
        outer, self.returned = self.returned, []
        at_zero, self.at_zero = self.at_zero, False
        if isinstance(function.node, ast.Lambda):
            found = self.value(function.node.body, scope)
        else:
            self.block(function.node.body, scope)
            found = frozenset().union(*self.returned)
        self.active.pop()
        self.returned, self.at_zero = outer, at_zero
        return found

    def apply(self, called: Atoms, arguments: list[Atoms], named: Mapping[str, Atoms]) -> Atoms | None:
        """What functions and objects of the checkout return; None where there are none among these."""
        found: list[Atoms] = []
        for each in called:
            if isinstance(each, Method):
                found.append(self.call(each, arguments, named))
            elif isinstance(each, Object) and "__call__" in each.cls.methods:
                found.append(self.call(Method(each.cls.methods["__call__"], each), arguments, named))
        return frozenset().union(*found) if found else None

    def defaults(self, given: ast.arguments) -> Scope:
        """What parameters are where nothing is passed for them."""
        last = [*given.posonlyargs, *given.args][len(given.posonlyargs) + len(given.args) - len(given.defaults) :]
        pairs = [*zip(last, given.defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
        return {each.arg: self.value(default, {}) for each, default in pairs if default is not None}

    # ---- statements ----

    def block(self, body: list[ast.stmt], scope: Scope) -> None:
        at_zero = self.at_zero
        for each in body:
            self.statement(each, scope)
        self.at_zero = at_zero

    def statement(self, node: ast.stmt, scope: Scope) -> None:
        match node:
            case ast.Return():
                if node.value is not None:
                    self.returned.append(self.chosen(self.value(node.value, scope)))
            case ast.Assign():
                value = self.chosen(self.value(node.value, scope))
                for target in node.targets:
                    self.assign(target, node.value, value, scope)
            case ast.AnnAssign() if node.value is not None:
                self.assign(node.target, node.value, self.value(node.value, scope), scope)
            case ast.AugAssign():
                before, more = self.value(node.target, scope), self.value(node.value, scope)
                value = self.combined(node.op, before, more)
                self.note_bias(node.op, (node.target, before), (node.value, more))
                self.assign(node.target, node.value, value, scope)
            case ast.If():
                self.branch(node, scope)
            case ast.For():
                entries = self.value(node.iter, scope)
                for _ in range(2):
                    inner = dict(scope)
                    self.assign(node.target, _entries(node.iter), entries, inner)
                    self.block(node.body, inner)
                    _join(scope, inner)
                self.block(node.orelse, scope)
            case ast.While():
                for _ in range(2):
                    self.value(node.test, scope)
                    inner = dict(scope)
                    self.block(node.body, inner)
                    _join(scope, inner)
            case ast.With():
                self.block(node.body, scope)
            case ast.Try():
                for body in (node.body, *(each.body for each in node.handlers), node.orelse, node.finalbody):
                    inner = dict(scope)
                    self.block(body, inner)
                    _join(scope, inner)
            case ast.FunctionDef():
                scope[node.name] = frozenset({Method(Function(node, self.active[-1].file))})
            case _:
                for each in ast.iter_child_nodes(node):
                    if isinstance(each, ast.expr):
                        self.value(each, scope)

    def branch(self, node: ast.If, scope: Scope) -> None:
        """Both branches; the one that is taken at a score of 0 chooses a label for it."""
        test = self.value(node.test, scope)
        yes, no = dict(scope), dict(scope)
        outside = self.at_zero
        self.at_zero = PLUS_AT_ZERO in test
        self.block(node.body, yes)
        self.at_zero = MINUS_AT_ZERO in test
        self.block(node.orelse, no)
        ends = bool(node.body) and isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)
        self.at_zero = outside or (ends and not node.orelse and MINUS_AT_ZERO in test)
        if ends:
            scope |= no
        else:
            _join(yes, no)
            scope |= yes

    def chosen(self, value: Atoms) -> Atoms:
        """The value, marked where it is the label that is given to a score of 0."""
        told = numbers(value)
        if not self.at_zero or len(value) != 1 or not told:
            return value
        return value | {PLUS_AT_ZERO if told[0] == 1 else MINUS_AT_ZERO}

    def assign(self, target: ast.expr, source: ast.expr | None, value: Atoms, scope: Scope) -> None:
        match target:
            case ast.Name():
                scope[target.id] = value
            case ast.Attribute():
                for each in self.value(target.value, scope):
                    if isinstance(each, Object):
                        key = each.key(target.attr)
                        self.attributes[key] = self.attributes.get(key, frozenset()) | value
            case ast.Subscript():
                bits = self.noted.bits
                self.value(target.slice, scope)
                if value == frozenset({-1.0}):  # y[y == 0] = -1 takes labels of both kinds
                    self.noted.bits = bits
                self.assign(target.value, None, self.value(target.value, scope) | value, scope)
            case ast.Tuple() | ast.List():
                parts: list[ast.expr | None] = [None] * len(target.elts)
                if isinstance(source, ast.Tuple | ast.List) and len(source.elts) == len(target.elts):
                    parts = [*source.elts]
                for entry, part in zip(target.elts, parts, strict=True):
                    self.assign(entry, _entries(part), UNKNOWN if part is None else self.value(part, scope), scope)
            case ast.Starred():
                self.assign(target.value, None, value, scope)

    # ---- expressions ----

    def value(self, node: ast.expr, scope: Scope) -> Atoms:
        match node:
            case ast.Constant():
                return frozenset({float(node.value)}) if isinstance(node.value, bool | int | float) else UNKNOWN
            case ast.UnaryOp():
                inside = self.value(node.operand, scope)
                if isinstance(node.op, ast.USub):
                    return frozenset(-each if isinstance(each, float) else each for each in inside)
                return BITS if isinstance(node.op, ast.Not) else inside
            case ast.Name():
                return scope[node.id] if node.id in scope else self.found(node.id)
            case ast.Attribute():
                return self.attribute(node, scope)
            case ast.Compare():
                return self.comparison(node, scope)
            case ast.BoolOp():
                return frozenset().union(*(self.value(part, scope) for part in node.values))
            case ast.IfExp():
                test = self.value(node.test, scope)
                return _picked(test, self.value(node.body, scope), self.value(node.orelse, scope))
            case ast.BinOp():
                left, right = self.value(node.left, scope), self.value(node.right, scope)
                self.note_bias(node.op, (node.left, left), (node.right, right))
                return self.combined(node.op, left, right)
            case ast.List() | ast.Tuple() | ast.Set():
                self.note_joined([(each, self.value(each, scope)) for each in node.elts])
                return frozenset().union(*(self.value(each, scope) for each in node.elts))
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                inner = dict(scope)
                for loop in node.generators:
                    self.assign(loop.target, _entries(loop.iter), self.value(loop.iter, inner), inner)
                    for condition in loop.ifs:
                        self.value(condition, inner)
                return self.value(node.elt, inner)
            case ast.Subscript():
                self.value(node.slice, scope)
                if isinstance(node.value, ast.Attribute) and node.value.attr in ("c_", "r_"):
                    return self.value(node.slice, scope)
                found = self.value(node.value, scope) - UNKNOWN or UNKNOWN
                is_end = ast.unparse(node.slice) in ("0", "-1") and LABEL not in found
                return found | {Part(ast.unparse(node.value))} if is_end else found
            case ast.Call():
                return self.called(node, scope)
            case ast.Lambda():
                return frozenset({Method(Function(node, self.active[-1].file))})
            case ast.NamedExpr():
                found = self.value(node.value, scope)
                self.assign(node.target, node.value, found, scope)
                return found
            case ast.Starred():
                return self.value(node.value, scope) - BITS | UNKNOWN
            case _:
                for part in ast.iter_child_nodes(node):
                    if isinstance(part, ast.expr):
                        self.value(part, scope)
                return UNKNOWN

    def found(self, name: str) -> Atoms:
        """A function, or an object's class, or a number, of the file that is read."""
        file = self.active[-1].file
        owner = next((each.owner for each in reversed(self.active) if each.owner is not None), None)
        known = owner.sources.find(file, name) if owner is not None else None
        if known is None or owner is None:
            return UNKNOWN
        node, file = known
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            return frozenset({Method(Function(node, file))})
        if isinstance(node, ast.ClassDef):
            return frozenset({Object(Class(node, file, owner.sources))})
        if isinstance(node, ast.Constant | ast.UnaryOp):
            return self.value(node, {})
        return UNKNOWN

    def attribute(self, node: ast.Attribute, scope: Scope) -> Atoms:
        if node.attr in ("T", "values", "real"):
            return self.value(node.value, scope)
        found: list[Atoms] = []
        for each in self.value(node.value, scope):
            if isinstance(each, Object):
                if node.attr in each.cls.methods:
                    method = Method(each.cls.methods[node.attr], each)
                    marks = (
                        method.function.node.decorator_list if isinstance(method.function.node, ast.FunctionDef) else []
                    )
                    is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in marks)
                    found.append(self.call(method, ()) if is_property else frozenset({method}))
                elif each.key(node.attr) in self.attributes:
                    found.append(self.attributes[each.key(node.attr)])
                elif (said := each.cls.attribute(node.attr)) is not None:
                    found.append(self.value(said, {}))
        if found:
            return frozenset().union(*found) or UNKNOWN
        return self.found(ast.unparse(node)) if _dotted(node) else UNKNOWN

    def comparison(self, node: ast.Compare, scope: Scope) -> Atoms:
        """A truth value; what a score of 0 gives is marked, and what labels are compared with is noted."""
        values = [self.value(each, scope) for each in (node.left, *node.comparators)]
        for op, left, right in zip(node.ops, values, values[1:], strict=False):
            for these, others in ((left, right), (right, left)):
                if LABEL in these and isinstance(op, ast.Eq | ast.NotEq):
                    self.note_equal(others)
                if LABEL in these and isinstance(op, ast.In | ast.NotIn) and only_numbers(others):
                    self.note_equal(others)
                if isinstance(op, ast.Eq | ast.NotEq):
                    self.note_ties(these, others)
        op, (left, right) = node.ops[0], values[:2]
        self.noted.tested |= MARGIN in left and right == frozenset({0.0})
        is_score = not only_numbers(left) and not {LABEL, PROBABILITY} & left
        if is_score and right == frozenset({0.0}) and isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            return BITS | {PLUS_AT_ZERO if isinstance(op, ast.LtE | ast.GtE) else MINUS_AT_ZERO}
        return BITS

    def note_equal(self, others: Atoms) -> None:
        """What it says that labels are compared with these."""
        told = numbers(others)
        self.noted.bits |= bool(told) and (0.0 in told) and -1.0 not in told
        self.noted.signs |= -1.0 in told

    def note_ties(self, labels: Atoms, answers: Atoms) -> None:
        """Note which answer at a score of 0 is compared with labels: the sample's, or numbers made of them."""
        marks = {PLUS_AT_ZERO, MINUS_AT_ZERO}
        if LABEL in labels or (only_numbers(labels) and numbers(labels) == numbers(answers) and not marks & labels):
            self.noted.plus |= PLUS_AT_ZERO in answers
            self.noted.minus |= MINUS_AT_ZERO in answers

    def combined(self, op: ast.operator, left: Atoms, right: Atoms) -> Atoms:
        """What arithmetic makes of the two."""
        if isinstance(op, ast.MatMult):
            return SCORES
        if isinstance(op, ast.Sub):
            self.note_ties(left, right)
            self.note_ties(right, left)
        if only_numbers(left) and only_numbers(right) and len(left) * len(right) <= 64 and type(op) in ARITHMETIC:
            marks = {each for each in left | right if isinstance(each, str)}
            made: set[Atom] = set(marks)
            for a, b in product(numbers(left), numbers(right)):
                try:
                    made.add(float(ARITHMETIC[type(op)](a, b)))
                except (ArithmeticError, ValueError, TypeError):
                    made.add(OTHER)
            return frozenset(made)
        one, two, half = (frozenset({each}) for each in (1.0, 2.0, 0.5))
        label = frozenset({LABEL})
        match op:
            case ast.Mult() if {left, right} == {two, label}:
                return frozenset({TWICE})
            case ast.Mult() if RAISED in left | right and half in (left, right):
                self.noted.signs = True
                return BITS
            case ast.Mult() if LABEL in left | right and not {LOG} & (left | right):
                self.noted.margins |= not only_numbers(left if LABEL in right else right)
                return frozenset({LABEL}) if -1.0 in left | right else frozenset({SCORE, MARGIN})
            case ast.Mult() if [-1.0, 1.0] in (numbers(left), numbers(right)):
                return frozenset({SCORE, MARGIN})
            case ast.Mult() if {LOG} & (left | right):
                return frozenset({LOG})
            case ast.Sub() if TWICE in left and right == one:
                self.noted.bits = True
                return frozenset({-1.0, 1.0})
            case ast.Sub() if left == one and right == label:
                self.noted.bits = True
                return label
            case ast.Sub() if LABEL in left | right and len({LABEL} & left) + len({LABEL} & right) == 1:
                others = left if LABEL in right else right
                self.noted.bits |= PROBABILITY in others or numbers(others) == [0.0, 1.0]
                self.noted.signs |= numbers(others) in ([-1.0, 1.0], [-1.0, 0.0, 1.0])
                return SCORES
            case ast.Add() if {left, right} == {one, label}:
                return frozenset({RAISED})
            case ast.Div() | ast.FloorDiv() if RAISED in left and right == two:
                self.noted.signs = True
                return BITS
            case ast.Add() if POWER in left | right and one in (left, right):
                return frozenset({POSITIVE})
            case ast.Div() if right == frozenset({POSITIVE}):
                return frozenset({PROBABILITY})
            case ast.Pow() if left == frozenset({POSITIVE}):
                return frozenset({PROBABILITY})
        return SCORES if {SCORE, POWER} & (left | right) else UNKNOWN

    def called(self, node: ast.Call, scope: Scope) -> Atoms:
        """What a call returns: of functions of the checkout by running them, of others by their names."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        bits = self.noted.bits
        arguments = [self.value(each, scope) for each in node.args]
        if name == "where" and arguments[1:2] == [frozenset({-1.0})] and LABEL in arguments[-1]:
            self.noted.bits = bits  # np.where(y == 0, -1, y) takes labels of both kinds
        named = {each.arg: self.value(each.value, scope) for each in node.keywords if each.arg}
        function = self.value(node.func, scope)
        is_class = isinstance(node.func, ast.Name | ast.Attribute) and any(
            isinstance(each, Object) and each.cls.name == name for each in function
        )
        if ADDS_BIAS.fullmatch(name):
            self.noted.bias = True
        if is_class:
            for each in function:
                if isinstance(each, Object) and "__init__" in each.cls.methods:
                    self.call(Method(each.cls.methods["__init__"], each), arguments, named)
            return function
        own = self.apply(function, arguments, named)
        if PROBABLE.fullmatch(name) and (own is None or not numbers(own)):
            return frozenset({PROBABILITY})
        if own is not None:
            return own or UNKNOWN
        if name == "super" and self.active[-1].owner is not None:
            return self.above(scope)
        receiver = self.value(node.func.value, scope) if isinstance(node.func, ast.Attribute) else frozenset()
        is_method = isinstance(node.func, ast.Attribute) and not _is_library(node.func.value, scope)
        first = receiver if is_method else (arguments[0] if arguments else UNKNOWN)
        return self.by_name(node, name, first, arguments, named, is_method, scope)

    def above(self, scope: Scope) -> Atoms:
        """`super()`."""
        function = self.active[-1]
        assert function.owner is not None
        me = next((each for each in self.value(_first(function), scope) if isinstance(each, Object)), None)
        holder = me.key("")[0] if me is not None else ""
        return frozenset(Object(base, holder) for base in function.owner.bases if base is not None) or UNKNOWN

    def by_name(
        self,
        node: ast.Call,
        name: str,
        first: Atoms,
        arguments: list[Atoms],
        named: Mapping[str, Atoms],
        is_method: bool,
        scope: Scope,
    ) -> Atoms:
        """What functions of numpy and of Python return."""
        if name in ("append", "extend") and is_method and isinstance(node.func, ast.Attribute) and arguments:
            self.assign(node.func.value, None, first - UNKNOWN | self.chosen(arguments[0]), scope)
            return UNKNOWN
        if name == "insert" and is_method and arguments[1:] == [frozenset({1.0})]:
            self.noted.bias = True
        if name in JOINS and not is_method:
            whole = [
                each for arg in node.args for each in (arg.elts if isinstance(arg, ast.List | ast.Tuple) else [arg])
            ]
            self.note_joined([(each, self.value(each, scope)) for each in whole])
            if name == "insert" and arguments[2:3] == [frozenset({1.0})]:
                self.noted.bias = True
            if name == "pad" and named.get("constant_values") == frozenset({1.0}):
                self.noted.bias = True
            return frozenset().union(*arguments)
        match name:
            case "where" if len(arguments) == 3:
                return _picked(*arguments)
            case "sign":
                return frozenset({-1.0, 1.0})
            case "round" | "rint" | "around" | "round_":
                return BITS if PROBABILITY in first else SCORES
            case "heaviside" | "argmax" | "greater" | "greater_equal" | "less" | "less_equal":
                return BITS
            case "ones" | "ones_like":
                return frozenset({1.0})
            case "zeros" | "zeros_like":
                return frozenset({0.0})
            case "full" | "full_like":
                return arguments[1] if len(arguments) > 1 else named.get("fill_value", UNKNOWN)
            case "empty" | "empty_like":
                return frozenset()
            case "exp":
                return frozenset({POWER})
            case "log" | "log1p" | "log2":
                return frozenset({LOG})
            case "map" | "apply_along_axis" if len(arguments) > 1:
                return self.apply(arguments[0], [UNKNOWN], {}) or UNKNOWN
            case "vectorize":
                return arguments[0] if arguments else UNKNOWN
            case "zip" | "enumerate" | "range":
                return UNKNOWN
        if SCORING.fullmatch(name):
            return SCORES
        return first if SAME.fullmatch(name) else UNKNOWN

    # ---- what is noted of a bias ----

    def note_bias(self, op: ast.operator, left: tuple[ast.expr, Atoms], right: tuple[ast.expr, Atoms]) -> None:
        """Note what is added to a score: something that is called a bias, or the weight that a slice leaves out."""
        if not isinstance(op, ast.Add):
            return
        for (node, atoms), (other, _) in ((left, right), (right, left)):
            called = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                called = str(node.slice.value)
            rest = any(isinstance(each, Part) and _leaves_out(other, each.base) for each in atoms)
            if rest or BIAS.fullmatch(called):
                self.noted.bias = True
            if isinstance(node, ast.List) and ast.unparse(node) in ("[1]", "[1.0]"):
                self.noted.bias = True

    def note_joined(self, parts: list[tuple[ast.expr, Atoms]]) -> None:
        """Note that ones are put beside instances."""
        ones = [atoms == frozenset({1.0}) for _, atoms in parts]
        instances = [not only_numbers(atoms) and LABEL not in atoms and bool(atoms) for _, atoms in parts]
        starred = [isinstance(node, ast.Starred) for node, _ in parts]
        constant = [isinstance(node, ast.Constant) for node, _ in parts]
        beside = instances if not any(constant) else starred
        self.noted.bias |= any(ones) and any(beside)


def _picked(test: Atoms, yes: Atoms, no: Atoms) -> Atoms:
    """One of the two, by a test; what a score of 0 gives is marked."""
    mark: set[Atom] = set()
    for at_zero, chosen, other in ((PLUS_AT_ZERO, yes, no), (MINUS_AT_ZERO, no, yes)):
        if at_zero in test and len(chosen) == len(other) == 1 and only_numbers(chosen) and only_numbers(other):
            mark.add(PLUS_AT_ZERO if numbers(chosen) > numbers(other) else MINUS_AT_ZERO)
    return yes | no | mark


def _join(scope: Scope, other: Scope) -> None:
    for name, atoms in other.items():
        scope[name] = scope.get(name, frozenset()) | atoms


def _first(function: Function) -> ast.expr:
    """`self`."""
    return ast.Name(function.node.args.args[0].arg if function.node.args.args else "", ast.Load())


def _entries(node: ast.expr | None) -> ast.expr | None:
    """What a loop over `zip` or `enumerate` assigns, entry by entry."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "zip":
            return ast.Tuple([*node.args], ast.Load())
        if node.func.id == "enumerate" and node.args:
            return ast.Tuple([ast.Name("_", ast.Load()), node.args[0]], ast.Load())
    return node


def _dotted(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _dotted(node.value))


def _is_library(node: ast.expr, scope: Scope) -> bool:
    """Whether this is a module and no value: `np`, or `scipy.special`."""
    return _dotted(node) and ast.unparse(node).split(".")[0] not in scope


def _leaves_out(node: ast.expr, base: str) -> bool:
    """Whether an expression takes the other entries: w[1:], w[:-1], or w[i + 1] in a loop."""
    return any(
        isinstance(each, ast.Subscript)
        and ast.unparse(each.value) == base
        and (isinstance(each.slice, ast.Slice) or ast.unparse(each.slice).endswith(" + 1"))
        for each in ast.walk(node)
    )
