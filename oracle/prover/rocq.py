"""A proof as a file for Rocq: a lemma for each line and, of a proof by induction, the bound for runs of any length.

Where the proof is an induction, `reached` says which states a run can reach: the start, and what a round of some kind
makes of a state that is reached. Its rounds assume what the lines about rounds assume, besides the invariant.

Some claims have more in `theorems/rocq`: the whole theorem, about classes of functions or vectors, which shows of each
round of the algorithm that `reached` has it, and uses `bound`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from learncheck.oracle.files import Unusable
from learncheck.oracle.notation import tidied
from learncheck.oracle.prover.certificates import Certificates
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.prover.obligations import Scope
from learncheck.oracle.prover.prove import prove
from learncheck.oracle.prover.rocq_lines import PRELUDE, RocqLine, RocqNames, comment, indented
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.step import Next

WORD = re.compile(r"[^\W\d][\w']*")
LOGARITHMS = "the logarithms of both sides"
WHOLE = Path(__file__).parents[2] / "theorems" / "rocq"


def text(claim: Claim) -> str:
    """The file. Raises Unusable if a line is open, or if there is no proof."""
    certificates = Certificates(claim.id)
    report = prove(claim, certificates=certificates)
    if report.open:
        words = tidied(str(report.open[0].obligation.words))
        raise Unusable(f"{claim.id} has no proof to write, since this line of it is open: {words}")
    names, lemmas, elsewhere = RocqNames(), [], []
    lines: dict[str, RocqLine] = {}
    for line in report.checked:
        title = f"{line.obligation.part}: {tidied(str(line.obligation.words))}"
        if not {"kernel", "values"} & set(line.by):
            elsewhere.append(f"{title} ({line.note})")
            continue
        name = f"line_{len(lines) + 1}"
        lines[name] = RocqLine(line.obligation, names)
        data = certificates.used[lines[name].asked.digest] if line.line is None else line.line
        lemmas += [comment(title), lines[name].lemma(name, data)]
    run = []
    if isinstance(report.proof, Induction):
        scope = Scope(replace(claim, proof=report.proof), None, certificates)
        run = _Run(report.proof, scope, lines, names).text()
    theorem = WHOLE / f"{claim.id}.v"
    if theorem.exists():
        run += [file.read_text(encoding="utf-8") for file in (WHOLE / "shared.v", theorem)]
    shown = [*lines, *(["bound"] if any(part.startswith("Theorem bound") for part in run) else [])]
    whole = " ".join(f"let _ := {name} in" for name in shown)
    end = [f"Definition all_shown := {whole} I.", "Print Assumptions all_shown.", ""]
    return "\n".join([*_header(report, names, elsewhere), PRELUDE, *lemmas, *run, *end])


def _header(report: ProofReport, names: RocqNames, elsewhere: Iterable[str]) -> list[str]:
    """What the file shows and what it does not."""
    proof = report.proof
    terms = {} if proof is None else {str(symbol): tidied(str(term)) for symbol, term in proof.names.items()}
    remarks = [
        f"The proof of {report.claim.id}, a lemma for each line. learncheck calls the claim {report.words}.",
        "Rocq checks the lines. It does not check that they are about the claim and the learner's code, nor what they",
        "take for granted: the hypotheses of each line, by their words. Of a quantity that is no polynomial it knows",
        "these hypotheses alone.",
    ]
    stands = [f"{own} stands for {terms.get(given, given)}" for given, own in names.given.items()
              if given in terms or own != given.replace("′", "'")]  # fmt: skip
    others = [f"not in this file: {line}" for line in elsewhere]
    return [comment(line) for line in (*remarks, *stands, *others)] + [""]


# ---- a run of any length ----


def inside(stated: str) -> set[str]:
    """The names of the quantities in what is stated."""
    return set(WORD.findall(stated))


class _NotWritten(Exception):
    """Why the file has no theorem about runs."""


class _Run:
    """The states that a run can reach, what is kept in all of them, and the bound.

    state: the quantities that change from round to round. constant: those that stay the same throughout. All others
    belong to one round, or to the end.
    """

    def __init__(self, proof: Induction, scope: Scope, lines: Mapping[str, RocqLine], names: RocqNames) -> None:
        self.to_show = {tidied(str(words)) for words in (*proof.invariant, *proof.lines)} | {"what is concluded"}
        state = [*scope.start, *scope.dynamic]
        self.state = [names.of(symbol.name) for symbol in state]
        self.after = [names.of(Next(symbol).name) for symbol in state]
        parts = {part: {name: line for name, line in lines.items() if line.obligation.part in part.split()}
                 for part in ("start", "round", "line conclusion")}  # fmt: skip
        self.start, self.rounds, self.end = parts.values()
        spoken = [scope.claim.bound, *proof.assuming.values(), *proof.means.values()]
        symbols = sorted({symbol.name for relation in spoken for symbol in relation.free_symbols})
        self.parameters = [names.given[symbol] for symbol in symbols if symbol in names.given]
        self.constant = self._constant({
            names.given.get(symbol.name, ""): {names.given.get(symbol.name, "") for symbol in term.free_symbols} - {""}
            for symbol, term in scope.names.terms.items()
        })  # fmt: skip
        self.kinds = dict.fromkeys(line.obligation.kind for line in self.rounds.values())

    def _constant(self, terms: Mapping[str, set[str]]) -> list[str]:
        """Those of the bound, the start and the end, without the names and auxiliary quantities of what changes.

        terms: the quantities in the terms that have names.
        """
        lines = [*self.start.values(), *self.end.values()]
        names = [*self.parameters, *(name for line in lines for name in line.names)]
        constant = dict.fromkeys(name for name in names if name not in (*self.state, *self.after))
        changing = {name for line in self.rounds.values() for name in line.names if name not in constant}
        changing |= {*self.state, *self.after}
        while True:
            more = {name for name in constant if terms.get(name, set()) & changing} | {
                name
                for line in lines
                for stated in line.definitions
                for name in inside(stated) & set(line.names[line.asked.symbols :]) & set(constant)
                if inside(stated) & changing
            }
            if not more:
                return list(constant)
            changing |= more
            constant = {name: None for name in constant if name not in more}

    def text(self) -> list[str]:
        try:
            return self._written()
        except _NotWritten as error:
            return [comment(f"There is no theorem about runs of any length in this file: {error}."), ""]

    def _written(self) -> list[str]:
        hypotheses = {part: self._known(lines) for part, lines in
                 (("start", self.start), ("round", self.rounds), ("end", self.end))}  # fmt: skip
        invariant = dict.fromkeys(goal for line in self.start.values() for goal in line.goals)
        everywhere = hypotheses["start"] | hypotheses["round"] | hypotheses["end"]
        granted = {stated: words for stated, words in everywhere.items()
                   if words != LOGARITHMS and not self._others(stated)}  # fmt: skip
        used = hypotheses["round"] | hypotheses["end"]
        named = {
            stated: words
            for stated, words in hypotheses["start"].items()
            if stated in used and stated not in invariant and set() < self._others(stated) <= set(self.state)
        }
        for stated in invariant:
            if not self._others(stated) <= set(self.state):
                raise _NotWritten(f"{stated}, which every round keeps, is about a quantity of one round")
        settled = {*granted, *invariant, *named}
        every = [*invariant, *named, "True"]
        whole = " /\\ ".join(f"({stated})" for stated in every)
        pattern = f"({' & '.join('?' for _ in every)})"
        state = " ".join(self.state)
        constructors, proofs = self._constructors(hypotheses["start"], granted, settled, named, pattern)
        head = [f"Variables {' '.join(self.constant)} : R."] if self.constant else []
        head += [f"Hypothesis g{i} : {stated}.  {comment(words)}" for i, (stated, words) in enumerate(granted.items())]
        return [
            "Section Run.", *head, "",
            comment("The states that a run can reach, if each of its rounds is of one of these kinds."),
            f"Inductive reached : {'R -> ' * len(self.state)}Prop :=", *constructors, "",
            f"Lemma kept : forall {state} : R, reached {state} -> {whole}.", "Proof.",
            *indented(proofs), "Qed.", "",
            *self._bound(hypotheses["end"], settled, pattern), "End Run.", "",
        ]  # fmt: skip

    def _known(self, lines: Mapping[str, RocqLine]) -> dict[str, str]:
        """What these lines start from, but for what is the goal of an earlier one; and its words."""
        hypotheses: dict[str, str] = {}
        shown: set[str] = set()
        for line in lines.values():
            hypotheses |= {stated: words for stated, words in line.parts if stated not in shown}
            shown |= set(line.goals)
        return hypotheses

    def _others(self, stated: str) -> set[str]:
        """The quantities in what is stated that are not constant."""
        return inside(stated) - set(self.constant) - {"True", "False"}

    def _primed(self, stated: str) -> str:
        primed = dict(zip(self.state, self.after, strict=True))
        return WORD.sub(lambda word: primed.get(word[0], word[0]), stated)

    def _own(self, lines: Mapping[str, RocqLine], *other: str) -> list[str]:
        names = dict.fromkeys(name for line in lines.values() for name in line.names)
        return [name for name in names if name not in {*self.constant, *self.state, *other}]

    def _constructors(
        self, start: Mapping[str, str], granted: Mapping[str, str], settled: set[str], named: Mapping[str, str],
        pattern: str,
    ) -> tuple[list[str], list[str]]:  # fmt: skip
        """The start and each kind of round, and the cases of the induction."""
        state, after = " ".join(self.state), " ".join(self.after)
        own = " ".join([state, *self._own(self.start)])
        constructors = [f"| at_start : forall {own} : R,"]
        constructors += [
            f"    ({stated}) ->  {comment(words)}" for stated, words in start.items() if stated not in granted
        ]
        constructors += [f"    reached {state}"]
        cases, proofs = [own], [["{", *self._asserted(self.start), "  repeat split; known.", "}"]]
        for number, kind in enumerate(self.kinds, start=1):
            lines = {name: line for name, line in self.rounds.items() if line.obligation.kind == kind}
            own = " ".join([state, after, *self._own(lines, *self.after)])
            facts = {stated: words for stated, words in self._known(lines).items() if stated not in settled}
            for words in facts.values():
                self._settles(words)
            facts |= {self._primed(stated): words for stated, words in named.items()}
            constructors += [f"| round_{number} :  {comment(kind)}", f"    forall {own} : R, reached {state} ->"]
            constructors += [f"    ({stated}) ->  {comment(words)}" for stated, words in facts.items()]
            constructors += [f"    reached {after}"]
            cases.append(f"{own} _ before")
            shown = [f"  destruct before as {pattern}.", *self._asserted(lines), "  repeat split; known."]
            proofs.append(["{", *shown, "}"])
        constructors[-1] += "."
        return constructors, [
            f"induction 1 as [{' | '.join(cases)}].",
            *(tactic for proof in proofs for tactic in proof),
        ]

    def _settles(self, words: str) -> None:
        """Refuse to take for granted what has to be shown. Raises _NotWritten."""
        if words in self.to_show:
            raise _NotWritten(f"{words!r} has another form where it is used")

    def _asserted(self, lines: Mapping[str, RocqLine]) -> list[str]:
        goals = {" ".join([name, *line.names]): line.goal for name, line in lines.items()}
        return [f"  assert ({goal}) by (apply ({applied}); known)." for applied, goal in goals.items()]

    def _bound(self, hypotheses: Mapping[str, str], settled: set[str], pattern: str) -> list[str]:
        """The theorem: the bound in every state that is reached."""
        state = " ".join(self.state)
        facts = []
        for stated, words in hypotheses.items():
            if words == LOGARITHMS:
                concluded = next(line.goal for line in self.end.values() if line.obligation.part == "conclusion")
                facts.append(f"(({concluded}) -> {stated}) ->  {comment('logarithms of both sides may be taken')}")
            elif stated not in settled:
                self._settles(words)
                facts.append(f"({stated}) ->  {comment(words)}")
        own = " ".join([state, *self._own(self.end)])
        return [
            comment("The bound, for runs of any length."),
            f"Theorem bound : forall {own} : R, reached {state} ->", *indented(facts),
            f"  {list(self.end.values())[-1].goal}.", "Proof.",
            f"  intros {own} run; intros.", f"  apply kept in run; destruct run as {pattern}.",
            *self._asserted(self.end), "  known.", "Qed.",
        ]  # fmt: skip
