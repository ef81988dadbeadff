"""The messages between `boundary.process` and the process in which a submission runs.

A message is a head (the length of its body, and a number that a reply repeats) and a body: one of the structs below in
msgpack, told apart by its tag. The length is bounded before the body is read, and msgspec checks every part of it.
"""

import struct
from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec.msgpack import Ext

from learncheck.exact.answers import MAX_LINE, MAX_NAME
from learncheck.oracle.boundary.plain import MOST_TEXT
from learncheck.oracle.boundary.wire import Wire, decoded

# Bounds on what the child may send. The parent holds it to them.
MAX_REPLY_BYTES = 16 << 20
MAX_TEXT = MOST_TEXT
MAX_STATE_NAMES = 8
MAX_CALL_ARGUMENTS = 8
MAX_GAMES = 1 << 12

HEAD = struct.Struct("<II")

Text = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
Names = Annotated[list[Name], msgspec.Meta(max_length=MAX_LINE)]
Exposed = Annotated[list[tuple[int, Ext]], msgspec.Meta(max_length=MAX_STATE_NAMES)]
"""The attributes that a learner exposes, each with its place among those that were asked for."""


class Message(msgspec.Struct, array_like=True, frozen=True):
    """The base class of all messages."""


# ---- requests


class Load(Message, frozen=True, tag=1):
    """Import the parts as one module. classes: contract names to those of the file; held: to conventions as text."""

    classes: dict[str, str]
    held: dict[str, str]
    names: list[str]
    parts: list[tuple[str, bytes]]
    modules: dict[str, bytes]


class Make(Message, frozen=True, tag=2):
    """Release these learners, and make others, each with its arguments.

    together: whether they will be asked in rounds of many games.
    """

    released: list[int]
    name: str
    seed: int
    learners: list[tuple[int, list[Wire]]]
    together: bool = False


class Ask(Message, frozen=True, tag=3):
    """Ask a learner one of the questions of `boundary.asking`."""

    target: int
    what: str
    values: list[Wire]


class State(Message, frozen=True, tag=4):
    target: int
    names: list[str]


class Read(Message, frozen=True, tag=5):
    """An attribute of a learner, as a plain value."""

    target: int
    name: str


class Invoke(Message, frozen=True, tag=6):
    """A method of a learner, whose answer is a plain value."""

    target: int
    name: str
    arguments: list[Wire]
    named: dict[str, Wire]


class ManyRounds(Message, frozen=True, tag=7):
    """A round of many games. asked: for each game, whether it has an instance in this round."""

    names: list[str]
    targets: list[int]
    labels: list[int | None]
    asked: list[bool]
    instances: Ext | list[Wire]


class Drew(Message, frozen=True, tag=8):
    """Whether the generators have been drawn from since the learners were made."""


class FailedAt(Message, frozen=True, tag=9):
    """Among many games, the one in which a learner was asked last."""


class Result(Message, frozen=True, tag=10):
    """What a function that was called back returns."""

    value: Wire


class Refusal(Message, frozen=True, tag=11):
    """What such a function raises."""

    text: str


# ---- replies


class Hello(Message, frozen=True, tag=64):
    """The process is up and confined."""


class NotConfined(Message, frozen=True, tag=65):
    text: Text


class Loaded(Message, frozen=True, tag=66):
    """The file is imported, and defines these learners, each by the name of its class; or why it cannot be imported.

    unknown: names in LEARNERS that are not learners. others: its other classes. failed: the cells that failed.
    """

    defines: Annotated[list[tuple[Name, Name]], msgspec.Meta(max_length=MAX_LINE)] = []
    unknown: Names = []
    others: Names = []
    failed: Annotated[list[Annotated[str, msgspec.Meta(max_length=MAX_LINE)]], msgspec.Meta(max_length=MAX_LINE)] = []
    refusal: Text = ""


class Answered(Message, frozen=True, tag=68):
    """The answer to a question, or the value of an attribute; `instead`, that it is a method, or the learner itself."""

    value: Wire = None
    instead: Literal["", "method", "itself"] = ""


class ExposedStates(Message, frozen=True, tag=71):
    exposed: Exposed


class Answers(Message, frozen=True, tag=72):
    """A label a game, as an int8, and what its learner exposes."""

    labels: bytes
    exposed: Annotated[list[Exposed], msgspec.Meta(max_length=MAX_GAMES)]


class Invalid(Message, frozen=True, tag=73):
    """An answer that is not valid."""

    text: Text


class Raised(Message, frozen=True, tag=74):
    """An exception. names: its class and the built-in ones above it; there: whether the submission's own code raised
    it.
    """

    text: Text
    names: Annotated[list[Name], msgspec.Meta(max_length=MAX_CALL_ARGUMENTS)]
    there: bool


class StoppedAt(Message, frozen=True, tag=76):
    """Where the submission was when its time was up."""

    text: Text


class CalledBack(Message, frozen=True, tag=75):
    """A function that was handed over is called."""

    function: int
    arguments: Annotated[list[Wire], msgspec.Meta(max_length=MAX_CALL_ARGUMENTS)]


Request = Load | Make | Ask | State | Read | Invoke | ManyRounds | Drew | FailedAt | Result | Refusal
Reply = Hello | NotConfined | Loaded | Answered | ExposedStates | Answers | Invalid | Raised | StoppedAt | CalledBack

Replied = TypeVar("Replied", bound=Message)

encode = msgspec.msgpack.Encoder().encode
_request: Callable[[bytes], Request] = msgspec.msgpack.Decoder(Request).decode
_reply: Callable[[bytes], Reply] = msgspec.msgpack.Decoder(Reply).decode


def request(body: bytes) -> Request:
    """The request in these bytes. Raises ProtocolError."""
    return decoded(_request, body)


def reply(body: bytes) -> Reply:
    """The reply in these bytes. Raises ProtocolError."""
    return decoded(_reply, body)
