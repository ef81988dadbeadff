"""Run a learner's own constructor and round on formal quantities, to make a proof's `code`.

- `vector_rounds`: the state is a vector w of any dimension (the Perceptron and its relatives);
- `kernel_rounds`: the state is a tuple of examples whose images add up to w;
- `potential_rounds`: the state is an array w of weights, one per expert or variable;
- `version_space_rounds`: the state is a mask of what is still alive;
- `number_rounds`: the state is a few numbers.

Each takes functions that read the proof's quantities off the state. They are written once, and run both on the formal
state, before and after the round, and on what the real constructor makes. What is given and meant in a round is stated
by functions of the round (`Happened`), with comparisons of formal quantities as relations:

    assuming=lambda each: {SEPARABLE: each.label * (each.target @ each.x) >= 1}
"""
