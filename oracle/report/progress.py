"""Progress on a terminal: what the command is doing, a bar, and how far it has got. A pipe shows nothing.

with watching() as watch:
    watch.begin("claims", 235)
    watch.tick(evidence)                          # after every game
    watch.reached(12, games, ratios, fell)        # whenever a claim, or a file, is finished
    with watch.aside():
        print("what stays")

It appears after a second, on standard error, and leaves nothing behind. Nothing heavy is imported before it appears, so
that it covers the imports too.
"""

import os
import stat
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from learncheck.oracle.interrupts import uninterrupted

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

    from learncheck.oracle.engine.verdicts import Evidence
    from learncheck.oracle.engine.verify import Verification

DELAY = 1.0
"""Seconds before anything is shown."""


class Watch:
    """How far a command has got, and how a terminal shows it. Without a console, nothing is shown.

    Another thread draws it, so its fields are replaced and never mutated.
    """

    def __init__(self, console: "Console | None" = None) -> None:
        self.console = console
        self.head = "loading claims"
        self.unit, self.total, self.finished = "", 0, 0
        self.games, self.fell = 0, 0
        self.worst: float | None = None
        self._playing: list[Evidence] = []
        self._live: Live | None = None
        self._drawn: Callable[[], RenderableType] | None = None
        self._lock = threading.Lock()

    def begin(self, unit: str, total: int = 0) -> None:
        """Start on `total` claims or files; without a total there is no bar yet."""
        self.unit, self.total = unit, total
        self.head = "working"

    def say(self, head: str) -> None:
        """Set what the command is doing now, in a few words."""
        self.head = head

    def tick(self, evidence: "Evidence") -> None:
        """Count one more game of the claim under attack."""
        if not self._playing or self._playing[-1] is not evidence:
            self._playing = [*self._playing, evidence]

    def reached(self, done: int, games: int, ratios: Iterable[float | None], fell: int) -> None:
        """`done` claims or files are finished, after `games` games; with their ratios, and how many claims fell."""
        self.head = self.current()
        self._playing = []
        self.finished, self.total = done, max(done, self.total)
        self.games, self.fell = games, fell
        self.worst = max((near for near in ratios if near is not None), default=None)

    def campaign(self, run: "Verification") -> None:
        """Follow a campaign; its bar counts shards."""
        self.unit, (self.finished, self.total) = "shards", run.shards
        self.games, self.fell = run.games, len(run.fallen)
        failed = f"failed: {', '.join(run.fallen)}" if run.fallen else ""
        self.head = "; ".join(filter(None, (failed, run.current)))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the display for a while, so that results can be printed."""
        with self._lock:
            shown = self._live is not None
            self._stop()
            try:
                yield
            finally:
                if shown:
                    self._start()

    def appear(self) -> None:
        """Start the display."""
        with self._lock:
            self._start()

    def disappear(self) -> None:
        """Stop the display and leave the terminal as it was."""
        with self._lock:
            self._stop()

    def _start(self) -> None:
        from rich.live import Live

        self._drawn = self._drawn or display(self)
        # always a new one: restarting an old one would erase the lines above it
        self._live = Live(
            get_renderable=self._drawn, console=self.console, refresh_per_second=5, transient=True,
            redirect_stdout=False,
        )  # fmt: skip
        self._live.start()

    def _stop(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def current(self) -> str:
        """The claim under attack, its games, and how close they came to its bound."""
        playing = self._playing
        if not playing:
            return self.head
        from learncheck.oracle.notation import ratio

        now = playing[-1]
        near = "" if now.ratio is None else f", {ratio(now.ratio)} of the bound"
        return f"{now.claim.id}: {now.games:,} games{near}"

    def so_far(self) -> str:
        """How much of the whole is done, the games, and the worst ratio."""
        from learncheck.oracle.notation import ratio

        playing = self._playing
        games = self.games + sum(evidence.games for evidence in playing)
        ratios = [self.worst, *(evidence.ratio for evidence in playing if evidence.claim.refuted_by is None)]
        worst = max((near for near in ratios if near is not None), default=None)
        done = [f"{self.finished}/{self.total} {self.unit}", f"{games:,} games"]
        return "  ".join([*done, *([f"worst {ratio(worst)}"] if worst is not None else [])])


def display(watch: Watch) -> "Callable[[], RenderableType]":
    """Return what draws a watch: a line with the current claim, and below it the bar."""
    from rich.console import Group
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
    from rich.table import Column

    cut = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    head = Progress(SpinnerColumn(), TextColumn("{task.description}", markup=False, table_column=cut), expand=True)
    bar = Progress(BarColumn(None), TextColumn("{task.description}", markup=False), TimeRemainingColumn(), expand=True)
    line, share = head.add_task(""), bar.add_task("", total=watch.total, completed=watch.finished)

    def drawn() -> "RenderableType":
        fallen = f"{watch.fell} FAILED; " if watch.fell else ""
        head.update(line, description=fallen + watch.current())
        bar.update(share, description=watch.so_far(), total=watch.total, completed=watch.finished)
        return Group(head, bar) if watch.total else head

    return drawn


@contextmanager
def watching(quiet: bool = False) -> Iterator[Watch]:
    """A watch, shown while the block runs, on a terminal and unless `quiet`."""
    if quiet or not _somebody_watches():
        yield Watch()
        return
    from rich.console import Console

    console = Console(stderr=True, highlight=False, emoji=False)
    if not console.is_interactive:  # TERM=dumb, for example
        yield Watch()
        return
    watch = Watch(console)
    later = threading.Timer(DELAY, watch.appear)
    later.daemon = True
    later.start()
    try:
        yield watch
    finally:
        with uninterrupted():
            later.cancel()
            later.join()
            watch.disappear()


def _somebody_watches() -> bool:
    """Return whether standard error is a terminal and standard output not a pipe.

    The reader of a pipe may use the same terminal.
    """
    try:
        return sys.stderr.isatty() and not stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):
        return False  # a stream is closed, or is not a file of the system
