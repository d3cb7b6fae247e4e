"""The finished text as a typed value."""

from playground.records.read import read_record
from playground.records.record import Record

__all__ = ["Record", "read_record"]
