"""Who judges: attacks, verdicts, reports, the command line and the pytest plugin.

oracle.check(MyHalving, as_="Halving")           a report that renders in a notebook; raises nothing
oracle.score(MyHalving)                          the share of the claims that stand, for a graded cell
@oracle.parametrize_with_claims("Halving", MyHalving)
                                                 a test a claim, in a pytest file of yours
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oracle.grade import check as check
    from oracle.grade import score as score
    from oracle.pytest_plugin import parametrize_with_claims as parametrize_with_claims

__all__ = ["check", "parametrize_with_claims", "score"]

_HOME = {"check": "oracle.grade", "score": "oracle.grade", "parametrize_with_claims": "oracle.pytest_plugin"}


def __getattr__(name: str) -> Any:
    """Public names load when used, so that importing the package stays light."""
    if name in _HOME:
        import importlib

        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'oracle' has no attribute {name!r}")
