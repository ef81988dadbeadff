"""Reports as pages: self-contained, readable without scripts."""

from collections.abc import Iterable, Sequence
from html import escape

from oracle.grade import ClaimResult, Report
from oracle.notation import said
from oracle.report import ratio, words
from oracle.transcript import facts, transcript
from oracle.verdicts import Evidence, Outcome
from theorems.claim import Claim

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1rem; display: block; overflow-x: auto; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
code { font-family: ui-monospace, monospace; }
.fell { font-weight: bold; }
"""


def verify_page(evidence: Iterable[Evidence]) -> str:
    """The evidence for all claims as a page."""
    rows = [
        [each.claim.id, each.claim.states, said(each.claim.bound), words([each]), ratio(each.ratio)]
        for each in evidence
    ]
    return _page("learncheck: claims", _table(["claim", "statement", "bound", "evidence", "worst/bound"], rows))


def grade_page(reports: Sequence[Report]) -> str:
    """Submissions' reports as a page."""
    return _page("learncheck: report", "\n".join(section(each) for each in reports))


def section(report: Report) -> str:
    """One submission's report: the verdicts, then each failure with its smallest game."""
    rows = [[name, each.id, each.verdict, str(each.evidence.games)] for name, each in report.results]
    parts = [
        f"<section><h2>{escape(report.submission)}: score {report.score:.2f}</h2>",
        _table(["learner", "claim", "verdict", "games"], rows),
        *(_failure(name, each) for name, each in report.results if not each.passed),
        "</section>",
    ]
    return "\n".join(parts)


def _failure(name: str, result: ClaimResult) -> str:
    claim = result.evidence.claim
    title = f"{name}: {result.id}: {result.verdict}"
    parts = [f"<h3>{escape(title)}</h3>", f"<p>{escape(claim.states)}</p>"]
    if result.evidence.message:
        parts.append(f"<p class='fell'>{escape(result.evidence.message)}</p>")
    if result.explained is not None:
        if result.explained.broken_step is not None:
            parts.append(f"<p>broken step: {escape(str(result.explained.broken_step))}</p>")
        parts.append(_game(claim, result.explained))
    if result.replay:
        parts.append(f"<p>Replay: <code>{escape(result.replay)}</code></p>")
    return "\n".join(parts)


def _game(claim: Claim, outcome: Outcome) -> str:
    if outcome.trace is None:
        return ""
    head, rows = transcript(claim, outcome.trace)
    return _table(head, rows) if rows else _table(["fact", "value"], facts(outcome.trace))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = "".join(f"<th scope='col'>{escape(name)}</th>" for name in head)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _page(title: str, body: str) -> str:
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>\n{body}\n</main></body></html>\n"
    )
