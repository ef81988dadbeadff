"""Validation and model selection."""

ORDER = (
    "holdout",
    "srm",
    "cross_validation",
    "leave_one_out",
)
