"""The command line. Heavy modules load inside the commands, so that --help answers at once."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from learncheck.oracle.assignment import FEEDBACK, MEMORY_LIMIT, TIME_LIMIT, TOTAL_LIMIT
from learncheck.oracle.progress import Watch, claims_due, watching

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from learncheck.oracle.assignment import Assignment
    from learncheck.oracle.many import Grading
    from learncheck.oracle.results import Report
    from learncheck.oracle.sandbox import Rung
    from learncheck.oracle.verdicts import Evidence
    from learncheck.theorems.claim import Claim
    from rich.console import Console

PROFILE = click.option(
    "--profile", type=click.Choice(["quick", "full", "deep"]), default="quick", show_default=True,
    help="How hard to attack.",
)  # fmt: skip
READ = click.Path(dir_okay=False, path_type=Path)
WRITTEN = click.Path(dir_okay=False, path_type=Path)
TRUST = click.option(
    "--trust", is_flag=True, help="Run the submission even where this machine cannot confine it (see doctor)."
)
QUIET = click.option(
    "--quiet", "-q", is_flag=True,
    help="Print only what fails or is not as on record, and no progress; the exit status tells the rest.",
)  # fmt: skip
SEED = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all attacks.")

EXECUTOR = click.option(
    "--executor", type=click.Choice(["processes", "dask"]), default="processes", show_default=True,
    help="Who does the work: this machine, or a cluster.",
)  # fmt: skip
SCHEDULER = click.option("--scheduler", metavar="ADDRESS", help="The dask scheduler, tcp://host:8786 for example.")
JOBS = click.option("--jobs", type=click.IntRange(min=1), help="Processes that share the work; one a core by default.")


T = TypeVar("T")


class Wrong(click.ClickException):
    """The call itself is wrong: one clear line on standard error, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        line = f"learncheck: {self.message}"
        if sys.stderr.isatty():
            line = textwrap.fill(
                line, shutil.get_terminal_size().columns, subsequent_indent="  ", break_on_hyphens=False
            )
        click.echo(line, err=True)


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
@click.option("--mutants", "mutants_path", type=READ,
              help="What pytest tests/meta --junitxml FILE wrote: the page tells which were killed.")  # fmt: skip
@JOBS
@EXECUTOR
@SCHEDULER
@click.option("--resume", is_flag=True, help="Take over what a killed campaign finished.")
@click.option("--share", metavar="WHERE", help="A folder or redis://host:port: counterexamples and best witnesses.")
@QUIET
def verify(
    targets: tuple[str, ...], profile: str, seed: int, json_path: Path | None, html_path: Path | None,
    mutants_path: Path | None, jobs: int | None, executor: str, scheduler: str | None, resume: bool, share: str | None,
    quiet: bool,
) -> int:  # fmt: skip
    """Attack claims on the reference learners: all claims, those named, or those that a file of yours defines.

    With the profile deep, and with --executor dask, --resume or --share, this is a campaign: the attack on each claim
    is cut into pieces, which are written down when they are finished.
    """
    with watching(quiet) as watch:
        from learncheck.oracle.records import write_json, write_text
        from learncheck.oracle.verify import as_json, keep, run_all

        chosen = _claims(targets)
        mutants = _mutants(mutants_path, html_path)
        campaign = profile == "deep" or executor != "processes" or scheduler or resume or share
        if campaign:
            watch.say("waiting for the first pieces of the campaign")
            run = _campaign(chosen, profile, seed, _workers(executor, scheduler, jobs, MANY), resume, share, watch)
        else:
            watch.begin("claims", len(chosen), _games_of(profile))
            run = run_all(chosen, profile, seed=seed, jobs=jobs, tick=watch.tick)
        found: list[Evidence] = []
        for number, ((_, file), evidence) in enumerate(zip(chosen, _told(run), strict=True), start=1):
            for each in evidence:
                keep(each, file)
            found += evidence
            if not campaign:  # which tells of itself
                ratios = (each.ratio for each in found if each.claim.refuted_by is None)
                watch.reached(number, sum(each.games for each in found), ratios, len(_fallen(found)))
    _print_verified(found, quiet)
    if json_path is not None:
        claims_json = [as_json(each) for each in found]
        write_json(json_path, {"schema": 1, "profile": profile, "seed": seed, "claims": claims_json})
    if html_path is not None:
        with watching(quiet) as watch:
            watch.say(f"writing {html_path}")
            from learncheck.oracle.html import verify_page

            write_text(html_path, verify_page(found, mutants))
    return 1 if _fallen(found) else 0


