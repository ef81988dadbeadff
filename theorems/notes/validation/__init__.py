"""Validation and model selection: hold-out sets, structural risk minimisation, cross-validation and leaving one out."""

ORDER = (
    "holdout",
    "srm",
    "cross_validation",
    "leave_one_out",
)
