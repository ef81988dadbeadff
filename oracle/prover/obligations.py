"""The symbols of a proof, and the obligations common to all forms of proof: facts, names and the conclusion.

Symbols are used without their assumptions. What they are declared to be (V ≥ 0) becomes a hypothesis where that is
allowed, and an obligation where it must be shown: at the start and after every round.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanFunction, BooleanTrue

from learncheck.exact.decide import conjuncts
from learncheck.oracle import notation
from learncheck.oracle.files import Unusable
from learncheck.oracle.prover.certificates import Certificates
from learncheck.oracle.prover.checked import Checked
from learncheck.oracle.prover.matching import matched, sampled
from learncheck.oracle.prover.provenance import (
    facts_of,
    is_cited,
    is_instance,
    is_lemma,
    is_made_by_us,
    is_reviewed_code,
    measures_reviewed,
    reads_code,
    shower,
)
from learncheck.strategies.play.case import Case
from learncheck.theorems.formal.round import Runs
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.latex import named
from learncheck.theorems.language.named_terms import (
    Logarithms,
    Names,
    enclosed,
    of_parts,
    same_by_laws,
    say_logarithms,
)
from learncheck.theorems.language.premise import Hypotheses
from learncheck.theorems.language.proof import (
    Chain,
    CodePath,
    CodeStart,
    Fact,
    Induction,
    Obligation,
    Part,
    Words,
    together,
)
from learncheck.theorems.language.step import Next, Step, declared_sign

Symbol = Any
Known = dict[str, Boolean]


class NoProof(Unusable):
    """The claim carries no proof."""


class Scope:
    """A proof being checked: its symbols, its names for terms, and the lines that must be shown."""

    def __init__(
        self, claim: Claim, learner: type | None, certificates: Certificates, *, reviewed: bool = False
    ) -> None:
        if claim.proof is None:
            raise NoProof(f"{claim.id} carries no proof; its evidence is that of the attacks")
        self.claim = claim
        self.proof: Induction | Chain = claim.proof
        self.learner = learner
        self.certificates = certificates
        self.reviewed = reviewed
        """Whether the proof stands in the catalogue, where its quantities, facts and hypotheses were reviewed."""
        self.dropped: dict[str, None] = {}
        self.assumed: dict[str, str] = {}
        """The facts that are only assumed, by their words, and why."""
        self.follows: set[tuple[str, Boolean]] = set()
        """The facts that are shown to follow from what their `shows` proves, by their words and relations."""
        self.cited: list[Fact] = []
        """The facts that other claims say."""
        self.paths: list[CodePath] = []
        """The paths of the learner's code, once it has been run."""
        self.starts: list[CodeStart] = []
        """The starts that the learner's constructor makes, once it has been run."""
        self.declared: dict[Symbol, Boolean] = {}
        """The declared signs of the symbols that occur in the lines so far."""
        self.symbols: dict[str, Symbol] = {}
        """Every symbol by its name, with its assumptions."""
        self.names = Names({self.bare(symbol): self.bare(term) for symbol, term in self.proof.names.items()})
        self.start: dict[Symbol, Any] = {}
        self._cases: list[Case] = []
        self.code: Runs | None = None
        """What runs the learner's code on formal quantities, if the proof is about it."""
        if isinstance(self.proof, Induction):
            self.code = None if learner is None else self.proof.runs
            self.start = {self.bare(s): self.bare(sympy.sympify(v)) for s, v in self.proof.start.items()}
            for symbol in self.start:
                if symbol.name.endswith("′"):
                    raise ValueError(f"{claim.id}: {symbol} is the name of a quantity after a round; rename it")
            both = set(self.names.terms) & set(self.start)
            if both:
                raise ValueError(f"{claim.id}: {min(map(str, both))} is a name, whose start follows from its term")
        measured = sorted(map(str, {*self.names.terms} & self.spoken_of()))
        if measured:
            fault = f"names= names {measured[0]}, which the bound or a step speaks of as a measured quantity"
            raise ValueError(f"{claim.id}: {fault}; give the term a symbol of its own")
        self.dynamic = [s for s in self.names.terms if self.names.counted(s) & set(self.start)]
        """The names whose terms contain a quantity of the state."""
        self.changing = {symbol for s in [*self.start, *self.dynamic] for symbol in (s, Next(s))}
        """Everything that changes from round to round, before and after the round."""

    # ---- relations ----

    def bare(self, formula: Any) -> Any:
        """The formula in symbols without assumptions. Raises ValueError if two symbols share a name."""
        spoken, bare = bared(formula)
        for symbol in spoken:
            if self.symbols.setdefault(symbol.name, symbol) != symbol:
                raise ValueError(
                    f"{self.claim.id}: two symbols are called {symbol.name}, with different assumptions; rename one"
                )
        return bare

    def say(self, words: str, relation: Any) -> Boolean:
        """The relation in symbols without assumptions, with the names of terms in it.

        Raises ValueError if sympy has already settled it.
        """
        if isinstance(relation, bool | BooleanTrue | BooleanFalse):
            raise ValueError(
                f"{self.claim.id}: {words!r} is {bool(relation)} whatever the values, by sympy's simplification and "
                "the declared signs of its symbols, so it says nothing: drop it (declared signs are shown anyway), or "
                "declare the symbols otherwise"
            )
        return self.names.say(self.bare(relation))

    def all(self, relations: Words) -> Known:
        return {words: self.say(words, relation) for words, relation in relations.items()}

    def meant(self, relations: Words) -> Known:
        """The meanings in that form, except those that the declared signs already imply."""
        return self.all(
            {words: relation for words, relation in relations.items() if relation not in (True, sympy.true)}
        )

    def given(self, relations: Hypotheses) -> Known:
        """The relations of those hypotheses that the claim has; the others are recorded in `dropped`."""
        own = {}
        for premise, relation in relations.items():
            if relation in (True, sympy.true):
                continue  # already implied by the declared signs
            if premise in self.claim.assuming:
                own[premise.words] = self.say(premise.words, relation)
            else:
                self.dropped[premise.words] = None
        return own

    def steps(self, steps: Sequence[Step]) -> dict[str, Boolean]:
        """The relations of the steps. Raises ValueError for a step that the claim does not have."""
        for step in steps:
            if step not in self.claim.steps:
                own = ", ".join(map(str, self.claim.steps)) or "none"
                raise ValueError(f"{self.claim.id} has no step {str(step)!r}; its steps are: {own}")
        return {step.words: step.relation for step in steps}

    def sign(self, symbol: Symbol) -> Boolean | None:
        """The declared sign of the symbol, as a relation in the bare symbol; None if it has none."""
        original = self.symbols.get(symbol.name)
        return None if original is None else declared_sign(original, symbol)

    def is_whole(self, symbol: Symbol) -> bool:
        """Whether it is a parameter that is declared a positive integer, and so at least 1."""
        original = self.symbols.get(getattr(symbol, "name", ""))
        return bool(original is not None and original.is_integer and original.is_positive) and (
            symbol not in self.changing
        )

    def signs(self, symbols: Iterable[Symbol]) -> Boolean:
        """The declared signs of all these symbols; true if they have none."""
        return sympy.And(*(sign for symbol in sorted(symbols, key=by_name) if (sign := self.sign(symbol)) is not None))

    def obligation(
        self,
        part: Part,
        words: str,
        granted: Words,
        goal: Boolean,
        *,
        undeclared: Iterable[Symbol] = (),
        cases: tuple[Words, ...] = (),
        kind: str = "",
    ) -> Obligation:
        """The obligation, with the declared signs of its symbols among its hypotheses, except those of `undeclared`.

        A name's sign is derived from its term.
        """
        every = [*granted.values(), goal, *(relation for case in cases for relation in case.values())]
        free = set[Symbol]().union(*map(symbols_in, every))
        unsigned = set(undeclared) | set(self.names.terms) | {Next(symbol) for symbol in self.dynamic}
        hypotheses = dict(granted)
        for symbol in sorted(free - unsigned, key=by_name):
            sign = self.sign(symbol)
            if sign is not None:
                hypotheses[f"{symbol.name} is declared so"] = sign
                self.declared[symbol] = sign
        return Obligation(words, hypotheses, goal, part, cases, kind)

    # ---- facts and names ----

    def using(self, facts: Iterable[Fact]) -> Known:
        return together(*({fact.words: self.say(fact.words, fact.relation)} for fact in facts))

    def shown_facts(self) -> Iterator[Obligation | Checked]:
        """Show every fact again; what shows several facts is run once.

        A lemma must be an instance of what is shown, or follow from it by a line of its own. What is cited is assumed.
        """
        shown: dict[Any, Known | None] = {}
        for fact in facts_of(self.proof):
            if fact.kind == "assumption" or is_cited(fact):
                self.assumed[fact.words] = fact.because or "assumed"
            elif fact.claim is not None:
                self.cited.append(fact)
            else:
                yield from self._shown_fact(fact, shown)

    def _shown_fact(self, fact: Fact, shown: dict[Any, Known | None]) -> Iterator[Obligation | Checked]:
        stated = Obligation(fact.words, goal=self.bare(fact.relation))
        if fact.shows is None:
            yield Checked(stated, "unknown", note=f"a {fact.kind} that nothing shows: {fact.because}")
            return
        if fact.kind == "theorem":
            self.assumed[fact.words] = fact.because
        if fact.shows not in shown:
            try:
                shown_lines = fact.shows()
                lines = shown_lines if isinstance(shown_lines, str) else list(shown_lines)
            except ValueError as error:
                yield Checked(stated, "refuted", note=str(error))
                return
            if not lines:
                yield Checked(stated, "unknown", note=f"shows nothing: a {fact.kind} needs at least one line")
                return
            if isinstance(lines, list):
                yield from lines
                shown[fact.shows] = {line.words: _implication(line) for line in lines}
            elif is_lemma(fact) or (self.reviewed and reads_code(fact)):
                yield Checked(stated, "proved", ("lemma",), note=lines)
                shown[fact.shows] = None
            else:
                why = "no certificate shows it" if self.reviewed else "told in a sentence, which is not a proof"
                self.assumed.setdefault(fact.words, f"{why}: {lines}")
                return
        if fact.kind == "theorem" or is_instance(fact):
            return
        implications = shown[fact.shows]
        if implications is not None:
            put = {self.bare(symbol): self.bare(sympy.sympify(term)) for symbol, term in fact.at.items()}
            instances = {words: self.bare(relation).xreplace(put) for words, relation in implications.items()}
            self.follows.add((fact.words, fact.relation))
            hypotheses = {
                words: self.names.say(relation) for words, relation in instances.items() if relation != sympy.true
            }
            relation = self.names.say(self.bare(fact.relation))
            yield Obligation(fact.words + ": this follows from what is shown", hypotheses, relation)
        elif is_lemma(fact):
            yield from self._rewritten(fact)
        elif not reads_code(fact):
            yield Checked(stated, "refuted", note="no instance of what its lemma shows; make it by `at`")

    def _rewritten(self, fact: Fact) -> Iterator[Obligation | Checked]:
        """Show that the fact is an instance of its lemma, restricted or rewritten by the laws of powers and logarithms.

        What stands below a logarithm must be positive, and the terms must be in the lemma's range.
        """
        owner = shower(fact)
        where, line = _parts(self.bare(fact.relation))
        within, instance = _parts(self.bare(owner.stated.xreplace(dict(fact.at))))
        stated = Obligation(fact.words, goal=self.bare(fact.relation))
        if not same_by_laws(line, instance):
            yield Checked(stated, "refuted", note="no instance of what its lemma shows; make it by `at`")
            return
        self.follows.add((fact.words, fact.relation))
        due = [within] if within != sympy.true else []
        if line != instance:
            inside = {logarithm.args[0] for logarithm in (*line.atoms(sympy.log), *instance.atoms(sympy.log))}
            factors = {base for term in inside for base in map(_base, sympy.Mul.make_args(term)) if base.free_symbols}
            due += [sympy.Gt(factor, 0) for factor in sorted(factors, key=str)]
            yield Checked(stated, "proved", ("sympy",), note="its lemma, by the laws of powers and logarithms")
        goal = sympy.And(*map(self.names.say, due))
        if goal != sympy.true:
            granted = together(self.parameters(), self.named(), {"where it is used": self.names.say(where)})
            hypotheses = {words: relation for words, relation in granted.items() if relation != sympy.true}
            yield self.obligation("fact", fact.words + ": its terms are in the range", hypotheses, goal)

    def spoken_of(self) -> set[Symbol]:
        """The quantities of the claim itself: those of its bound and its steps, before and after a round."""
        relations = [self.claim.bound, *(step.relation for step in self.claim.steps)]
        symbols = {self.bare(symbol) for relation in relations for symbol in relation.free_symbols}
        return symbols | {Next(symbol) for symbol in self.start}

    @property
    def runs_own_code(self) -> bool:
        """Whether the paths are those of the learner's own code, and not written by hand."""
        return self.code is not None and (self.code_reviewed or is_made_by_us(self.code))

    def cases(self) -> Iterator[Case]:
        """The cases with which the proof is compared, and on which what it takes for granted is evaluated."""
        self._cases = self._cases or list(sampled(self.claim))
        yield from self._cases

    @cached_property
    def measured_by_us(self) -> bool:
        """Whether the quantities are measured by a reviewed function."""
        return self.reviewed or measures_reviewed(self.claim.measure)

    @cached_property
    def code_reviewed(self) -> bool:
        """Whether the code was reviewed with the catalogue, for which no game is asked."""
        return self.reviewed or is_reviewed_code(self.code)

    @property
    def observed(self) -> set[Symbol]:
        """The quantities that the bound bounds: those on its left-hand side."""
        return {
            self.bare(symbol) for comparison in conjuncts(self.claim.bound) for symbol in comparison.lhs.free_symbols
        }

    @cached_property
    def of_steps(self) -> set[Symbol]:
        """The quantities that the claim's steps speak of, before and after a round; what they are is measured."""
        return {bare_symbol(symbol) for step in self.claim.steps for symbol in step.relation.free_symbols}

    @property
    def stepped(self) -> bool:
        """Whether lines of the proof are compared with played games, not derived from the learner's code."""
        proof = self.proof
        if isinstance(proof, Chain):
            return self.learner is not None or bool(proof.steps)
        return self.code is None and all(transition.when is not None for transition in proof.rounds.values())

    def by_hand(self) -> dict[str, str]:
        """What the proof says of the running code without being tied to it, by words, and why it is only assumed."""
        proof, who = self.proof, "the learner" if self.learner is None else self.learner.__name__
        by_words: dict[str, str] = {}
        if isinstance(proof, Chain):
            return by_words
        if self.code is not None:
            if not self.runs_own_code:
                by_words[f"the paths are those of {who}'s code"] = "`code` is written by hand, not made by formal_runs"
        elif self.learner is None and any(transition.when is None for transition in proof.rounds.values()):
            by_words["the rounds are those of the cases"] = "written by hand, and no `when` ties them to played ones"
        return by_words

    def named(self) -> Known:
        """What is known of the named terms by themselves: powers are positive, constants are enclosed in rationals.

        A power of a number such as 2^m is at least 1 if m is a parameter that is declared not to be negative, and the
        logarithm of a parameter that is declared a positive integer is at least 0.
        """
        relations: Known = {}
        for symbol, term in self.names.terms.items():
            if self.names.is_power(symbol):
                relations[named(symbol, term) + " is positive"] = self.names.positive(symbol)[0]
                exponent = term.args[-1]
                sign = self.signs(exponent.free_symbols - self.changing)
                if sign != sympy.true and term.base.is_Rational and term.base > 1 and self._never_negative(exponent):
                    relations[named(symbol, term) + " is at least 1"] = sympy.Implies(sign, sympy.Ge(symbol, 1))
            elif isinstance(term, sympy.log) and self.is_whole(term.args[0]):
                relations[named(symbol, term) + " is at least 0"] = sympy.Implies(term.args[0] >= 1, symbol >= 0)
            if not term.free_symbols:
                relations |= enclosed(symbol, term)
        return relations

    def _never_negative(self, term: Any) -> bool:
        """Whether the declared signs of its symbols, none of which changes, say that the term is not negative."""
        declared = {symbol: self.symbols[symbol.name] for symbol in term.free_symbols}
        return not term.free_symbols & self.changing and bool(term.xreplace(declared).is_nonnegative)

    def shown_names(self) -> Iterator[Obligation]:
        """The obligations that the base of every named power is positive."""
        bases = {}
        for symbol in self.names.terms:
            if self.names.is_power(symbol):
                _, base = self.names.positive(symbol)
                if base is not None:
                    bases[base] = symbol
        for base, symbol in bases.items():
            words = f"{base}, the base of " + named(symbol, self.names.terms[symbol]) + ", is positive"
            yield self.obligation("naming", words, self.parameters(), sympy.Gt(base, 0))

    def parameters(self) -> Known:
        """What the proof takes for granted of its parameters."""
        granted = together(self.given(self.proof.assuming), self.meant(self.proof.means))
        self.only_parameters(granted, "is shown by induction; put it into the invariant")
        return granted

    def only_parameters(self, relations: Known, remedy: str) -> None:
        """Raise ValueError if a relation involves a quantity that changes from round to round."""
        for words, relation in relations.items():
            changing = sorted(map(str, relation.free_symbols & self.changing))
            if changing:
                raise ValueError(
                    f"{self.claim.id}: {words!r} takes for granted what {', '.join(changing)} is; that {remedy}"
                )

    # ---- the end of both kinds of proofs ----

    def conclusion(self, hypotheses: Known, lines: Words) -> Iterator[Obligation | Checked]:
        """The obligations by which the claim's bound follows from what is known, by way of the lines."""
        proof = self.proof
        goals = together(self.all(lines), {"hence the bound": self.say("the bound", self.claim.bound)})
        concluded = None if proof.concludes is None else self.say("what the proof concludes", proof.concludes)
        if proof.logarithms:
            logarithms = Logarithms()
            taken: Known = {}
            if concluded is not None:
                terms = self.names.unsay(concluded)
                both = logarithms.of_both_sides(terms)
                taken = {"the logarithms of both sides": both}
                stated = Obligation(f"taking logarithms: {both}", {"concluded": terms}, both, "logarithms")
                yield Checked(stated, "proved", ("sympy",), note="log is increasing")
            plain = {words: relation for words, relation in hypotheses.items() if not relation.has(sympy.log)}
            hypotheses, taken, goals = (
                {words: self.names.say(logarithms.inside(relation)) for words, relation in part.items()}
                for part in (hypotheses, taken, goals)
            )
            if concluded is not None:
                plain = together(plain, {"what is concluded": concluded})
            for term in logarithms.conditions:
                goal = sympy.Gt(self.names.say(term), 0)
                if goal != sympy.true:
                    yield self.obligation("logarithms", f"{term} is positive, so it has a logarithm", plain, goal)
            rewritten, symbols = say_logarithms([*hypotheses.values(), *taken.values(), *goals.values()])
            hypotheses, taken, goals = (
                {words: rewritten[relation] for words, relation in part.items()} for part in (hypotheses, taken, goals)
            )
            hypotheses = together(self._constants(symbols), hypotheses)
        yield self.obligation("vacuity", "the hypotheses can be met", hypotheses, sympy.false)
        if concluded is not None:
            yield self.obligation("conclusion", "hence " + notation.relation(concluded), hypotheses, concluded)
            hypotheses = together(hypotheses, taken if proof.logarithms else {"what is concluded": concluded})
        yield from self._in_turn(hypotheses, goals)

    def _constants(self, logarithms: Mapping[Symbol, Any]) -> Known:
        """The logarithms of numbers, enclosed in rationals."""
        constants: Known = {}
        for symbol, term in logarithms.items():
            if symbol.name in self.symbols:
                raise ValueError(f"{self.claim.id}: {symbol} is the name of a symbol; rename it")
            if not term.free_symbols:
                constants |= enclosed(symbol, term)
        return constants

    def _in_turn(self, hypotheses: Known, goals: Known) -> Iterator[Obligation]:
        """The obligations for the goals, each of which may use what is known and the goals before it."""
        *lines, bound = goals.items()
        for words, line in lines:
            yield self.obligation("line", words, hypotheses, line)
            hypotheses = together(hypotheses, {words: line})
        yield self.obligation("conclusion", bound[0], hypotheses, bound[1])

    def chain(self, proof: Chain) -> Iterator[Obligation | Checked]:
        if self.learner is not None:
            words = f"what it starts from holds of {self.learner.__name__}'s real games"
            yield matched(words, self.claim, proof, self.learner, self.cases())
        yield from self.end(proof)

    def end(self, proof: Chain) -> Iterator[Obligation | Checked]:
        """The obligations from the starting points of a chain to the bound."""
        steps = self.all(self.steps(proof.steps))
        hypotheses = together(self.parameters(), self.named(), self.using(proof.using), steps)
        yield from self.conclusion(hypotheses, proof.lines)

    def code_words(self) -> str:
        """Describe how the proof is tied to the running code."""
        proof = self.proof
        if isinstance(proof, Induction) and self.learner is not None:
            if self.code is not None and not self.runs_own_code:
                return f"the paths are written by hand, and nothing ties them to {self.learner.__name__}'s code"
            if self.code is not None:
                return (
                    f"the transitions are those of {self.learner.__name__}'s own code, run on formal quantities "
                    f"in exact arithmetic, {self.code.covers}"
                )
            origin = "the transitions are written by hand and compared with real rounds"
            return f"{origin}; {proof.matched}" if proof.matched else origin
        return proof.matched


