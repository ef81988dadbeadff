"""Write a checked proof as a person would: for the terminal (`text`) and for pages (`sections`).

Every line has a mark, ✓ shown, ✗ refuted, ? open, and names who showed it. A refuted line comes with its countermodel,
in the claim's own symbols. The last section lists everything the proof rests on, and which of it is assumed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.oracle.notation import counted, relation, tidied
from learncheck.oracle.prover.checked import Checked, ProofReport
from learncheck.oracle.prover.reasons import facts, reason
from learncheck.theorems.language.proof import Chain, Induction, Transition, granted
from learncheck.theorems.language.sentence import Sentence, joined

MARKS = {"proved": "✓", "refuted": "✗", "unknown": "?"}


@dataclass(frozen=True)
class ProofLine:
    """One line: its mark, its words, who showed it, and further remarks."""

    mark: str
    words: Sentence
    by: str = ""
    more: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Section:
    """A part of the proof: its remarks, and the lines that were checked."""

    title: Sentence
    remarks: tuple[Sentence, ...] = ()
    lines: tuple[ProofLine, ...] = field(default=())


def _section(title: str, remarks: Iterable[str] = (), lines: Iterable[ProofLine] = ()) -> Section:
    return Section(Sentence(title), tuple(map(Sentence, remarks)), tuple(lines))


def _line_of(mark: str, words: str, by: str = "", more: Iterable[str] = ()) -> ProofLine:
    return ProofLine(mark, Sentence(words), by, tuple(map(Sentence, more)))


def summary(report: ProofReport) -> str:
    """The grade in one line, with what remains open."""
    if report.complete:
        tied = f", using {report.learner}'s own code" if report.formally else ""
        rests = f"it relies on {counted(len(report.rests.premises), 'premise')}"
        return f"{report.words}: {counted(len(report.checked), 'line')} checked{tied}; {rests}"
    words = ", ".join(f"{line.obligation.words} ({line.status})" for line in report.open[:3])
    rest = len(report.open) - 3
    asked = f"; not found: {'; '.join(report.asked)}" if report.asked else ""
    return f"not proved: {words}{f', and {rest} more lines' if rest > 0 else ''}{asked}"


def countermodel(report: ProofReport) -> list[str]:
    """The first line that is refuted, with values of the claim's own symbols that refute it; or else the first one that
    is open, with its facts, after what was wrong with stored certificates.
    """
    for line in report.open:
        if line.status == "refuted" and line.countermodel:
            at = ", ".join(f"{name} = {value}" for name, value in sorted(line.countermodel.items()))
            return [f"where {at}, this line fails: {line.obligation.words}"]
    for line in report.open:
        if line.status == "unknown" and line.note:
            lines = [f"{line.obligation.words}: {line.note}", *(f"  {line}" for line in facts(line.obligation))]
            return [*report.troubles, *lines]
    return []


def text(report: ProofReport) -> list[str]:
    """The proof for the terminal."""
    spent = f", {report.seconds:.1f} s" if report.complete else ""
    out = [f"{report.claim.id}: {summary(report)}{spent}", f"  {report.claim.statement}"]
    for section in sections(report):
        out += ["", f"  {section.title}"]
        out += [f"    {remark}" for remark in section.remarks]
        for line in section.lines:
            out.append(f"    {line.mark} {line.words}{f'  [{line.by}]' if line.by else ''}")
            out += [f"        {remark}" for remark in line.more]
    return out


def sections(report: ProofReport) -> list[Section]:
    """The proof in its parts; empty parts are left out."""
    proof = report.proof
    if proof is None:
        return []
    parts = _induction(report, proof) if isinstance(proof, Induction) else _chain(report, proof)
    return [part for part in parts if part.remarks or part.lines]


def _induction(report: ProofReport, proof: Induction) -> Iterable[Section]:
    yield _notation(report)
    yield _section("Derived", map(tidied, report.derived))
    yield _section("Not found, to be supplied", report.asked)
    yield _section("What is given", _relations(granted(proof), proof.ends))
    yield _section("What is known from elsewhere", (), _lines(report, "fact"))
    start = joined((_equal(symbol, value) for symbol, value in proof.start.items()), ", ")
    begun = (*_lines(report, words="the start is possible"), *_lines(report, "constructor", "start"))
    yield _section("Start", ("before the first round " + start,), begun)
    yield _section("What holds throughout", _marked(report, _relations(proof.invariant)))
    for name, transition in proof.rounds.items():
        yield _round(report, name, transition)
    yield _section("The running code", (report.code,) if report.code else (), _lines(report, "played", "match"))
    yield _end(report)
    yield _trust(report)
    yield _premises(report)


def _marked(report: ProofReport, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines, with those that were derived from the steps marked so."""
    derived = set(map(_bare, map(tidied, report.derived)))
    return tuple(line + "  (derived)" if _bare(line.split(":  ")[0]) in derived else line for line in lines)


def _chain(report: ProofReport, proof: Chain) -> Iterable[Section]:
    yield _notation(report)
    yield _section("What is given", _relations(granted(proof), {step.words: step.relation for step in proof.steps}))
    yield _section("What is known from elsewhere", (), _lines(report, "fact"))
    yield _end(report)
    yield _trust(report)
    yield _premises(report)


def _notation(report: ProofReport) -> Section:
    proof = report.claim.proof
    names = () if proof is None else proof.names.items()
    names_in_words = tuple(relation(symbol) + " stands for " + relation(term) for symbol, term in names)
    shown = [line for line in report.checked if line.obligation.part == "naming" and not line.obligation.kind]
    return _section("Names", names_in_words, map(_line, shown))


