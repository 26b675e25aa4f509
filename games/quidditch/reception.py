"""The conversation of one connection: login, lobby, team, match, and what goes wrong on the way.

    connected ─▶ lobbies          joinRequest ─▶ joinResponse, loginGreeting (all), [reconnect], [reconnectChat]
    spectator ── teamConfig ─▶ player (second one: matchStart) ── matchFinish ─▶ spectator of the same lobby

A lobby is a table found by its name. Errors follow the standard's list: an error is told, the seat is given up (which
ends a running match in favour of the other), and the connection is closed; a warning is only told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from gamekit import container, jsontext
from gamekit.container import MALFORMED, Container
from gamekit.errors import GameError, MalformedMessage, Refused, Unavailable
from gamekit.reception import Desk, TableInfo
from gamekit.rules import Json
from games.quidditch import chat, trouble
from games.quidditch.lobbies import find_lobby, is_under_way, lobby_list
from games.quidditch.login import Login, LoginRefused, read_login
from games.quidditch.messages import read_move, words_field
from games.quidditch.team import read_team
from games.quidditch.testmod import run_test

#: Seconds a client may look at the list of lobbies before it logs in.
LOGIN_SECONDS = 300.0

#: What only the server says; a client that says it is wrong at any time.
_SERVER_TYPES = frozenset(
    {
        "loginGreeting",
        "joinResponse",
        "globalDebug",
        "privateDebug",
        "matchConfig",
        "matchStart",
        "snapshot",
        "pauseResponse",
        "next",
        "deltaBroadcast",
        "matchFinish",
        "replay",
        "reconnect",
    }
)
#: Requests that exist only for clients that asked for a mod.
_MOD_TYPES = {"sendChat": "chat", "getReplayWithSnapshot": "replayWithSnapshot", "testRequest": "test"}


class QuidditchReception:
    """Implements `gamekit.reception.Reception`."""

    listens_to = frozenset({"matchStart", "matchFinish", "pauseResponse"})

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._login: Login | None = None
        self._table = 0
        self._seated = False
        self._playing = False
        """Seated, and the match has begun."""
        self._formed = False
        """The team of this match is set up."""
        self._has_played = False
        self._paused = False
        self._over = False
        self._handlers: dict[str, Callable[[Json], Awaitable[None]]] = {
            "joinRequest": self._join_again,
            "sendDebug": self._debug,
            "teamConfig": self._team,
            "teamFormation": self._formation,
            "deltaRequest": self._request,
            "pauseRequest": self._pause,
            "continueRequest": self._continue,
            "getReplay": self._replay,
            "getReplayWithSnapshot": self._replay_with_snapshot,
            "sendChat": self._chat,
            "testRequest": self._test,
        }

    # --- what happens to the connection ---------------------------------------------------------------------------
    async def connected(self) -> None:
        """Send the list of lobbies (14.5): the mod is asked for later, and others ignore what they do not know."""
        self._desk.send("lobbies", {"lobbies": await lobby_list(self._desk)})
        self._desk.later(LOGIN_SECONDS, "login")

    async def received(self, container: Container) -> None:
        """Answer a message; whatever is wrong with it is answered, never raised."""
        if self._over:
            return
        kind, payload = container.payload_type, container.payload
        if kind == MALFORMED:
            await self._kick(trouble.code_of_malformed(payload), payload.get("reason", ""))
        elif self._login is None:
            await self._first_word(kind, payload)
        elif kind in _SERVER_TYPES:
            await self._kick(trouble.WRONG_TIME, kind)
        elif kind in self._handlers and self._may_use(kind):
            try:
                await self._handlers[kind](payload)
            except MalformedMessage as error:
                await self._kick(trouble.WRONG_PAYLOAD, error.message)
            except Unavailable as error:
                await self._put_off(error)
            except GameError as error:
                await self._kick(trouble.KICKED, error.message)

    async def heard(self, container: Container) -> None:
        """Follow the match: it began, was paused, or ended."""
        if self._over:
            return
        match container.payload_type:
            case "matchStart":
                self._playing, self._has_played, self._paused = self._seated, False, False
                self._formed = False
            case "matchFinish":
                late = self._playing and not self._formed and self._lost_before_it_began(container.payload)
                self._has_played = self._has_played or self._playing
                self._seated = self._playing = self._paused = False
                await self._desk.watch(self._table)
                if late:
                    self._expel(trouble.error_payload(trouble.BAD_FORMATION, True, "none came in time"))
            case "pauseResponse":
                was, self._paused = self._paused, bool(container.payload["pause"])
                if was and not self._paused:
                    await self._ask_again()

    def _lost_before_it_began(self, finish: Json) -> bool:
        """Return whether a match without a first snapshot was lost; one that the house ended was not."""
        return finish["endRound"] == 0 and finish["winnerUserName"] != self._user and "aborted" not in finish

    async def timer(self, name: str) -> None:
        """Say goodbye to who never logged in."""
        if self._login is None:
            await self._kick(trouble.KICKED, "no joinRequest came")

    async def replaced(self) -> None:
        """The same user has logged in elsewhere; his seat is now that connection's."""
        self._expel(trouble.error_payload(trouble.DOUBLE_LOGIN, False), "logged in elsewhere")

    async def gone(self) -> None:
        """The seat is held for a while; whoever watches learns of it when the time is over."""

    # --- errors and warnings --------------------------------------------------------------------------------------
    def _expel(self, error: Json, reason: str = "error") -> None:
        """Tell who has no seat to give up what was wrong, and close."""
        self._over = True
        self._desk.send("privateError", error)
        self._desk.close(reason)

    async def _kick(self, code: int, detail: str = "") -> None:
        """Tell what was wrong, give up the seat and close."""
        self._over = True
        self._desk.send("privateError", trouble.error_payload(code, self._playing, detail))
        if self._seated:
            await self._desk.leave()
        self._desk.close("error")

    def _warn(self, code: int, detail: str = "") -> None:
        self._desk.send("privateWarning", trouble.warning_payload(code, detail))

    async def _put_off(self, error: Unavailable) -> None:
        """A fault of ours was in the way: who has a seat keeps it, anybody else is to come again and say it anew."""
        if self._seated:
            self._warn(trouble.WARNING, error.message)
        else:
            await self._kick(trouble.KICKED, error.message)

    # --- login ----------------------------------------------------------------------------------------------------
    async def _first_word(self, kind: str, payload: Json) -> None:
        if kind == "joinRequest":
            try:
                await self._join(read_login(payload))
            except LoginRefused as error:
                await self._kick(error.number, error.message)
            except GameError as error:
                await self._kick(trouble.KICKED, error.message)
        elif kind in self._handlers or kind in _SERVER_TYPES:
            await self._kick(trouble.NOT_LOGGED_IN, kind)

    async def _join(self, login: Login) -> None:
        desk = self._desk
        if not await desk.login(login.user_name, login.password):
            raise LoginRefused(trouble.WRONG_PASSWORD)
        table = await find_lobby(desk, login.lobby)
        self._login, self._table = login, table.table
        doubled = await desk.claim(login.user_name)
        desk.send("joinResponse", {"message": f"welcome to {login.lobby}, {login.user_name}"})
        if doubled:
            self._warn(trouble.SECOND_LOGIN)
        under_way = is_under_way(table)
        self._seated = self._playing = under_way and await self._take_own_seat(table)
        if not self._seated:
            await desk.watch(table.table)
        desk.tell_table("loginGreeting", {"userName": login.user_name})
        if under_way:
            await self._reconnect()
        spoken = chat.spoken(self._table, _now(), 0 if self._seated else table.spectator_delay)
        if "chat" in login.mods and (under_way or spoken):
            desk.send("reconnectChat", {"lastTenChat": spoken})

    async def _join_again(self, payload: Json) -> None:
        await self._kick(trouble.WRONG_TIME, "joinRequest")

    async def _take_own_seat(self, table: TableInfo) -> bool:
        """Come back to the seat in a running match; False for those who have none."""
        if all(seat.data.get("userName") != self._user for seat in table.seats):
            return False
        try:
            await self._desk.sit(table.table, self._user, token=await self._token())
        except Unavailable:
            raise  # The seat may be his all the same: watching, he would not be asked for his moves.
        except Refused:
            return False  # Somebody else plays under this name: a guest of the table's page may.
        return True

    async def _token(self) -> str:
        """Return the password if it is a seat token of this table: that is how a seat held on a page is taken."""
        assert self._login is not None
        try:
            table, _ = await self._desk.redeem(self._login.password)
        except GameError:
            return ""
        return self._login.password if table.table == self._table else ""

    @property
    def _user(self) -> str:
        assert self._login is not None
        return self._login.user_name

    def _may_use(self, kind: str) -> bool:
        """Return whether the request exists for this client; requests of mods it did not ask for are unknown words."""
        assert self._login is not None
        return kind not in _MOD_TYPES or _MOD_TYPES[kind] in self._login.mods

    async def _reconnect(self) -> None:
        """Send the whole match in one message, with the times its parts were told at, as nearly as we know them."""
        try:
            answer = await self._desk.ask("reconnect")
        except GameError:
            return
        told = container.timestamp()
        began = container.timestamp(datetime.fromisoformat(told) - timedelta(milliseconds=answer["total"]))
        parts = answer["reconnect"]
        for name, part in parts.items():
            if part is not None:
                part["timestamp"] = began if name == "matchStart" else told
        self._desk.send("reconnect", parts)
        self._formed = answer["formed"]
        if answer["paused"]:
            self._paused = True
            self._desk.send("pauseResponse", {"message": "the match is paused", "userName": "", "pause": True})

    # --- team and match -------------------------------------------------------------------------------------------
    async def _team(self, payload: Json) -> None:
        assert self._login is not None
        if is_under_way(await self._desk.table(self._table)):
            self._warn(trouble.TEAM_TOO_LATE)
            return
        balanced = "disableGenderBalance" not in self._login.mods
        try:
            team = read_team(payload, balanced)
        except MalformedMessage as error:
            await self._kick(trouble.BAD_TEAM, error.message)
            return
        data = {"team": team, "userName": self._user, "ai": self._login.artificial, "genderBalance": balanced}
        try:
            if self._seated:
                await self._desk.update_seat(data=data)
            else:
                await self._desk.sit(self._table, self._user, data, token=await self._token())
        except Unavailable:
            raise  # A team is configured once: with a warning alone, the lobby would wait for it for ever.
        except Refused as error:
            self._warn(trouble.WARNING, error.message)
            await self._desk.watch(self._table)
            return
        self._seated = True

    async def _formation(self, payload: Json) -> None:
        if await self._play("teamFormation", payload, trouble.BAD_FORMATION):
            self._formed = True

    async def _request(self, payload: Json) -> None:
        await self._play("deltaRequest", payload, trouble.BAD_REQUEST)

    async def _play(self, kind: str, payload: Json, illegal: int) -> bool:
        """Let the match answer, and return whether it accepted the move."""
        if not self._playing:
            # An answer may be on its way when the match ends: that is late, not wrong.
            if not self._has_played:
                await self._kick(trouble.WRONG_TIME, f"{kind} from a spectator")
            return False
        try:
            await self._desk.play(read_move(kind, payload))
        except MalformedMessage:
            raise
        except GameError as error:
            await self._refused(error, illegal)
            return False
        return True

    async def _refused(self, error: GameError, illegal: int) -> None:
        code = trouble.verdict(error)
        if code is None:
            return
        if isinstance(error, Unavailable):
            self._warn(code, error.message)
            # The move may not have been taken: then its question is still open.
            await self._ask_again()
        elif code >= trouble.WARNING:
            self._warn(code)
        else:
            await self._kick(illegal if code == trouble.BAD_REQUEST else code, error.message)

    async def _pause(self, payload: Json) -> None:
        await self._wish("pauseRequest", payload)

    async def _continue(self, payload: Json) -> None:
        await self._wish("continueRequest", payload)

    async def _wish(self, kind: str, payload: Json) -> None:
        """Let the match answer a player; to others the answer is how things stand (11.1: every request is answered)."""
        message = words_field(payload, "message")
        if self._playing:
            try:
                await self._desk.play(read_move(kind, payload))
                return
            except MalformedMessage:
                raise
            except GameError:
                pass  # The match has just ended; the answer is the same as for anybody else.
        paused = (await self._desk.table(self._table)).status == "paused"
        self._desk.tell_table("pauseResponse", {"message": message, "userName": self._user, "pause": paused})

    async def _ask_again(self) -> None:
        """After a pause the question is put again with the time that is left (9.1)."""
        try:
            asked = await self._desk.ask("next")
        except GameError:
            return
        if asked is not None:
            self._desk.send("next", asked)

    # --- replays, words, tests ------------------------------------------------------------------------------------
    async def _replay(self, payload: Json) -> None:
        await self._send_replay("replay")

    async def _replay_with_snapshot(self, payload: Json) -> None:
        await self._send_replay("replayWithSnapshot")

    async def _send_replay(self, kind: str) -> None:
        """Send the lobby's last finished match; where there was none, asking is an error (13.1)."""
        replay = (await self._desk.table(self._table)).replay
        if replay is None:
            await self._kick(trouble.WRONG_TIME, "no match has been finished in this lobby")
            return
        try:
            file = await self._desk.replay(replay, kind.lower())
        except GameError as error:
            self._warn(trouble.WARNING, error.message)
            return
        self._desk.send(kind, jsontext.loads(file)["payload"])

    async def _debug(self, payload: Json) -> None:
        self._desk.tell_table("globalDebug", {"information": words_field(payload, "information")})

    async def _chat(self, payload: Json) -> None:
        message = {"senderUserName": self._user, "information": words_field(payload, "information")}
        # Who has just played may still talk of the end of the match.
        chat.remember(self._table, chat.Line(message, _now(), self._seated or self._has_played))
        self._desk.tell_table("globalChat", message)

    async def _test(self, payload: Json) -> None:
        self._desk.send("testResponse", {"actualSnapshot": run_test(payload)})


def _now() -> datetime:
    """Return the time that messages written now bear."""
    return datetime.fromisoformat(container.timestamp())
