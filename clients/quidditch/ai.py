"""`spieltisch-quidditch-ki`: an artificial player for any server that speaks the standard (section 3.2.1)."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from clients.quidditch.player import ArtificialPlayer, Message, logger
from gamekit import container
from gamekit.errors import GameError, MalformedMessage
from games.quidditch.team import read_team_file

DEFAULT_PORT = 4488
#: Seconds for which a lost (or not yet started) server is tried again.
PATIENCE = 30.0
FIRST_WAIT, LONGEST_WAIT = 0.25, 4.0
#: Seconds after which a connection counts as one that worked.
LASTING = 2.0

_LEVELS = (logging.CRITICAL, logging.WARNING, logging.INFO, logging.DEBUG)


def parser() -> argparse.ArgumentParser:
    """Return the command line of section 3.2.1."""
    made = argparse.ArgumentParser(
        prog="spieltisch-quidditch-ki",
        description="An artificial Quidditch player. It joins a lobby, plays one match and ends with it: status 0 when "
        "the match was played to its end, 1 when it was not.",
    )
    made.add_argument("-a", "--address", metavar="<host>", required=True, help="address of the server")
    made.add_argument(
        "-t", "--team", metavar="<path>", required=True, type=Path, help="path of the team configuration (teamConfig)"
    )
    made.add_argument(
        "-l", "--lobby", metavar="<string>", default="hogwarts", help="name of the lobby (default: %(default)s)"
    )
    made.add_argument(
        "-u", "--username", metavar="<string>", help="user name: 3 to 20 letters and digits (default: one is made up)"
    )
    made.add_argument(
        "-k", "--password", metavar="<string>", default="alohomora", help="password of that user (default: %(default)s)"
    )
    made.add_argument(
        "-p",
        "--port",
        metavar="<port>",
        type=int,
        default=DEFAULT_PORT,
        help="port of the server (default: %(default)s)",
    )
    made.add_argument(
        "-d",
        "--difficulty",
        metavar="<int>",
        type=int,
        default=0,
        help="0 plays best, 1 less well, 2 and more naively (default: %(default)s)",
    )
    made.add_argument(
        "-v",
        "--verbosity",
        metavar="<int>",
        type=int,
        default=1,
        help="0 is silent, 1 tells how it goes, 3 tells every message (default: %(default)s)",
    )
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says."""
    options = parser().parse_args(arguments)
    logging.basicConfig(format="%(asctime)s %(message)s", stream=sys.stderr)
    logger.setLevel(_LEVELS[max(0, min(options.verbosity + (options.verbosity > 0), 3))])
    try:
        team = read_team_file(options.team.read_bytes())
    except (OSError, GameError) as error:
        print(f"{options.team}: {error}", file=sys.stderr)
        return 2
    user = options.username or f"ki{random.randrange(10**8):08d}"
    player = ArtificialPlayer(team, user, options.password, options.lobby, max(0, options.difficulty))
    url = options.address if "://" in options.address else f"ws://{options.address}:{options.port}/"
    try:
        return asyncio.run(play(player, url, told=options.verbosity >= 3))
    except KeyboardInterrupt:
        return 130


async def play(player: ArtificialPlayer, url: str, told: bool = False) -> int:
    """Connect, and connect again when the connection is lost, until the match is over."""
    clock = asyncio.get_running_loop()
    alone_since, wait = clock.time(), FIRST_WAIT
    while True:
        begun = clock.time()
        try:
            async with connect(url, max_size=None, ping_interval=None) as socket:
                logger.info("connected to %s", url)
                await converse(player, socket, told)
        except InvalidURI as error:
            logger.error("%s: %s", url, error)
            return 2
        except (OSError, InvalidHandshake, WebSocketException, TimeoutError) as error:
            logger.info("no connection: %s", error)
        if clock.time() - begun > LASTING:
            # It was a real conversation: whoever is lost now gets all our patience again.
            alone_since, wait = clock.time(), FIRST_WAIT
        if player.finished is not None or player.rejected is not None:
            return _end(player)
        if clock.time() - alone_since > PATIENCE:
            logger.error("%s cannot be reached", url)
            return 1
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)


async def converse(player: ArtificialPlayer, socket: ClientConnection, told: bool) -> None:
    """Talk until the match is over or the server closes the connection."""
    await _send(socket, player.hello(), told)
    async for text in socket:
        try:
            message = container.decode(text)
        except MalformedMessage as error:
            logger.warning("the server sent no container: %s", error)
            continue
        _log(message.payload_type, message.payload, told)
        await _send(socket, player.hear(message.payload_type, message.payload), told)
        if player.finished is not None or player.rejected is not None:
            return


async def _send(socket: ClientConnection, messages: Iterable[Message], told: bool) -> None:
    for kind, payload in messages:
        stamp = container.timestamp(datetime.now(UTC))
        if told:
            logger.debug("> %s %s", kind, json.dumps(payload)[:2000])
        await socket.send(json.dumps({"timestamp": stamp, "payloadType": kind, "payload": payload}))


def _log(kind: str, payload: object, told: bool) -> None:
    if kind in ("privateError", "privateWarning", "matchFinish", "joinResponse"):
        logger.info("%s %s", kind, json.dumps(payload))
    if told:
        logger.debug("< %s %s", kind, json.dumps(payload)[:2000])


def _end(player: ArtificialPlayer) -> int:
    if player.finished is not None:
        return 0
    logger.error("the server closed the connection: %s", player.rejected)
    return 1


if __name__ == "__main__":
    sys.exit(main())
