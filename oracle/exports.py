"""Reports in the formats of other programs."""

import json
from collections.abc import Sequence
from xml.etree import ElementTree

from oracle.grade import Report
from oracle.report import failures


def gradescope(reports: Sequence[Report]) -> str:
    """Gradescope's results.json: one test a claim, each worth one point."""
    results = [result for report in reports for result in report.results]
    tests = [
        {
            "name": f"{name}: {each.id}",
            "score": 1.0 if each.passed else 0.0,
            "max_score": 1.0,
            "status": "passed" if each.passed else "failed",
            "output": each.evidence.message or f"stands after {each.evidence.games} games",
            "output_format": "text",
            "visibility": "visible",
        }
        for name, each in results
        if each.verdict not in ("skipped", "oracle-error")
    ]
    seconds = sum(report.seconds for report in reports)
    points = sum(test["score"] for test in tests)  # type: ignore[misc]
    return json.dumps({"score": points, "execution_time": round(seconds, 1), "tests": tests}, indent=1) + "\n"


def junit(reports: Sequence[Report]) -> str:
    """JUnit XML: a suite a submission, a test case a claim."""
    root = ElementTree.Element("testsuites")
    for report in reports:
        results = report.results
        suite = ElementTree.SubElement(root, "testsuite", name=report.submission, tests=str(len(results)))
        counts = {"failures": 0, "errors": 0, "skipped": 0}
        for name, each in results:
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=f"{report.submission}.{name}",
                name=each.id,
                time=f"{each.evidence.seconds:.3f}",
            )
            if each.passed:
                continue
            tag = {"skipped": "skipped", "oracle-error": "error"}.get(each.verdict, "failure")
            counts[{"skipped": "skipped", "error": "errors", "failure": "failures"}[tag]] += 1
            detail = ElementTree.SubElement(case, tag, message=f"{each.verdict}: {each.evidence.message}")
            if tag == "failure":
                detail.text = failures(report)
        for key, count in counts.items():
            suite.set(key, str(count))
        suite.set("time", f"{report.seconds:.3f}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
