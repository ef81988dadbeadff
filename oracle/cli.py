"""The command line. Heavy modules load inside the commands, so that --help answers at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from oracle.verdicts import Evidence
    from theorems.claim import Claim

PROFILE = click.option(
    "--profile", type=click.Choice(["quick", "full", "deep"]), default="quick", show_default=True,
    help="How hard to attack.",
)  # fmt: skip
WRITTEN = click.Path(dir_okay=False, path_type=Path)
SEED = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all attacks.")

JOBS = click.option("--jobs", type=click.IntRange(min=1), help="Processes that share the work; one a core by default.")


class Wrong(click.ClickException):
    """The call itself is wrong: one clear line on standard error, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"learncheck: {self.message}", err=True)


class Commands(click.Group):
    """The group of commands, which answers a wrong call in one line."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        options["standalone_mode"] = False
        try:
            code = super().main(*arguments, **options)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            Wrong(error.format_message().replace("\n", " ")).show()
            sys.exit(2)
        except click.Abort:
            click.echo("learncheck: stopped", err=True)
            sys.exit(130)
        sys.exit(code if isinstance(code, int) else 0)


@click.group(cls=Commands)
@click.version_option(package_name="learncheck")
def main() -> None:
    """QuickCheck for learning theory: attack the theorems of the notes, and judge implementations by them."""


@main.command()
@click.argument("targets", nargs=-1, metavar="[CLAIM|FILE.py ...]")
@PROFILE
@SEED
@click.option("--json", "json_path", type=WRITTEN, help="Write the evidence as JSON.")
@click.option("--html", "html_path", type=WRITTEN, help="Write a page.")
@JOBS
def verify(
    targets: tuple[str, ...], profile: str, seed: int, json_path: Path | None, html_path: Path | None, jobs: int | None
) -> int:
    """Attack claims on the reference learners: all claims, those named, or those that a file of yours defines."""
    from oracle import proof_text, report
    from oracle.records import write_json, write_text
    from oracle.verify import as_json, keep, run_all

    chosen = _claims(targets)
    found = []
    with _progress(len(chosen)) as tick:
        for (_, file), evidence in zip(chosen, run_all(chosen, profile, seed=seed, jobs=jobs, tick=tick), strict=True):
            for each in evidence:
                keep(each, file)
                found.append(each)
    out = report.console()
    out.print(report.verify_table(found))
    for each in found:
        if not each.expected:
            out.print(f"\n{each.claim.id}: {each.words}", style="bold", markup=False)
            if each.proof is not None and not each.proved:
                out.print(f"  {proof_text.summary(each.proof)}", markup=False)
            if each.counterexample is None:
                out.print(f"  {each.message}", markup=False)
            else:
                replay = f"learncheck replay {each.counterexample.path}"
                report.print_counterexample(out, each.claim, each.counterexample, replay)
    games = sum(each.games for each in found)
    seconds = sum(each.seconds for each in found)
    fell = sum(not each.expected for each in found)
    claims = len({each.claim.id for each in found})
    conclusion = f"{fell} not as on record" if fell else "all stand"
    out.print(f"\n{claims} claims, {games:,} games, {seconds:.1f} s: {conclusion}")
    if json_path is not None:
        claims_json = [as_json(each) for each in found]
        write_json(json_path, {"schema": 1, "profile": profile, "seed": seed, "claims": claims_json})
    if html_path is not None:
        from oracle.html import verify_page

        write_text(html_path, verify_page(found))
    return 1 if fell else 0


@main.command()
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION.py ...")
@click.option("--learner", "learners", multiple=True, metavar="NAME=CLASS", help="Judge CLASS as the learner NAME.")
@click.option("--claims", "ids", default="", metavar="ID,ID", help="Only these claims.")
@PROFILE
@SEED
@click.option("--json", "json_path", type=WRITTEN, help="Write the report as JSON.")
@click.option("--gradescope", "gradescope_path", type=WRITTEN, help="Write results.json.")
@click.option("--junit", "junit_path", type=WRITTEN, help="Write JUnit XML.")
@click.option("--html", "html_path", type=WRITTEN, help="Write a page.")
@click.option("--time-limit", type=click.FloatRange(min=0.1), default=30.0, show_default=True, help="Seconds a claim.")
@click.option("--memory-limit", type=click.IntRange(min=64), default=2048, show_default=True, help="MB of memory.")
def grade(
    submissions: tuple[str, ...],
    learners: tuple[str, ...],
    ids: str,
    profile: str,
    seed: int,
    json_path: Path | None,
    gradescope_path: Path | None,
    junit_path: Path | None,
    html_path: Path | None,
    time_limit: float,
    memory_limit: int,
) -> int:
    """Judge submissions: each file in a process of its own, by every claim about the learners that it defines."""
    from oracle import exports, html, report
    from oracle.attack import PROFILES
    from oracle.failures import LoadError
    from oracle.grade import Unjudgeable
    from oracle.grade import grade as run
    from oracle.records import write_json, write_text
    from theorems.registry import UnknownClaim, select

    paths = [_submission(name) for name in submissions]
    wanted = [name.strip() for name in ids.split(",") if name.strip()]
    try:
        select(wanted)
    except UnknownClaim as error:
        raise Wrong(str(error)) from None
    classes = dict(_pair(each) for each in learners)
    reports, out, code = [], report.console(), 0
    for path in paths:
        try:
            with _progress(None) as tick:
                result = run(
                    path, classes=classes or None, ids=wanted, profile=PROFILES[profile], seed=seed,
                    time_limit=time_limit, memory_limit_mb=memory_limit, tick=tick,
                )  # fmt: skip
        except (LoadError, Unjudgeable) as error:
            if len(paths) == 1:
                raise Wrong(str(error)) from None
            click.echo(f"learncheck: {error}", err=True)
            code = 2
            continue
        reports.append(result)
        report.print_grade(out, result)
        if not result.passed:
            code = code or 1
    single = len(paths) == 1
    if json_path is not None:
        whole = [each.as_json() for each in reports]
        write_json(json_path, whole[0] if single else {"schema": 1, "submissions": whole})
    for path_out, render in (
        (gradescope_path, exports.gradescope),
        (junit_path, exports.junit),
        (html_path, html.grade_page),
    ):
        if path_out is not None:
            write_text(path_out, render(reports))
    return code


@main.command("list")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def list_claims(as_json: bool) -> None:
    """Every claim: id, kind, source, learners, standing."""
    from oracle import report
    from theorems.registry import all_claims

    entries: list[dict[str, Any]] = [
        {
            "id": claim.id,
            "kind": claim.kind,
            "source": "; ".join(map(str, claim.sources)),
            "learners": [each.__name__ for each in claim.about],
            "standing": report.standing(claim),
            "reading": claim.reading,
            "statement": claim.states,
            "judged": claim.judged and claim.learner is not None,
        }
        for claim in all_claims()
    ]
    if as_json:
        click.echo(json.dumps(entries, indent=1, ensure_ascii=False))
        return
    report.print_listing(entries)


@main.command()
@click.argument("claim_id", metavar="CLAIM")
@PROFILE
@click.option("--smt2", is_flag=True, help="Write the proof's obligations as SMT-LIB 2, for other solvers.")
def show(claim_id: str, profile: str, smt2: bool) -> int:
    """One claim: statement, source, bound, the proof line by line, and the evidence of a fresh attack."""
    from oracle import proof_text, report
    from oracle.attack import PROFILES
    from oracle.verify import keep
    from oracle.verify import verify as run

    if smt2:
        return _print_obligations(claim_id)
    out = report.console()
    code = 0
    for index, (claim, _) in enumerate(_claims((claim_id,))):
        if index:
            out.print("\n" + "─" * 40 + "\n")
        for line in report.show_claim(claim):
            out.print(line, markup=False, soft_wrap=True)
        for evidence in run([claim], PROFILES[profile]):
            keep(evidence)
            out.print()
            for line in report.show_evidence(evidence):
                out.print(line, markup=False)
            code = code or (0 if evidence.expected else 1)
            if evidence.proof is not None:
                for line in ["", *proof_text.text(evidence.proof)]:
                    out.print(line, markup=False, soft_wrap=True)
            if evidence.counterexample is not None:
                found = evidence.counterexample
                report.print_counterexample(out, claim, found, f"learncheck replay {found.path}")
    return code


@main.command()
def errata() -> int:
    """The printed statements that fall: each with its counterexample, its repair and the repair's evidence."""
    from oracle import report
    from oracle.errata import errata as entries
    from oracle.errata import text
    from theorems.registry import all_claims

    out = report.console()
    total = sum(claim.repairs is not None for claim in all_claims())
    found = 0
    code = 0
    with _progress(total) as tick:
        for erratum in entries(tick=tick):
            for line in text(erratum, min(out.width, 100)):
                out.print(line, markup=False, soft_wrap=True)
            out.print()
            found += 1
            code = code or (0 if erratum.stands else 1)
    out.print(f"{found} printed statements fall")
    return code