def _implication(shown: Obligation) -> Boolean:
    """The implication that an obligation shows, for any values of its symbols."""
    return sympy.Implies(sympy.And(*shown.hypotheses.values()), shown.goal) if shown.hypotheses else shown.goal


def _parts(relation: Boolean) -> tuple[Boolean, Boolean]:
    """The hypotheses of an implication, and its conclusion."""
    return (relation.args[0], relation.args[1]) if isinstance(relation, sympy.Implies) else (sympy.true, relation)


def _base(factor: Any) -> Any:
    return factor.base if isinstance(factor, sympy.Pow) else factor


by_name = attrgetter("name")


@lru_cache(4096)
def symbols_in(formula: Any) -> frozenset[Symbol]:
    """The symbols of the formula, which sympy would collect anew for every obligation that it is in."""
    return frozenset(formula.free_symbols)


@lru_cache(4096)
def bared(formula: Any) -> tuple[frozenset[Symbol], Any]:
    """The symbols of the formula, and the formula in symbols without assumptions."""
    spoken = symbols_in(formula)
    return spoken, _with(formula, {symbol: bare_symbol(symbol) for symbol in spoken})


def _with(formula: Any, bare: dict[Symbol, Symbol]) -> Any:
    """The formula in these symbols."""
    if isinstance(formula, Relational | BooleanFunction):
        return of_parts(formula, [_with(part, bare) for part in formula.args])
    return formula.xreplace(bare)


@cache
def bare_symbol(symbol: Symbol) -> Symbol:
    """The symbol without its assumptions."""
    return sympy.Symbol(symbol.name, real=True)
