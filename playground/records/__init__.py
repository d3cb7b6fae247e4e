"""The finished text as a typed value."""
