"""Asks a server on this machine for the answers.

Verdict: crashed
Says: may not start processes, open sockets, send signals
Needs: confinement
"""

import socket


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        with socket.create_connection(("127.0.0.1", int("PORT"))) as server:
            return int(server.recv(2))

    def update(self, x, y):
        pass
