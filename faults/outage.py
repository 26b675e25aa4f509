"""What every fault leaves behind: from when on all should be well, and what was seen on the way."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from faults.deployments import Deployment
from faults.logends import Ends

#: Seconds that a killed process is down, and that a service is out.
DOWN = 2.0
OUT = 10.0


@dataclass
class Outage:
    """One fault that was done."""

    since: float
    """From here on recovery is counted: the killed process was started again, the service came back."""
    ends: Ends
    """How far each log was then (or a little later): only what is beyond was played after the fault."""
    told: frozenset[int] = frozenset()
    """If not empty: connections open before the fault must end with one of these codes."""
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


Inject = Callable[[Deployment, random.Random, float], Awaitable[Outage]]
