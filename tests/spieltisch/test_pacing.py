"""The web port lets a crowd in a few at a time; told by Twisted's own class of ports, whose inside we use."""

from __future__ import annotations

import subprocess
import sys

from bridge.entrance import AT_ONCE
from tests.support.server import ROOT

#: In a process of its own: Twisted knows one reactor a process, and ports are changed for good.
PROGRAM = f"""
import asyncio, socket
from twisted.internet import asyncioreactor
loop = asyncio.new_event_loop()
asyncioreactor.install(loop)
from twisted.internet import protocol, reactor
from spieltisch.pacing import pace_ports
pace_ports()
inside, turns = [], []

class Guest(protocol.Protocol):
    def connectionMade(self):
        inside.append(self)

def look(before=0):
    turns.append(len(inside) - before)
    if len(inside) < {5 * AT_ONCE}:
        loop.call_soon(look, len(inside))
    else:
        port.stopListening()
        reactor.callLater(0.05, reactor.stop)

port = reactor.listenTCP(0, protocol.Factory.forProtocol(Guest), backlog=1024, interface="127.0.0.1")
crowd = [socket.create_connection(("127.0.0.1", port.getHost().port), 5) for _ in range({5 * AT_ONCE})]
reactor.callWhenRunning(look)
reactor.callLater(20, reactor.stop)
reactor.run()
print(len(inside), max(turns))
"""


def test_a_crowd_at_the_web_port_comes_in_a_few_at_a_time() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM], cwd=ROOT / "platform", capture_output=True, text=True,
        timeout=60, check=False, env={"PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    everybody, most = map(int, done.stdout.split())
    assert everybody == 5 * AT_ONCE
    assert 0 < most <= AT_ONCE
