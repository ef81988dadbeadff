"""Validation and model selection."""

MODULES: dict[str, tuple[str, ...]] = {
    "holdout": (),
    "srm": (),
    "cross_validation": (),
}
