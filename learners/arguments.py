"""Checking the arguments of a constructor in one line."""


def require(rule: bool, message: str) -> None:
    """Raise ValueError(message) unless the rule holds. The message names the value, the rule and the remedy."""
    if not rule:
        raise ValueError(message)
