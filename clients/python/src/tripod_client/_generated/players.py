# Made by scripts/generate.js from the OpenAPI document. Do not edit.
"""Player and tribe lookup: its operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._area import Area as _Area
from .._send import Connection as _Connection
from .._send import Operation as _Operation


class Check(TypedDict):
    #: Such as `database`, `disk` or `steam`
    What: str
    #: False for what has to be mended
    Ok: bool
    #: In plain words, without secrets
    Says: str


class FullProfile(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet.
    Id: int
    CharacterName: str
    #: Name of the account on its platform
    PlatformName: str
    #: An https URL, or empty
    AvatarUrl: str
    Level: int
    Online: bool
    #: SteamID64, or EOS id in hexadecimal; empty for other kinds of account
    PlatformId: str
    #: ISO 8601 with a numeric offset
    Created: str
    Tribe: TribeSummary | None
    #: An https URL, or empty
    ProfileUrl: str
    CommunityBanned: bool
    AntiCheatBanned: bool
    NumberOfAntiCheatBans: int
    #: 0 for today and for never: the counts tell which
    DaysSinceLastBan: int
    NumberOfGameBans: int


class FullTribe(TypedDict):
    Id: int
    Name: str
    #: ISO 8601 with a numeric offset
    Created: str
    Owner: SimpleProfile | None
    Members: list[SimpleProfile]


class NameEntry(TypedDict):
    Kind: Literal["Character", "Platform"]
    Name: str
    #: ISO 8601 with a numeric offset
    From: str
    #: Null for the present name
    To: str | None


class News(TypedDict):
    #: `Added`, `Changed` or `Fixed`
    Kind: str
    #: Markdown in one line
    Says: str


class OnlinePlayer(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet.
    Id: int
    CharacterName: str
    #: Name of the account on its platform
    PlatformName: str
    #: An https URL, or empty
    AvatarUrl: str
    Level: int
    Online: bool
    #: The server's key, as in `/Servers`
    Server: str


class PlayerSessions(TypedDict):
    Playtime: PlayerSessionsPlaytime
    #: The latest first
    Sessions: list[PlayerSessionsSessionsItem]


class PlayerSessionsPlaytime(TypedDict):
    TotalSeconds: int
    Last14DaysSeconds: int
    #: The most played first
    Servers: list[PlayerSessionsPlaytimeServersItem]


class PlayerSessionsPlaytimeServersItem(TypedDict):
    Server: str
    Seconds: int
    Sessions: int


class PlayerSessionsSessionsItem(TypedDict):
    #: The server's key
    Server: str
    #: ISO 8601 with a numeric offset
    Start: str
    #: Null while it lasts
    End: str | None
    #: Up to now while it lasts
    Seconds: int


class ProgramReport(TypedDict):
    #: Of the program
    Version: str
    #: ISO 8601 with a numeric offset
    CheckedAt: str
    Checks: list[Check]
    #: What is new in this release
    News: list[News]


class Server(TypedDict):
    Key: str
    Name: str
    Game: Literal["ase", "asa"]
    #: Whether it belongs to the invented cluster of `--demo`
    Invented: bool
    Map: str | None
    Version: str | None
    #: Online now
    Players: int
    MaxPlayers: int | None
    #: Whether the server itself answers, by RCON or query
    Reachable: bool
    #: When its saves were last read well
    LastRead: str | None
    Sources: ServerSources


class ServerSources(TypedDict):
    Saves: Source | None
    Rcon: Source | None
    Query: Source | None


class SimpleProfile(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet.
    Id: int
    CharacterName: str
    #: Name of the account on its platform
    PlatformName: str
    #: An https URL, or empty
    AvatarUrl: str
    Level: int
    Online: bool


class Source(TypedDict):
    #: Whether everything that it holds was read; false while a first read goes on
    Ok: bool
    #: In plain words
    Says: str
    #: ISO 8601 with a numeric offset
    At: str


class Ticket(TypedDict):
    #: For the parameter `ticket` of `/Online/Events`
    Ticket: str
    ExpiresInSeconds: int


class TribeLogLine(TypedDict):
    #: Counts the lines of a tribe as they came
    Number: int
    #: Of the game's own calendar
    Day: int
    #: Of the game's day, HH:MM:SS
    Time: str
    Text: str
    #: What kind of event it tells of (`memberAdded`, `killed`, `tamed`, ...); null for other wordings
    Event: str | None
    #: ISO 8601 with a numeric offset
    Seen: str


class TribeMembers(TypedDict):
    Members: list[TribeMembersMembersItem]
    #: Who was in the tribe when, the latest first
    History: list[TribeMembersHistoryItem]


class TribeMembersMembersItem(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet.
    Id: int
    CharacterName: str
    #: Name of the account on its platform
    PlatformName: str
    #: An https URL, or empty
    AvatarUrl: str
    Level: int
    Online: bool
    Rank: Literal["Owner", "Admin", "Member"]
    #: Where the tribe uses rank groups
    RankGroup: int | None
    Since: str | None


class TribeMembersHistoryItem(TypedDict):
    Id: int
    CharacterName: str
    #: ISO 8601 with a numeric offset
    From: str
    To: str | None


class TribeSummary(TypedDict):
    Id: int
    Name: str
    #: Id of the player who owns it; 0 when the save names none
    Owner: int
    Members: int


class ShowLeaderboardResultItem(TypedDict):
    Rank: int
    #: Level, or seconds
    Value: int
    Player: SimpleProfile


class ShowLeaderboardResult2Item(TypedDict):
    Rank: int
    #: Members
    Value: int
    Tribe: TribeSummary


class SearchOperations(_Area):
    """Operations of ``search``."""

    def search_names(
        self,
        *,
        type: Literal["Player", "Tribe"],
        q: str,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> list[SimpleProfile] | list[TribeSummary]:
        """Search players or tribes.

        Accents, case and decorations do not matter. Best first: the very name, the same letters, names that begin with it, words that do, names that contain it, one or two typing errors, look-alike letters, former names; then who is online, who was seen last, shorter names, lower ids. A Steam id, EOS id or number finds its player first.

        :param type: What to search
        :param q: What to search for: 1 to 64 characters
        :param limit: Items on a page
        :param cursor: From the `Link` of the page before
        """
        return self._call(_Operation("search.searchNames", "GET", "/Search", "read", "query", "json", ("link", "")), {"type": type, "q": q, "limit": limit, "cursor": cursor})

    def iter_search_names(
        self,
        *,
        type: Literal["Player", "Tribe"],
        q: str,
        limit: int | None = None,
    ) -> Iterator[SimpleProfile | TribeSummary]:
        """Every entry of :meth:`search_names`, page after page."""
        return self._each(_Operation("search.searchNames", "GET", "/Search", "read", "query", "json", ("link", "")), {"type": type, "q": q, "limit": limit})


class ProfilesOperations(_Area):
    """Operations of ``profiles``."""

    def get_player(self, *, id: str) -> FullProfile:
        """Full profile of a player.

        :param id: Number of the player, 0 to 2^63 - 1
        """
        return self._call(_Operation("profiles.getPlayer", "GET", "/Player/{id}", "read", "query", "json"), {"id": id})

    def find_player(self, *, id: str) -> FullProfile:
        """Full profile of a player, by parameter.

        :param id: Number of the player, 0 to 2^63 - 1
        """
        return self._call(_Operation("profiles.findPlayer", "GET", "/Player", "read", "query", "json"), {"id": id})

    def list_names(self, *, id: str, limit: int | None = None) -> list[NameEntry]:
        """Names of a player, present and former.

        The latest first. Empty for players who want no history to be kept.

        :param id: Number of the player, 0 to 2^63 - 1
        """
        return self._call(_Operation("profiles.listNames", "GET", "/Player/{id}/Names", "read", "query", "json"), {"id": id, "limit": limit})

    def show_leaderboard(
        self,
        *,
        by: Literal["Level", "Playtime", "TribeSize"] | None = None,
        days: int | None = None,
        limit: int | None = None,
    ) -> list[ShowLeaderboardResultItem] | list[ShowLeaderboardResult2Item]:
        """Highest levels, longest playtimes, largest tribes.

        :param by: What counts
        :param days: For playtime: of sessions that began in so many days; 0 for all that are kept
        """
        return self._call(_Operation("profiles.showLeaderboard", "GET", "/Leaderboard", "read", "query", "json"), {"by": by, "days": days, "limit": limit})


class TribesOperations(_Area):
    """Operations of ``tribes``."""

    def get_tribe(self, *, id: str) -> FullTribe:
        """Full profile of a tribe.

        :param id: Number of the tribe, 0 to 2^31 - 1
        """
        return self._call(_Operation("tribes.getTribe", "GET", "/Tribe/{id}", "read", "query", "json"), {"id": id})

    def find_tribe(self, *, id: str) -> FullTribe:
        """Full profile of a tribe, by parameter.

        :param id: Number of the tribe, 0 to 2^31 - 1
        """
        return self._call(_Operation("tribes.findTribe", "GET", "/Tribe", "read", "query", "json"), {"id": id})

    def list_log(self, *, id: str, limit: int | None = None, before: int | None = None) -> list[TribeLogLine]:
        """Log of a tribe.

        The latest lines first. For older ones, send the last `Number` as `before`.

        :param id: Number of the tribe, 0 to 2^31 - 1
        """
        return self._call(_Operation("tribes.listLog", "GET", "/Tribe/{id}/Log", "read", "query", "json", ("before", "Number")), {"id": id, "limit": limit, "before": before})

    def iter_log(self, *, id: str, limit: int | None = None, before: int | None = None) -> Iterator[TribeLogLine]:
        """Every entry of :meth:`list_log`, page after page."""
        return self._each(_Operation("tribes.listLog", "GET", "/Tribe/{id}/Log", "read", "query", "json", ("before", "Number")), {"id": id, "limit": limit, "before": before})

    def list_members(self, *, id: str, limit: int | None = None) -> TribeMembers:
        """Members of a tribe with their ranks, and its joins and leaves.

        :param id: Number of the tribe, 0 to 2^31 - 1
        """
        return self._call(_Operation("tribes.listMembers", "GET", "/Tribe/{id}/Members", "read", "query", "json"), {"id": id, "limit": limit})


class PresenceOperations(_Area):
    """Operations of ``presence``."""

    def list_online(self) -> list[OnlinePlayer]:
        """Players that are online.

        By id. `Server` is the key of the server that the player is on, as in `/Servers`. A player of whom no save is known yet, who has just begun, comes last, with the id 0 and the name of the account.
        """
        return self._call(_Operation("presence.listOnline", "GET", "/Online", "read", "query", "json"), {})

    def create_ticket(self) -> Ticket:
        """Get a ticket for the stream of events.

        For browsers: an `EventSource` sends no headers. Open `/Online/Events?ticket=...` with the ticket. It counts once, for 30 seconds, at every process of the service. A stream that it opened has the rights of the key, and ends when the key does not count any more. At most 100 unused tickets of a key can wait.
        """
        return self._call(_Operation("presence.createTicket", "POST", "/Online/Events/Ticket", "once", "query", "json"), {})

    def list_sessions(self, *, id: str, limit: int | None = None) -> PlayerSessions:
        """Sessions and playtime of a player.

        Of the player's account. Empty for players who want no history to be kept.

        :param id: Number of the player, 0 to 2^63 - 1
        """
        return self._call(_Operation("presence.listSessions", "GET", "/Player/{id}/Sessions", "read", "query", "json"), {"id": id, "limit": limit})


class SystemOperations(_Area):
    """Operations of ``system``."""

    def list_servers(self) -> list[Server]:
        """Servers of the cluster."""
        return self._call(_Operation("system.listServers", "GET", "/Servers", "read", "query", "json"), {})

    def export_players(self, *, format: Literal["ndjson", "csv"] | None = None) -> Iterator[str]:
        """All players as NDJSON or CSV.

        By id, from one state of the database, as a stream. An export that fails half way breaks the connection.

        :param format: One JSON object a line, or CSV with a head
        """
        return self._chunks(_Operation("system.exportPlayers", "GET", "/Export", "read", "query", "chunks"), {"format": format})

    def check_program(self) -> ProgramReport:
        """What works, what does not, and what is new.

        Tries what the answering process needs: settings, disk, database, keys, Redis, and what the settings of this service name outside. What is away may take 20 seconds to show. The answer may be ten seconds old.
        """
        return self._call(_Operation("system.checkProgram", "GET", "/Check", "read", "query", "json"), {})



class PlayersApi:
    """Player and tribe lookup: its operations by area."""

    def __init__(self, connection: _Connection) -> None:
        self.search = SearchOperations(connection)
        self.profiles = ProfilesOperations(connection)
        self.tribes = TribesOperations(connection)
        self.presence = PresenceOperations(connection)
        self.system = SystemOperations(connection)
