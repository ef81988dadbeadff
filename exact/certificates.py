"""What is done with certificates: nothing is concluded from one that arithmetic does not confirm."""


class WrongCertificateError(AssertionError):
    """A certificate does not verify: the project's own error, so nothing may be concluded from it."""


def confirmed(holds: bool, what: str) -> None:
    """Raise WrongCertificateError(what) unless it holds."""
    if not holds:
        raise WrongCertificateError(f"{what} does not verify; report this as an error of learncheck")
