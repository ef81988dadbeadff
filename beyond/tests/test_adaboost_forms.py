"""AdaBoost's greatest training error in closed form: certified for all γ, and no wrong plan or form is."""

from fractions import Fraction

import pytest

from learncheck.exact.signs import NotShown
from learncheck_beyond import adaboost_forms
from learncheck_beyond.adaboost_forms import FORMS, PLANS, adaboost_form, certify, forms
from learncheck_beyond.minimax import adaboost_value

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("rounds", FORMS)
def test_the_forms_are_the_greatest_error_for_every_gamma(rounds: int) -> None:
    assert f"{len(PLANS[rounds])} plans" in certify(rounds)


@pytest.mark.parametrize("rounds", FORMS)
def test_the_forms_agree_with_the_linear_program(rounds: int) -> None:
    for k in (1, 9, 14, 17, 19):
        gamma = Fraction(k, 40)
        form = adaboost_form(rounds, gamma)
        attained, above = adaboost_value(rounds, gamma)
        assert form is not None
        assert attained - Fraction(1, 10**9) <= form <= above + Fraction(1, 10**9)


def test_there_are_none_beyond_six_rounds_or_one_half() -> None:
    assert [adaboost_form(*pair) for pair in ((7, Fraction(1, 10)), (3, Fraction(1, 2)), (3, Fraction(0)))] == [
        None
    ] * 3


@pytest.mark.parametrize(
    ("rounds", "plans", "why"),
    [
        (3, PLANS[3][:1], "no plan is best"),
        (5, PLANS[5][1:], "no plan is best"),
        (6, PLANS[6][:-1], "no plan is best"),
        (2, (("p", "0p"),), "not its upper bound|no plan is best|another form"),
        (3, (("p", "0p", "0p1"), *PLANS[3]), "another form"),
        (3, (("p", "pp", "pp0"),), "as many as rounds"),
        (4, (*PLANS[4], ("p", "p0", "p00", "p000")), "another form|do not determine"),
    ],
)
def test_a_wrong_plan_is_not_certified(rounds: int, plans: tuple[tuple[str, ...], ...], why: str) -> None:
    with pytest.raises(NotShown, match=why):
        certify(rounds, plans)


@pytest.mark.parametrize("rounds", [pytest.param(t, marks=[pytest.mark.slow] * (t >= 5)) for t in FORMS])
def test_a_wrong_form_is_not_certified(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    right = forms(rounds)
    for wrong in ((right[0] * 2, *right[1:]), right[1:], (*right, right[0] / 2)):
        monkeypatch.setattr(adaboost_forms, "forms", lambda _, wrong=wrong: wrong)
        with pytest.raises(NotShown, match="another form"):
            certify(rounds)
