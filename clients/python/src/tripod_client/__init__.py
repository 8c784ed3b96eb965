"""Clients of Tripod's three services: :class:`Registry`, :class:`Players` and :class:`Trading`."""

from ._errors import TripodError
from ._signing import Bearer, Signed
from ._players import PlayerEvent, Players
from ._registry import Registry
from ._trading import Trading

__all__ = ["Bearer", "PlayerEvent", "Players", "Registry", "Signed", "Trading", "TripodError"]
