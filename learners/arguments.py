"""Checking the arguments of a constructor in one line."""


def require(rule: bool, message: str) -> None:
    """Raise ValueError(message) unless the rule holds; the message names value, rule and remedy."""
    if not rule:
        raise ValueError(message)
