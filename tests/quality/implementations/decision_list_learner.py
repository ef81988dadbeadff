"""Wrong and right implementations of DecisionListLearner, as people hand them in."""

import random
from functools import partial

import numpy as np
from edits import edited


class Greedy:
    """Takes the first rule (i, b) that is right on all examples that are left and fires on one of them."""

    def candidates(self, n):
        return [(i, b) for i in range(n) for b in (1, 0)]

    def fit(self, X, y):
        self.rules, self.default = [], 1
        left = list(zip(X.tolist(), y.tolist(), strict=True))
        while left:
            i, b, o = self.rule(left, X.shape[1])
            self.rules.append((i, b, o))
            left = [(x, label) for x, label in left if x[i] != b]
        return self

    def rule(self, left, n):
        for i, b in self.candidates(n):
            fired = {label for x, label in left if x[i] == b}
            if len(fired) == 1:
                return i, b, fired.pop()
        raise ValueError("no decision list")

    def predict(self, X):
        return np.array([self.label(x) for x in X])

    def label(self, x):
        return next((o for i, b, o in self.rules if x[i] == b), self.default)


edit = partial(edited, Greedy)

WRONG = "those from here on"


class OnesAlone(Greedy):
    """Tries rules x_i = 1 alone, and takes the label of the first example that is left as the default."""

    def candidates(self, n):
        return [(i, 1) for i in range(n)]

    def rule(self, left, n):
        try:
            return super().rule(left, n)
        except ValueError:
            self.default = left[0][1]
            left.clear()
            return 0, 2, 1


LastRuleFirst = edit("Asks the rules from the last to the first.", ("in self.rules if", "in reversed(self.rules) if"))


class Memory(Greedy):
    """Remembers the sample, and says the default elsewhere."""

    def fit(self, X, y):
        self.seen = {tuple(x): label for x, label in zip(X.tolist(), y.tolist(), strict=True)}
        return self

    def label(self, x):
        return self.seen.get(tuple(x), -1)


KeepsOldRules = edit("Appends to the rules of an earlier fit.", ("= [], 1", '= getattr(self, "rules", []), 1'))


class NoElimination(Greedy):
    """Takes every rule that is right on all examples, and sets none aside."""

    def fit(self, X, y):
        self.rules, self.default = [], -1
        everything = list(zip(X.tolist(), y.tolist(), strict=True))
        for i, b in self.candidates(X.shape[1]):
            fired = {label for x, label in everything if x[i] == b}
            if len(fired) == 1:
                self.rules.append((i, b, fired.pop()))
        return self


class OppositeElsewhere(Greedy):
    """Right on the sample, and the other way round off it: no list says both."""

    def fit(self, X, y):
        self.seen = {tuple(x) for x in X.tolist()}
        return super().fit(X, y)

    def label(self, x):
        return super().label(x) * (1 if tuple(x) in self.seen else -1)


ZeroDefault = edit("Answers 0 where no rule fires.", ("= [], 1", "= [], 0"))


class RightOnNearlyAll(Greedy):
    """Takes a rule that is right on 95 % of the examples on which it fires."""

    named = "rules right on nearly all"

    def rule(self, left, n):
        for i, b in self.candidates(n):
            fired = [label for x, label in left if x[i] == b]
            for o in (1, -1):
                if fired and fired.count(o) >= 0.95 * len(fired):
                    return i, b, o
        raise ValueError("no decision list")


TenRules = edit("Finds ten rules at most.", ("in self.rules if", "in self.rules[:10] if"))


class OnePass(Greedy):
    """Tries every rule once, in order."""

    passes = 1

    def fit(self, X, y):
        self.rules = []
        left = list(zip(X.tolist(), y.tolist(), strict=True))
        for i, b in self.candidates(X.shape[1]) * self.passes:
            fired = {label for x, label in left if x[i] == b}
            if len(fired) == 1:
                self.rules.append((i, b, fired.pop()))
                left = [(x, label) for x, label in left if x[i] != b]
        self.default = left[0][1] if left else 1
        return self


class FourPassesFromTheEnd(OnePass):
    """Tries every rule four times, from the last variable to the first."""

    passes = 4

    def candidates(self, n):
        return super().candidates(n)[::-1]


SixtyFeatures = edit("Looks at the first sixty features.", ("in range(n)", "in range(min(n, 60))"))
LastFeatures = edit("Looks at the last thousand features.", ("in range(n)", "in range(max(0, n - 1000), n)"))
AHundredRules = edit("Asks the first hundred rules.", ("in self.rules if", "in self.rules[:100] if"))


RIGHT = "those from here on"


class RandomRules(Greedy):
    """Takes any rule that is right, another one on each fit."""

    def candidates(self, n):
        rules = super().candidates(n)
        random.Random(len(rules)).shuffle(rules)
        return rules


ZerosFirst = edit(
    "Tries the rules from the last variable to the first, zeros before ones, with the other default.",
    ("range(n) for b in (1, 0)", "reversed(range(n)) for b in (0, 1)"),
    ("= [], 1", "= [], -1"),
)


class LargestRule(Greedy):
    """Takes the rule that sets the most examples aside."""

    def rule(self, left, n):
        best = None
        for i, b in self.candidates(n):
            fired = [label for x, label in left if x[i] == b]
            if len(set(fired)) == 1 and (best is None or len(fired) > best[0]):
                best = len(fired), (i, b, fired[0])
        return best[1]


class StopsAtOneLabel(Greedy):
    """Once one label is left it becomes the default."""

    def rule(self, left, n):
        if len({label for _, label in left}) == 1:
            self.default = left[0][1]
            left.clear()
            return 0, 2, 1
        return super().rule(left, n)


class IdleRules(Greedy):
    """Puts rules that fire on nothing that is left between the others; answers with a list."""

    def fit(self, X, y):
        self.rules, self.default = [], -1
        left = list(zip(X.tolist(), y.tolist(), strict=True))
        while left:
            for i, b in self.candidates(X.shape[1]):
                fired = {label for x, label in left if x[i] == b}
                if len(fired) <= 1:
                    self.rules.append((i, b, fired.pop() if fired else -1))
                    left = [(x, label) for x, label in left if x[i] != b]
        return self

    def predict(self, X):
        return [float(self.label(x)) for x in X]


class AsHalfspace(Greedy):
    """Weighs the rules with falling powers of two."""

    def label(self, x):
        score = self.default
        for weight, (i, b, o) in enumerate(reversed(self.rules), start=1):
            score += 2.0**weight * o * (x[i] == b)
        return int(np.sign(score))
