"""Winnow, for disjunctions, majorities and halfspaces with few relevant variables."""

MODULES: dict[str, tuple[str, ...]] = {
    "disjunctions": ("Winnow", "WinnowKOfR"),
    "sharper": ("Winnow",),
    "floors": (),
    "k_of_r": ("WinnowKOfR",),
    "halfspaces": ("WinnowKOfR",),
    "margins": ("WinnowKOfR",),
    "comparisons": (),
}
