"""A browser, if this machine has one, and a server for a folder."""

import functools
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

BROWSER = next(
    (candidate for name in ("chromium", "chromium-browser", "google-chrome") if (candidate := shutil.which(name))), None
)
WHY_NOT = (
    "no playwright on this machine" if find_spec("playwright") is None else
    "no chromium on this machine" if BROWSER is None else ""
)  # fmt: skip
PATIENCE = 120_000
"""Milliseconds to wait for what a browser is to do: tests wait for conditions, and only a fault takes so long."""


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser; requires WHY_NOT to be empty."""
    from playwright import sync_api

    with sync_api.sync_playwright() as started:
        running = started.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"], timeout=PATIENCE
        )
        try:
            yield running
        finally:  # a browser that stays open keeps the process of a failed test from ending
            running.close()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the folder; yields its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:  # as a server that goes on keeps the process of a failed test from ending
        server.shutdown()
        thread.join()
        server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        """Do not log."""