def _fallen(found: Sequence[Evidence]) -> list[Evidence]:
    return [each for each in found if not each.expected]


def _print_verified(found: Sequence[Evidence], quiet: bool) -> None:
    """The table, what is not as on record, and what was run; of these the middle alone where it is to be quiet."""
    from learncheck.oracle import report

    out = report.console()
    if not quiet:
        report.print_claims(out, report.claim_rows(found))
    fallen = _fallen(found)
    for number, each in enumerate(fallen):
        if number or not quiet:
            out.print()
        _print_fallen(out, each)
    if not quiet:
        claims, games = len({each.claim.id for each in found}), sum(each.games for each in found)
        conclusion = f"{len(fallen)} not as on record" if fallen else "all stand"
        seconds = sum(each.seconds for each in found)
        report.say(out, f"\n{claims} claims, {games:,} games, {seconds:.1f} s: {conclusion}")
        if claims > 1:
            grades = ", ".join(f"{count} {grade}" for grade, count in report.by_grade(found).items())
            report.say(out, f"by grade of evidence: {grades}")


def _print_fallen(out: Console, evidence: Evidence) -> None:
    """A claim that is not as on record: what is open in its proof, and its counterexample."""
    from learncheck.oracle import proof_text, report

    report.say(out, f"{evidence.claim.id}: {evidence.words}", style="bold")
    if evidence.proof is not None and not evidence.proof.complete:
        report.say(out, f"  {proof_text.summary(evidence.proof)}")
    if evidence.counterexample is None:
        report.say(out, f"  {evidence.message}")
    else:
        replay = f"learncheck replay {evidence.counterexample.path}"
        report.print_counterexample(out, evidence.claim, evidence.counterexample, replay)


@main.command()
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION.py ...")
@click.option("--learner", "learners", multiple=True, metavar="NAME=CLASS", help="Judge CLASS as the learner NAME.")
@click.option("--claims", "ids", default="", metavar="ID,ID", help="Only these claims.")
@click.option(
    "--assignment", "assignment_path", type=READ, help="What is asked for, its points, limits and seed (TOML)."
)
@click.option("--profile", type=click.Choice(["quick", "full", "deep"]), help="How hard to attack.  [default: quick]")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Seed of all attacks.  [default: 0]")
@click.option("--feedback", type=click.Choice(FEEDBACK),
              help="What the reports tell a student; --json tells all.  [default: full]")  # fmt: skip