def _round(report: ProofReport, name: str, transition: Transition) -> Section:
    does = [*_relations(transition.shown)]
    does += [relation(symbol) + " becomes " + relation(value) for symbol, value in transition.sets.items()]
    if transition.keeps:
        does.append(
            joined(map(relation, transition.keeps), ", ") + (" stay" if len(transition.keeps) > 1 else " stays")
        )
    does += ["given: " + line for line in _relations(granted(transition))]
    own = [line for line in report.checked if line.obligation.kind == name]
    return _section("Round: " + name, does, _in_short(own, report.formally))


def _in_short(checked: list[Checked], own: bool) -> tuple[ProofLine, ...]:
    """The lines of a kind of round. Those of the code are merged into one line if all of them are proved."""
    code = [line for line in checked if line.obligation.part == "code"]
    lines = [_line(line) for line in checked if line.obligation.part != "code"]
    fallen = [_line(line) for line in code if line.status != "proved"]
    if code and not fallen:
        paths = len({line.obligation.words.split("(")[0] for line in code})
        whose = "the learner's own code does" if own else "the paths that are written by hand do"
        done = f"{whose} this: {counted(paths, 'path')}, {counted(len(code), 'line')}"
        empty = len({line.obligation.words.split("(")[0] for line in code if line.empty})
        done += f"; {empty} of them cannot occur, since what it starts from contradicts itself" * bool(empty)
        lines.append(_line_of(MARKS["proved"], done, _who(code[0])))
    return (*lines, *fallen)


def _end(report: ProofReport) -> Section:
    possible = _lines(report, words="the hypotheses can be met")
    lines = (*possible, *_lines(report, "logarithms", "line", "conclusion"))
    return _section("Conclusion", ("the bound: " + relation(report.claim.bound),), lines)


def _trust(report: ProofReport) -> Section:
    by_whom = Counter(_who(line) for line in report.checked if line.status == "proved")
    lines = [f"{counted(count, 'line')} shown by {by}" for by, count in by_whom.most_common()]
    lines += ["assumed: " + words + " (" + why + ")" for words, why in report.assumptions.items()]
    rests = report.rests
    if rests.games and (rests.stepped or rests.premises):
        starts = f" and {counted(rests.starts, 'start')} of the constructor" * bool(rests.starts)
        what = "the steps and everything below were" if rests.stepped else "everything below was"
        within = ", each float within the error that the claim states" * report.rounded
        lines.append(f"{what} evaluated on {rests.games:,} played games up to size {rests.size:,}{starts}{within}")
    proof = report.proof
    if proof is not None and (proof.logarithms or not all(term.free_symbols for term in proof.names.values())):
        lines.append("constants such as log(2) are enclosed in rationals by ball arithmetic")
    if report.dropped:
        lines.append(f"not given, since the claim has no such hypothesis: {', '.join(report.dropped)}")
    if report.learner and report.formally:
        lines.append("the code is read in exact arithmetic: rounding is not part of the proof")
    lines += report.troubles
    if proof is not None and proof.reading:
        lines.append(proof.reading)
    return _section("What this rests on", lines)


def _premises(report: ProofReport) -> Section:
    """Every hypothesis, meaning, fact and step, with its justification."""
    said_of = []
    for premise in report.rests.premises:
        where = f" ({premise.where})" if premise.where else ""
        (words,) = _relations({premise.words: premise.relation})
        said_of.append(f"{premise.kind}{where}: " + words + (f" [{premise.standing}]" if premise.standing else ""))
    return _section(f"Rests on {counted(len(said_of), 'premise')}", said_of)


def _lines(report: ProofReport, *parts: str, words: str | None = None) -> list[ProofLine]:
    """The checked lines of these parts of the proof, or those with these words."""
    stated = ((line, line.obligation) for line in report.checked)
    return [_line(line) for line, of in stated if of.part in parts or of.words == words]


def _line(checked: Checked) -> ProofLine:
    more = [checked.note] if checked.note else []
    more += _reason(checked)
    if checked.countermodel and checked.status != "proved":
        values = ", ".join(f"{name} = {value}" for name, value in checked.countermodel.items())
        more.append(f"countermodel: {values}" if checked.status == "refuted" else f"for example {values}")
    return _line_of(MARKS[checked.status], tidied(checked.obligation.words), _who(checked), tuple(more))


def _reason(checked: Checked) -> list[str]:
    """Why the line holds, by its certificate; why it is open, by the facts that there are."""
    if checked.line is not None:
        words, done = reason(checked.obligation, checked.line)
        of = "from " + (joined(words, "; ") or "the signs of the symbols")
        words_and_sum = of + ": " + done if done else of
        return ["cannot occur, " + words_and_sum if checked.empty else words_and_sum]
    if checked.status == "unknown" and checked.obligation.part != "match":
        return facts(checked.obligation)
    return []


_NAMES = {
    "kernel": "the kernel, by its certificate",
    "values": "values that meet them",
    "lemma": "its own proof",
    "claim": "the proof of that claim",
    "run": "running it",
    "sympy": "the rule of powers and logarithms",
}


def _who(checked: Checked) -> str:
    return " and ".join(_NAMES.get(checker, checker) for checker in checked.by)


def _relations(*parts: Mapping[str, Boolean]) -> tuple[str, ...]:
    """Relations, each with its words unless the words are the relation itself."""
    lines = []
    for words, stated in ((words, stated) for part in parts for words, stated in part.items()):
        formula = relation(stated)
        lines.append(formula if _bare(words) == _bare(formula) else words + (":  " + formula))
    return tuple(lines)


def _equal(symbol: sympy.Symbol, value: Any) -> str:
    return relation(sympy.Eq(symbol, sympy.sympify(value), evaluate=False))


def _bare(words: str) -> str:
    return words.replace(" ", "").replace("·", "").replace("*", "")
