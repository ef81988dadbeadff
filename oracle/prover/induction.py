"""The lines of a proof by induction: the start, every kind of round, and the paths of the learner's own code."""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.oracle.prover.checked import Checked
from learncheck.oracle.prover.matching import matched
from learncheck.oracle.prover.obligations import Known, Scope, Symbol
from learncheck.oracle.prover.observed import sympified
from learncheck.theorems.formal.games import Differs
from learncheck.theorems.language.proof import CodePath, CodeStart, Induction, Obligation, Transition, together
from learncheck.theorems.language.step import Next


class InductionLines:
    """The lines of a proof by induction."""

    def __init__(self, scope: Scope, proof: Induction) -> None:
        self.scope, self.proof = scope, proof
        self.invariant = scope.all(proof.invariant)
        self.granted = together(scope.parameters(), scope.named())
        self.ends = self._ends()
        self.lines_of, self.granted_of = cache(self._lines), cache(self._taken_for_granted)
        self.paths: list[CodePath] = []
        self.computed: set[Symbol] = set()
        """The quantities after a round that every path of the code computes."""
        if scope.code is not None and scope.learner is not None:
            self.paths = scope.paths = list(scope.code.rounds(scope.learner))
            if not self.paths:
                raise ValueError(f"{scope.claim.id}: the code has no path")
            self.computed = set.intersection(
                *({scope.bare(symbol) for symbol in path.quantities} for path in self.paths)
            )

    def of_the_code(self) -> Iterator[Obligation | Checked]:
        """The obligations of the code alone. Checked first, they reject early a code that does not match the proof."""
        if self.paths:
            yield self.constructor
            yield from self.code

    def steps(self) -> Iterator[Obligation | Checked]:
        """The obligations of the start and the rounds alone."""
        yield from self._start()
        for name, transition in self.proof.rounds.items():
            yield from self._round(name, transition)

    def lines(self) -> Iterator[Obligation | Checked]:
        yield from self._start()
        if self.paths:
            yield self.constructor
            games = self._games()
            if games is not None:
                yield games
                if games.status != "proved":
                    return  # the formal rounds are not the learner's: what holds of them shows nothing
        for name, transition in self.proof.rounds.items():
            yield from self._round(name, transition)
        if self.paths:
            yield from self.code
        elif self.scope.learner is not None or self.scope.stepped:
            learner = self.scope.learner
            whose = "the cases' rounds" if learner is None else f"{learner.__name__}'s real rounds"
            words = f"the transitions are those of {whose}"
            yield matched(words, self.scope.claim, self.proof, learner, self.scope.cases())
        yield from self.end()

    def end(self) -> Iterator[Obligation | Checked]:
        """The obligations that lead from the invariant to the bound."""
        hypotheses = together(self.granted, self.invariant, self.ends, self.scope.using(self.proof.using))
        yield from self.scope.conclusion(hypotheses, self.proof.lines)

    def _ends(self) -> Known:
        """The parameters in terms of the number of rounds. Raises ValueError if one depends on what a learner does."""
        scope, proof = self.scope, self.proof
        every = proof.rounds.values()
        count_all = {s for s, value in proof.start.items() if value == 0 and all(e.sets.get(s) == s + 1 for e in every)}
        relations = scope.meant(proof.ends)
        for words, relation in relations.items():
            others = sorted(map(str, relation.free_symbols & scope.changing - set(map(scope.bare, count_all))))
            if others:
                raise ValueError(
                    f"{scope.claim.id}: {words!r} takes for granted what {', '.join(others)} is in the end; only "
                    "parameters and a counter of all rounds may occur in `ends`"
                )
        return relations

    # ---- start ----

    def _start(self) -> Iterator[Obligation]:
        scope = self.scope
        start = {symbol: scope.names.say(value) for symbol, value in scope.start.items()}
        values = {f"{symbol} = {value}": sympy.Eq(symbol, value) for symbol, value in start.items()}
        for name in scope.dynamic:
            value = scope.names.start(name, scope.start)
            values[f"{name} = {value}"] = sympy.Eq(name, value)
        facts = {
            words: relation for words, relation in scope.using(self.proof.using).items() if not relation.has(sympy.log)
        }
        hypotheses = together(self.granted, values, facts)
        begun = set(scope.start)
        yield scope.obligation("vacuity", "the start is possible", hypotheses, sympy.false, undeclared=begun)
        for words, invariant in self.invariant.items():
            yield scope.obligation("start", "at the start: " + words, hypotheses, invariant, undeclared=begun)
        signs = scope.signs(begun)
        if signs != sympy.true:
            yield scope.obligation("start", "at the start: the declared signs", hypotheses, signs, undeclared=begun)

    @cached_property
    def constructor(self) -> Checked:
        """Check that the learner's own constructor makes the start."""
        code, learner = self.scope.code, self.scope.learner
        assert code is not None
        assert learner is not None
        stated = Obligation(f"{learner.__name__}'s constructor makes this start", part="constructor")
        starts = self.scope.starts = []
        for start in code.starts(learner):
            starts.append(start)
            wrong = self._differences(start)
            if wrong:
                at = {str(symbol): str(value) for symbol, value in start.parameters.items()}
                return Checked(stated, "refuted", (), at | wrong, start.words)
        if not starts:
            return Checked(stated, "unknown", note="the constructor was not run")
        return Checked(stated, "proved", ("run",), note=f"{len(starts)} objects, compared exactly")

    def _differences(self, start: CodeStart) -> dict[str, str]:
        """Where the proof's start differs from this one. Raises ValueError if one of them says nothing of a quantity
        that the other has.
        """
        where = f"{self.scope.claim.id}: {start.words}"
        due = {symbol: sympy.sympify(value) for symbol, value in self.proof.start.items()}
        computed = {symbol for symbol in self.scope.start if Next(symbol) in self.computed}
        unread = computed - {self.scope.bare(symbol) for symbol in start.quantities}
        if unread:
            raise ValueError(f"{where}: no word of {', '.join(sorted(map(str, unread)))}; add it")
        lacking = [symbol for symbol in start.quantities if symbol not in due]
        if lacking:
            here = ", ".join(str(start.quantities[symbol]) for symbol in lacking)
            raise ValueError(f"{where}; start= has no value for {', '.join(map(str, lacking))}, here {here}")
        wrong = {} if start.holds else {"but": "the proof starts elsewhere"}
        put = {parameter: sympified(value) for parameter, value in start.parameters.items()}
        for symbol, value in start.quantities.items():
            expected = due[symbol].xreplace(put)
            if expected.free_symbols:
                raise ValueError(f"{where}: no value for {expected.free_symbols} in {symbol} = {expected}")
            if sympified(value) != expected:
                wrong |= {str(symbol): str(value), f"{symbol} in the proof": str(expected)}
        return wrong

    def _games(self) -> Checked | None:
        """Check that real games, including large and long ones, agree with the formal rounds."""
        code, learner = self.scope.code, self.scope.learner
        if code is None or learner is None or code.games is None:
            return None
        words = f"{learner.__name__}'s real rounds agree with the formal ones"
        try:
            played = code.games(learner)
        except Differs as error:
            return Checked(Obligation(words, part="played"), "refuted", note=str(error))
        words += f", in {played.words}; larger sizes, longer games and rounding were not compared"
        return Checked(Obligation(words, part="played"), "proved", ("run",), note="compared exactly")

    # ---- rounds ----

    def _round(self, name: str, transition: Transition) -> Iterator[Obligation | Checked]:
        scope = self.scope
        powers = {}
        for symbol in scope.dynamic:
            change = scope.names.change(symbol, Next(symbol), self._counters(name, symbol, transition))
            powers[change.words] = change.relation
            stated = Obligation("after " + name + ": " + change.words, {}, change.relation, "naming", kind=name)
            yield Checked(stated, "proved", ("sympy",), note="exponents add up")
        hypotheses = together(self.granted, self.invariant, self.lines_of(name), self.granted_of(name), powers)
        shown_elsewhere = self.computed | (set() if self.paths else scope.of_steps)
        undeclared = {Next(symbol) for symbol in scope.start} - shown_elsewhere
        yield scope.obligation("vacuity", name + ": such a round can happen", hypotheses, sympy.false, kind=name)
        after = {symbol: Next(symbol) for symbol in [*scope.start, *scope.dynamic]}
        for words, invariant in self.invariant.items():
            goal = invariant.xreplace(after)
            line = "after " + name + ": " + words
            yield scope.obligation("round", line, hypotheses, goal, undeclared=undeclared, kind=name)
        signs = self._signs_after(undeclared)
        if signs != sympy.true:
            words = f"after {name}: the declared signs"
            yield scope.obligation("round", words, hypotheses, signs, undeclared=undeclared, kind=name)

    def _signs_after(self, symbols: set[Symbol]) -> Boolean:
        """The declared signs of quantities after the round, which are those of the quantities before it."""
        before = {Next(symbol): symbol for symbol in self.scope.start}
        signs = self.scope.signs(before[symbol] for symbol in symbols if symbol in before)
        return signs.xreplace({symbol: after for after, symbol in before.items()})

    def _lines(self, name: str) -> Known:
        """What the learner does in such a round: the obligations of its code."""
        scope, transition = self.scope, self.proof.rounds[name]
        own = scope.steps(transition.steps)
        counters = {}
        for symbol, value in transition.sets.items():
            new = scope.bare(sympy.sympify(value))
            counters[f"{symbol} becomes {value}"] = sympy.Eq(Next(scope.bare(symbol)), new)
        for symbol in transition.keeps:
            counters[f"{symbol} stays"] = sympy.Eq(Next(scope.bare(symbol)), scope.bare(symbol))
        return together(scope.all(own), scope.all(transition.holds), counters)

    def _taken_for_granted(self, name: str) -> Known:
        scope, transition = self.scope, self.proof.rounds[name]
        granted = together(scope.given(transition.assuming), scope.meant(transition.means))
        if self.paths:
            scope.only_parameters(granted, "is what the code shows; put it into holds, or tell it of the formal round")
        return together(granted, scope.using(transition.using))

    def _counters(self, name: str, symbol: Symbol, transition: Transition) -> dict[Symbol, Any]:
        """The values after the round of the counters in a named power."""
        scope = self.scope
        values = {scope.bare(symbol): scope.bare(sympy.sympify(value)) for symbol, value in transition.sets.items()}
        values |= {scope.bare(symbol): scope.bare(symbol) for symbol in transition.keeps}
        missing = (scope.names.counted(symbol) & set(scope.start)) - set(values)
        if missing:
            raise ValueError(
                f"{scope.claim.id}: {name!r} does not say what becomes of {', '.join(sorted(map(str, missing)))}, on "
                f"which {symbol} = {scope.names.terms[symbol]} depends; put it into its sets or keeps, in rounds="
            )
        return values

    # ---- code ----

    @cached_property
    def code(self) -> list[Obligation]:
        """The obligations of the learner's own code."""
        return list(self._code())

    def _code(self) -> Iterator[Obligation]:
        scope, proof = self.scope, self.proof
        cases: dict[str, list[Known]] = {name: [] for name in proof.rounds}
        for number, path in enumerate(self.paths, start=1):
            if path.kind not in cases:
                raise ValueError(
                    f"{scope.claim.id}: the code has a path for {path.kind!r}, a kind of round that the proof lacks; "
                    f"its kinds are: {', '.join(proof.rounds)}; give all of them in rounds="
                )
            run = self._run(path)
            cases[path.kind].append(run)
            hypotheses = together(self.granted, self.invariant, self.granted_of(path.kind), run)
            new = {scope.bare(symbol) for symbol in path.quantities} - set(scope.start)
            for words, goal in together(self._due(path), self._own(path)).items():
                line = f"code, path {number} (" + path.kind + "): " + words
                yield scope.obligation("code", line, hypotheses, goal, undeclared=new, kind=path.kind)
            both = sympy.And(scope.signs(new - {Next(symbol) for symbol in scope.start}), self._signs_after(new))
            if both != sympy.true:
                line = f"code, path {number} ({path.kind}): the declared signs"
                yield scope.obligation("code", line, hypotheses, both, undeclared=new, kind=path.kind)
        for name, runs in cases.items():
            if not runs:
                raise ValueError(f"{scope.claim.id}: no path of the code is {name!r}")
            hypotheses = together(self.granted, self.invariant, self.granted_of(name))
            words = name + ": the code reaches such a round"
            yield scope.obligation("vacuity", words, hypotheses, sympy.false, cases=tuple(runs), kind=name)

    def _run(self, path: CodePath) -> Known:
        """What is known on the path: its comparisons, the hypotheses, and the values of the quantities."""
        scope = self.scope
        hypotheses = {words: scope.names.say(scope.bare(hypothesis)) for words, hypothesis in path.hypotheses.items()}
        for premise, relation in path.assuming.items():
            if premise in scope.claim.assuming:
                hypotheses[f"{premise} (given)"] = scope.names.say(scope.bare(relation))
            else:
                scope.dropped[premise.words] = None
        quantities = {scope.bare(s): scope.bare(sympy.sympify(v)) for s, v in path.quantities.items()}
        inside = set().union(*(formula.free_symbols for formula in [*hypotheses.values(), *quantities.values()]))
        for symbol, value in quantities.items():
            if symbol == value:
                continue
            if symbol in inside:
                raise ValueError(
                    f"{scope.claim.id}: {symbol} is a quantity that the code computes and occurs in its formal "
                    "quantities too; rename one"
                )
            hypotheses[f"{symbol} is {value}"] = sympy.Eq(symbol, value, evaluate=False)
        return {words: relation for words, relation in hypotheses.items() if relation != sympy.true}

    def _due(self, path: CodePath) -> Known:
        """The lines of the path's kind. The code must compute every quantity after the round that occurs in them."""
        scope = self.scope
        computed = {scope.bare(symbol) for symbol in path.quantities}
        changing = {Next(symbol) for symbol in scope.start}
        due = self.lines_of(path.kind)
        for words, relation in due.items():
            unknown = sorted(symbol.name for symbol in (relation.free_symbols & changing) - computed)
            if unknown:
                raise ValueError(
                    f"{scope.claim.id}: {words!r} speaks of {', '.join(unknown)}, which the code's paths do not "
                    "compute; add it to their quantities (`counts` for counters), or state the line as given or meant"
                )
        return due

    def _own(self, path: CodePath) -> Known:
        """The path's own obligations: its arithmetic is defined, weights stay non-negative."""
        due = {words: self.scope.names.say(self.scope.bare(relation)) for words, relation in path.due.items()}
        return {words: relation for words, relation in due.items() if relation != sympy.true}