@click.option("--time-limit", type=click.FloatRange(min=0.1), help=f"Seconds a claim.  [default: {TIME_LIMIT:g}]")
@click.option("--total-limit", type=click.FloatRange(min=1), help=f"Seconds a submission.  [default: {TOTAL_LIMIT:g}]")
@click.option("--memory-limit", type=click.IntRange(min=128), help=f"MB of memory.  [default: {MEMORY_LIMIT}]")
@TRUST
@click.option("--json", "json_path", type=WRITTEN, help="Write the report as JSON.")
@click.option("--gradescope", "gradescope_path", type=WRITTEN, help="Write results.json, claim by claim.")
@click.option("--prairielearn", "prairielearn_path", type=WRITTEN, help="Write PrairieLearn's results object.")
@click.option("--github", "github_path", type=WRITTEN, help="Write GitHub Classroom's result.")
@click.option("--junit", "junit_path", type=WRITTEN, help="Write JUnit XML.")
@click.option("--html", "html_path", type=WRITTEN, help="Write a page.")
@click.option("--results", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Write a report a submission, and summary.csv and summary.json.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Do not grade again what --results has already.")
@JOBS
@EXECUTOR
@SCHEDULER
@QUIET
def grade(
    submissions: tuple[str, ...], learners: tuple[str, ...], ids: str, assignment_path: Path | None,
    profile: str | None, seed: int | None, feedback: str | None, time_limit: float | None,
    total_limit: float | None, memory_limit: int | None, trust: bool, results: Path | None, resume: bool,
    jobs: int | None, executor: str, scheduler: str | None, quiet: bool, **outputs: Path | None,
) -> int:  # fmt: skip
    """Judge submissions: each file in a process of its own, by every claim about the learners that it defines."""
    with watching(quiet) as watch:
        from learncheck.oracle import many, report
        from learncheck.oracle.records import write_text
        from learncheck.theorems.registry import UnknownClaim, select

        paths = [_submission(name) for name in submissions]
        wanted = [name.strip() for name in ids.split(",") if name.strip()]
        try:
            if wanted:
                select(wanted)
        except UnknownClaim as error:
            raise Wrong(str(error)) from None
        if resume and results is None:
            raise Wrong("--resume takes over what --results FOLDER holds; name the folder")
        assignment = _assignment(
            assignment_path, profile=profile, seed=seed, feedback=feedback, time=time_limit, total=total_limit,
            memory=memory_limit,
        )  # fmt: skip
        _confinement(trust)
        gradings = many.gradings(paths, assignment, dict(map(_pair, learners)), wanted, results, trust)
        start, workers = _workers(executor, scheduler, jobs, len(paths))
        found = _graded(gradings, start, workers, resume, outputs, watch)
    reports = [found[grading.name] for grading in gradings]
    out = report.console()
    if results is None:
        shown = [each for each in reports if not (each.error and len(paths) == 1)]
        if quiet:
            report.print_failed(out, shown, assignment.feedback)
        else:
            for each in shown:
                report.print_grade(out, each, assignment.feedback)
    else:
        for grading, each in zip(gradings, reports, strict=True):
            write_text(results / f"{grading.name}.txt", report.grade_text(each, assignment.feedback))
    if len(paths) > 1 or results is not None:
        rows = many.summary(gradings, reports)
        failed = [row for row, each in zip(rows, reports, strict=True) if not each.passed]
        if not quiet:
            report.print_summary(out, rows)
        elif failed and results is not None:
            report.print_summary(out, failed)
        if results is not None:
            many.write_summary(results, rows)
    with watching(quiet) as watch:
        watch.say("writing the reports")
        _write_exports(reports, assignment, outputs)
    if len(paths) == 1 and reports[0].error:
        raise Wrong(reports[0].error)
    if any(each.error for each in reports):
        return 2
    return 0 if all(each.passed for each in reports) else 1


def _graded(
    gradings: Sequence[Grading], start: Callable[[], Executor] | None, workers: int, resume: bool,
    outputs: Mapping[str, Path | None], watch: Watch,
) -> dict[str, Report]:  # fmt: skip
    """The reports by the names of their gradings; what is finished is written at once."""
    from learncheck.oracle import many

    assignment = gradings[0].assignment
    alone = len(gradings) == 1
    watch.begin(
        *("claims", claims_due(gradings[0])) if alone else ("files", len(gradings)), _games_of(assignment.profile)
    )

    def tell(seen: Sequence[Report], done: int) -> None:
        results = [result for each in seen for _, result in each.results]
        fell = sum(each.counts and not each.passed for each in results)
        watch.reached(done, sum(each.games for each in results), (each.ratio for each in results), fell)

    def after(seen: Sequence[Report]) -> None:
        _write_exports(seen, assignment, outputs)
        tell(seen, len(seen[0].results) if alone else len(found))

    found: dict[str, Report] = {}
    if start is None:
        here = many.grade_here(gradings, resume, watch.tick, after)
        pairs: Iterable[tuple[Grading, Report]] = zip(gradings, here, strict=True)
    else:
        watch.say(f"grading {len(gradings)} files, {workers} at a time")
        pairs = many.grade_all(gradings, start, workers, resume=resume)
    for grading, each in _told(pairs):
        found[grading.name] = each
        if not alone:
            watch.say(str(grading.path))
            tell(list(found.values()), len(found))
    return found


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--assignment", "assignment_path", type=READ, required=True, help="The assignment (TOML).")
def otter(folder: Path, assignment_path: Path) -> int:
    """Write otter-grader's test files into FOLDER, one for each learner of an assignment."""
    from learncheck.oracle.otter import test_file
    from learncheck.oracle.records import write_text

    assignment = _assignment(assignment_path)
    if not assignment.learners:
        raise Wrong(f"{assignment_path} names no learner; add a table [learners.Halving], for example")
    for learner in assignment.learners:
        write_text(folder / f"{learner}.py", test_file(learner, assignment))
        click.echo(folder / f"{learner}.py")
    return 0


@main.command("list")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def list_claims(as_json: bool) -> None:
    """Every claim: id, kind, source, learners, standing."""
    with watching():
        from learncheck.oracle import report
        from learncheck.theorems.registry import all_claims

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
    with watching() as watch:
        from learncheck.oracle import proof_text, report
        from learncheck.oracle.attack import PROFILES
        from learncheck.oracle.verify import keep
        from learncheck.oracle.verify import verify as run

        if smt2:
            with watch.aside():
                return _print_obligations(claim_id)
        out = report.console()
        code = 0
        chosen = _claims((claim_id,))
        watch.begin("claims", len(chosen), _games_of(profile))
        for index, (claim, _) in enumerate(chosen):
            with watch.aside():
                if index:
                    out.print("\n" + "─" * 40 + "\n")
                for line in report.show_claim(claim):
                    report.say(out, line, hang=True)
            for evidence in run([claim], PROFILES[profile], tick=watch.tick):
                keep(evidence)
                code = code or (0 if evidence.expected else 1)
                with watch.aside():
                    out.print()
                    for line in report.show_evidence(evidence):
                        report.say(out, line, hang=True)
                    if evidence.proof is not None:
                        for line in ["", *proof_text.text(evidence.proof)]:
                            report.say(out, line)
                    if evidence.counterexample is not None:
                        found = evidence.counterexample
                        report.print_counterexample(out, claim, found, f"learncheck replay {found.path}")
            watch.reached(index + 1, watch.games + evidence.games, [watch.worst], 0)
    return code


@main.command()
@click.argument("claims", nargs=-1, metavar="[CLAIM ...]")
@QUIET
def errata(claims: tuple[str, ...], quiet: bool) -> int:
    """The printed statements that fall: each with its counterexample, its repair and the repair's evidence."""
    with watching(quiet) as watch:
        from learncheck.oracle import report
        from learncheck.oracle.errata import errata as entries
        from learncheck.oracle.errata import text

        out = report.console()
        chosen = [claim for claim, _ in _claims(claims)]
        repairs = {claim.id: claim for claim, _ in _claims(()) if claim.repairs in {each.id for each in chosen}}
        watch.begin("claims", len(repairs), _games_of("quick"))
        done: list[Evidence] = []
        found = code = 0
        for erratum in entries(chosen, tick=watch.tick):
            done += erratum.repairs
            ratios = [each.ratio for each in done]
            watch.reached(len({each.claim.id for each in done}), sum(each.games for each in done), ratios, 0)
            found += 1
            code = code or (0 if erratum.stands else 1)
            if quiet and erratum.stands:
                continue
            with watch.aside():
                for line in text(erratum, min(out.width, 100)):
                    out.print(line, markup=False, soft_wrap=True)
                out.print()
    if not quiet:
        out.print(f"{found} printed statement{'' if found == 1 else 's'} fall{'s' if found == 1 else ''}")
    return code


@main.command()
@click.argument("case", type=click.Path(path_type=Path), metavar="CASE.json")
@click.argument("submission", type=click.Path(path_type=Path), required=False, metavar="[SUBMISSION.py]")
@click.option("--learner", default=None, metavar="NAME=CLASS", help="Play CLASS of the submission as the learner NAME.")
@click.option("--time-limit", type=click.FloatRange(min=0.1), default=TIME_LIMIT, show_default=True, help="Seconds.")
@click.option("--memory-limit", type=click.IntRange(min=128), default=MEMORY_LIMIT, show_default=True,
              help="MB of memory.")  # fmt: skip
@TRUST
@QUIET
def replay(
    case: Path, submission: Path | None, learner: str | None, time_limit: float, memory_limit: int, trust: bool,
    quiet: bool,
) -> int:  # fmt: skip
    """Play one stored case again, round by round, on the reference learner or on a submission."""
    with watching(quiet):
        from learncheck.oracle import records, report
        from learncheck.oracle.failures import LoadError
        from learncheck.oracle.judge import judge
        from learncheck.oracle.plays import Plays
        from learncheck.oracle.process import Submission
        from learncheck.oracle.verdicts import against

        try:
            record = records.load(case)
            if submission is None:
                about = {each.__name__: each for each in record.claim.about}
                make: Any = about.get(record.learner or "", record.claim.learner)
                outcome = judge(record.claim, make, record.case)
            else:
                classes = dict([_pair(learner)]) if learner else None
                with Submission(
                    submission, time_limit=time_limit, memory_limit_mb=memory_limit, classes=classes,
                    confinement=_confinement(trust),
                ) as judged:  # fmt: skip
                    name = next(iter(classes)) if classes else record.learner
                    if name not in judged.defines:
                        raise Wrong(f"{submission} defines no {name}, which this case is played on")
                    judged.new_budget(time_limit)
                    outcome = judge(record.claim, Plays.of(judged, name), record.case, steps=False, explain=True)
        except (records.BadRecord, LoadError) as error:
            raise Wrong(str(error)) from None
    expected = outcome.failed if record.claim.refuted_by else outcome.verdict in ("stands", "skipped")
    if not (quiet and expected):
        out = report.console()
        verdict = "outside of the theorem's hypotheses" if outcome.outside else outcome.verdict
        report.say(out, f"{record.claim.id}: {verdict}", style="bold")
        report.print_outcome(out, record.claim, outcome)
        if outcome.observed is not None:
            report.say(out, f"  observed {against(outcome)}")
    return 0 if expected else 1


@main.command()
@QUIET
def doctor(quiet: bool) -> int:
    """What this machine offers to confine submissions, and what to install for more. Status 1 if nothing confines."""
    with watching(quiet) as watch:
        watch.say("trying what confines")
        from learncheck.oracle import report
        from learncheck.oracle.doctor import findings

        lines, confines = findings()
    if not (quiet and confines):
        out = report.console()
        for line in lines:
            report.say(out, line, hang=True)
    return 0 if confines else 1


def _games_of(profile: str) -> int:
    """The games that random play and search take of a claim."""
    from learncheck.oracle.attack import PROFILES

    return PROFILES[profile].scout + PROFILES[profile].search


def _claims(targets: tuple[str, ...]) -> list[tuple[Claim, Path | None]]:
    from learncheck.theorems.registry import UnknownClaim, all_claims, load_file, select

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


def _mutants(path: Path | None, html_path: Path | None) -> Any:
    """The killed mutants for a page, or None where nothing tells of them."""
    if path is None:
        return None
    from learncheck.oracle.killed import BadMutants, read

    if html_path is None:
        raise Wrong("--mutants is for a page; write one with --html FILE")
    try:
        return read(path)
    except BadMutants as error:
        raise Wrong(str(error)) from None


def _print_obligations(claim_id: str) -> int:
    from learncheck.oracle.obligations import NoProof
    from learncheck.oracle.prove import obligations
    from learncheck.oracle.smt import smt2

    for claim, _ in _claims((claim_id,)):
        if claim.id != claim_id:
            continue
        try:
            for each in obligations(claim):
                click.echo(smt2(each, refute=each.part != "vacuity"))
        except NoProof as error:
            raise Wrong(str(error)) from None
    return 0


def _confinement(trust: bool) -> Rung:
    """The strongest rung of this machine, or one clear line."""
    from learncheck.oracle.sandbox import Untrusted, choose

    try:
        return choose(trust)
    except Untrusted as error:
        raise Wrong(str(error)) from None


def _assignment(path: Path | None, **given: Any) -> Assignment:
    """The assignment of the file, with what the command line says otherwise."""
    import msgspec
    from learncheck.oracle.assignment import Assignment, BadAssignment, read

    try:
        asked = Assignment() if path is None else read(path)
    except BadAssignment as error:
        raise Wrong(str(error)) from None
    said = {name: value for name, value in given.items() if value is not None}
    limits = {name: said.pop(name) for name in ("time", "total", "memory") if name in said}
    return msgspec.structs.replace(asked, limits=msgspec.structs.replace(asked.limits, **limits), **said)


def _write_exports(reports: Sequence[Report], assignment: Assignment, outputs: Mapping[str, Path | None]) -> None:
    """Write the reports in all the formats that were asked for, each file whole or not at all."""
    from learncheck.oracle import exports, html
    from learncheck.oracle.records import write_json, write_text

    writers: dict[str, exports.Export] = {
        "gradescope_path": exports.gradescope,
        "prairielearn_path": exports.prairielearn,
        "github_path": exports.github_classroom,
        "junit_path": exports.junit,
        "html_path": html.grade_page,
    }
    for name, render in writers.items():
        path = outputs.get(name)
        if path is not None:
            write_text(path, render(reports, assignment.feedback))
    json_path = outputs.get("json_path")
    if json_path is not None:
        whole = [each.as_json() for each in reports]
        write_json(json_path, whole[0] if len(whole) == 1 else {"schema": 1, "submissions": whole})


MANY = 1 << 20
"""Tasks enough for any number of workers: the pieces of a campaign."""


def _campaign(
    chosen: Sequence[tuple[Claim, Path | None]],
    profile: str,
    seed: int,
    shared_out: tuple[Callable[[], Executor] | None, int],
    resume: bool,
    share: str | None,
    watch: Watch,
) -> Iterator[list[Evidence]]:
    """The evidence of a campaign, claim by claim."""
    from learncheck.oracle import campaign

    start, workers = shared_out
    try:
        examples = campaign.database(share)
    except campaign.NoDatabase as error:
        raise Wrong(str(error)) from None
    return campaign.campaign(
        chosen, profile, seed=seed, start=start, workers=workers, resume=resume, examples=examples, tell=watch.campaign
    )


def _workers(
    executor: str, scheduler: str | None, jobs: int | None, tasks: int
) -> tuple[Callable[[], Executor] | None, int]:
    """How the work is shared out: None for this process alone, or what makes the executor, and its workers."""
    from learncheck.oracle import executors

    try:
        return executors.workers(executor, scheduler, jobs, tasks)
    except executors.NoExecutor as error:
        raise Wrong(str(error)) from None


def _told(results: Iterable[T]) -> Iterator[T]:
    """The results as they come; a cluster that is lost on the way is told of in one line."""
    from learncheck.oracle.executors import NoExecutor

    try:
        yield from results
    except NoExecutor as error:
        raise Wrong(str(error)) from None


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


if __name__ == "__main__":
    main()