@main.command()
@click.argument("case", type=click.Path(path_type=Path), metavar="CASE.json")
@click.argument("submission", type=click.Path(path_type=Path), required=False, metavar="[SUBMISSION.py]")
@click.option("--learner", default=None, metavar="NAME=CLASS", help="Play CLASS of the submission as the learner NAME.")
@click.option("--time-limit", type=click.FloatRange(min=0.1), default=30.0, show_default=True, help="Seconds.")
@click.option("--memory-limit", type=click.IntRange(min=64), default=2048, show_default=True, help="MB of memory.")
def replay(case: Path, submission: Path | None, learner: str | None, time_limit: float, memory_limit: int) -> int:
    """Play one stored case again, round by round, on the reference learner or on a submission."""
    from oracle import records, report
    from oracle.failures import LoadError
    from oracle.judge import judge
    from oracle.process import Submission

    try:
        record = records.load(case)
        if submission is None:
            about = {each.__name__: each for each in record.claim.about}
            make: Any = about.get(record.learner or "", record.claim.learner)
            outcome = judge(record.claim, make, record.case)
        else:
            classes = dict([_pair(learner)]) if learner else None
            with Submission(submission, time_limit=time_limit, memory_limit_mb=memory_limit, classes=classes) as judged:
                name = next(iter(classes)) if classes else record.learner
                if name not in judged.defines:
                    raise Wrong(f"{submission} defines no {name}, which this case is played on")
                judged.new_budget(time_limit)
                outcome = judge(
                    record.claim, lambda *given: judged.make(name, *given), record.case, steps=False, explain=True
                )
    except (records.BadRecord, LoadError) as error:
        raise Wrong(str(error)) from None
    out = report.console()
    verdict = "outside of the theorem's hypotheses" if outcome.outside else outcome.verdict
    out.print(f"{record.claim.id}: {verdict}", style="bold", markup=False)
    report.print_outcome(out, record.claim, outcome)
    if outcome.observed is not None:
        out.print(f"  observed {report.plain_number(outcome)}", markup=False)
    expected = outcome.failed if record.claim.refuted_by else outcome.verdict in ("stands", "skipped")
    return 0 if expected else 1


