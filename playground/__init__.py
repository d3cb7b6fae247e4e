"""Constrained Decoding Playground: see, token by token, what a grammar does to a language model."""
