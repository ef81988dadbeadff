"""Opens a file of the instructor's that lies outside.

Verdict: crashed
Says: No such file or directory
Says where files are shared: Permission denied
Needs: confinement
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        with open("OUTSIDE/answers.txt") as answers:
            return int(answers.read())

    def update(self, x, y):
        pass
