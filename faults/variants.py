"""The deployments that are put to the test."""

from __future__ import annotations

from faults.deployments import Deployment, OnServices
from faults.scaledout import ScaledOut

VARIANTS: list[type[Deployment]] = [Deployment, OnServices, ScaledOut]
