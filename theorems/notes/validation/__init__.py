"""Validation and model selection."""

MODULES: dict[str, tuple[str, ...]] = {
    "estimates": (),
}
"""The modules that state claims, in the order of the notes, each with the learners that are judged by them."""