def _claims(targets: tuple[str, ...]) -> list[tuple[Claim, Path | None]]:
    from theorems.registry import UnknownClaim, all_claims, load_file, select

    if not targets:
        return [(claim, None) for claim in all_claims()]
    chosen: list[tuple[Claim, Path | None]] = []
    try:
        for target in targets:
            if target.endswith(".py"):
                chosen += [(claim, Path(target)) for claim in load_file(Path(target))]
            else:
                chosen += [(claim, None) for claim in select([target])]
    except (UnknownClaim, ValueError) as error:
        raise Wrong(str(error)) from None
    return list({claim.id: (claim, file) for claim, file in chosen}.values())


def _print_obligations(claim_id: str) -> int:
    from oracle.obligations import NoProof
    from oracle.prove import obligations
    from oracle.smt import smt2

    for claim, _ in _claims((claim_id,)):
        if claim.id != claim_id:
            continue
        try:
            for each in obligations(claim):
                click.echo(smt2(each, refute=each.part != "vacuity"))
        except NoProof as error:
            raise Wrong(str(error)) from None
    return 0


def _submission(name: str) -> Path:
    """The file of that name, or of the importable module of that name."""
    from importlib.machinery import PathFinder

    path = Path(name)
    if path.is_file():
        return path
    found = PathFinder.find_spec(name, [str(Path.cwd()), *sys.path]) if name.isidentifier() else None
    if found is None or found.origin is None:
        raise Wrong(f"no such file: {name}")
    return Path(found.origin)


def _pair(text: str) -> tuple[str, str]:
    name, equals, cls = text.partition("=")
    if not (name and equals and cls):
        raise Wrong(f"--learner {text!r} is no NAME=CLASS; write --learner Halving=MyHalving, for example")
    return name, cls


@contextmanager
def _progress(total: int | None) -> Iterator[Callable[[Evidence], None]]:
    """A line on a terminal that tells what is going on; nothing in a pipe."""
    from oracle.report import console

    out = console(stderr=True)
    if not out.is_terminal:
        yield lambda evidence: None
        return
    done: list[str] = []
    with out.status("") as status:

        def tick(evidence: Evidence) -> None:
            if evidence.claim.id not in done:
                done.append(evidence.claim.id)
            if evidence.games % 20 == 1:
                of = f"/{total}" if total else ""
                status.update(f"{len(done)}{of} {evidence.claim.id}: {evidence.games:,} games")

        yield tick


if __name__ == "__main__":
    main()
