"""A deployment for each test, on Redis and PostgreSQL of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.scaled import Scaled
from tools.services import Postgres, Redis


@pytest.fixture
def scaled(tmp_path: Path, own_redis: Redis, own_postgres: Postgres) -> Iterator[Callable[..., Scaled]]:
    """Makes deployments without processes yet; everything is ended afterwards."""
    made: list[Scaled] = []

    def make(**environment: str) -> Scaled:
        made.append(Scaled(tmp_path / f"data{len(made)}", own_redis, own_postgres, **environment))
        return made[-1]

    yield make
    for deployment in made:
        deployment.stop()
