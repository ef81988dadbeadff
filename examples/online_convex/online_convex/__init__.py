"""Theorems of online convex optimisation that learncheck's own notes do not have; a module each."""
