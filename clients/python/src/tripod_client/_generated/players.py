# Made by scripts/generate.js from the OpenAPI document. Do not edit.
"""Player and tribe lookup: its operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._area import Area as _Area
from .._send import Connection as _Connection
from .._send import Operation as _Operation


class AccountBans(TypedDict):
    CommunityBanned: bool
    AntiCheatBanned: bool
    NumberOfAntiCheatBans: int
    #: As the platform told it then
    DaysSinceLastBan: int
    NumberOfGameBans: int


class AuditLine(TypedDict):
    #: Counts the lines
    Number: int
    #: ISO 8601 with a numeric offset
    At: str
    #: The key of the request, as in `/Keys`
    KeyId: str
    KeyName: str
    Action: Literal["key.create", "key.edit", "key.revoke", "webhook.create", "webhook.edit", "webhook.delete", "webhook.redeliver", "person.erase", "person.optOut", "server.add", "server.edit", "server.remove"]
    #: The changed thing: an id; of a person, the digest of the account or player
    Subject: str
    Detail: dict[str, Any]
    RequestId: str


class Caller(TypedDict):
    #: Of the key
    Name: str
    #: What the key opens; each scope opens what those before it do
    Scope: Literal["read"] | Literal["history"] | Literal["admin"]
    #: Requests of the key in any window of `WindowSeconds`
    Requests: int
    WindowSeconds: int
    #: Null for a key that does not expire
    KeyExpiresAt: str | None
    #: The key of `--demo`: all players are invented
    Demo: bool
    #: For the header X-CSRF-Token of changes in this session. Null where a header shows the key
    CsrfToken: str | None
    #: Null where a header shows the key
    SessionEndsAt: str | None


class Check(TypedDict):
    #: Such as `database`, `disk` or `steam`
    What: str
    #: False for what has to be mended
    Ok: bool
    #: In plain words, without secrets
    Says: str


class Cluster(TypedDict):
    Name: str
    #: Whether it is the invented cluster of `--demo`
    Invented: bool
    #: Why servers cannot be added, changed and removed here; null where they can
    WhyFixed: str | None
    Servers: list[ServerSetup]


class DeletedWebhook(TypedDict):
    Id: str


class Delivery(TypedDict):
    #: Of the delivery, as in `X-Tripod-Delivery`
    Number: int
    #: The webhook's `Id`
    Webhook: str
    Event: Literal["join", "leave", "tribe", "ban"]
    State: Literal["waiting", "delivered", "givenUp"]
    #: ISO 8601 with a numeric offset
    Created: str
    Attempts: int
    LastAttempt: str | None
    #: Of the last answer; null when there was none
    LastStatus: int | None
    LastError: str | None
    #: What is sent, without the delivery's id: JSON as text
    Payload: str


class DoctorReport(TypedDict):
    Cluster: str
    #: Whether there is a server, and every source that is set up works
    Works: bool
    Lines: list[DoctorReportLinesItem]


class DoctorReportLinesItem(TypedDict):
    Source: Literal["saves", "rcon", "query", "plugins", "steam"]
    #: The server's key; null for what the whole cluster shares
    Server: str | None
    #: `off`: not set up, which is not a fault
    State: Literal["ok", "wrong", "off"]
    Says: str
    #: The next step, where it is wrong
    DoThis: str | None


class Erasure(TypedDict):
    Players: int
    Sessions: int
    #: Of webhooks
    Deliveries: int
    #: Lines of tribes' logs out of which a name or id was taken
    LogLines: int
    #: Tribes that were called after the person
    Tribes: int


class FullProfile(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet.
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


class Key(TypedDict):
    Id: str
    Name: str
    #: The key's first characters
    Hint: str
    Scope: Literal["read", "history", "admin"]
    Standing: Literal["inForce", "expired", "disabled"]
    #: Null for the service's own limit
    Limits: KeyLimits | None
    #: ISO 8601 with a numeric offset
    Created: str
    #: Null for never
    Expires: str | None
    #: To the minute; null for never
    LastUsed: str | None


class KeyLimits(TypedDict):
    """So many requests in any window of so many seconds"""

    Requests: int
    WindowSeconds: int


class MadeKey(TypedDict):
    #: The key itself, shown only now
    Key: str
    Id: str
    Name: str
    #: The key's first characters
    Hint: str
    Scope: Literal["read", "history", "admin"]
    Standing: Literal["inForce", "expired", "disabled"]
    #: Null for the service's own limit
    Limits: MadeKeyLimits | None
    #: ISO 8601 with a numeric offset
    Created: str
    #: Null for never
    Expires: str | None
    #: To the minute; null for never
    LastUsed: str | None


class MadeKeyLimits(TypedDict):
    """So many requests in any window of so many seconds"""

    Requests: int
    WindowSeconds: int


class MadeWebhook(TypedDict):
    #: The key of its signatures, shown only now; null where nothing is signed
    Secret: str | None
    Id: str
    #: Of a Discord webhook without its token
    Url: str
    Format: str
    Pattern: str
    Events: list[Literal["join", "leave", "tribe", "ban"]]
    Enabled: bool
    #: ISO 8601 with a numeric offset
    Created: str


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


class OnlineHours(TypedDict):
    #: The beginning of the first hour, in UTC
    From: str
    #: ISO 8601 with a numeric offset
    Until: str
    Servers: list[OnlineHoursServersItem]


class OnlineHoursServersItem(TypedDict):
    #: The server's key
    Server: str
    #: Different accounts that were on it in each hour
    Players: list[float | None]
    #: Players at once, on average over each hour
    Average: list[float | None]
    #: Minutes of each hour in which it was known who is on it
    WatchedMinutes: list[float | None]


class OnlinePlayer(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet.
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


class Person(TypedDict):
    #: The account; null for a player without one
    PlatformId: str | None
    #: All characters of the account that are known
    Players: list[PersonPlayersItem]


class PersonPlayersItem(TypedDict):
    Id: int
    CharacterName: str
    #: Whether no history is kept
    OptedOut: bool


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


class PluginData(TypedDict):
    #: SteamID64, or EOS id in hexadecimal; empty for other kinds of account
    PlatformId: str
    Groups: list[str]
    #: Also those whose time is over, for as long as the plugin has them
    TimedGroups: list[TimedGroup]
    #: Null where no shop knows the account
    Points: int | None
    #: Points that were spent in the shop, or null
    TotalSpent: int | None
    #: When the plugins' databases last told something new of the account; null where none has
    ReadAt: str | None


class ProgramReport(TypedDict):
    #: Of the program
    Version: str
    #: ISO 8601 with a numeric offset
    CheckedAt: str
    Checks: list[Check]
    #: What is new in this release
    News: list[News]


class RecentEvent(TypedDict):
    Event: Literal["joined", "left", "moved"]
    #: ISO 8601 with a numeric offset
    At: str
    #: The server joined, left or moved to
    Server: str
    #: Of a move, the server before
    From: str | None
    PlatformId: str
    #: Of the account
    Name: str
    #: 0 where no save of the player is known
    PlayerId: int
    CharacterName: str


class RemovedServer(TypedDict):
    Key: str


class RevokedKey(TypedDict):
    Id: str


class SeenBan(TypedDict):
    #: ISO 8601 with a numeric offset
    SeenAt: str
    #: Whether the account's bans were unknown before. Then they may be years old
    IsFirst: bool
    #: The members of `After` that have changed: a ban, or a lifted ban
    Changed: list[Literal["CommunityBanned", "AntiCheatBanned", "NumberOfAntiCheatBans", "NumberOfGameBans"]]
    Before: AccountBans
    After: AccountBans


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
    #: Whether the server itself answers, by RCON or query; false where no process asks it
    Reachable: bool
    #: When its saves were last read well
    LastRead: str | None
    Sources: ServerSources


class ServerSources(TypedDict):
    Saves: Source | None
    Rcon: Source | None
    Query: Source | None


class ServerSetup(TypedDict):
    Key: str
    Name: str
    Game: Literal["ase", "asa"]
    Saves: ServerSetupSaves | None
    Rcon: ServerSetupRcon | None
    Query: ServerSetupQuery | None
    PollSeconds: float
    GameLog: bool
    Chat: bool


class ServerSetupSaves(TypedDict):
    Folder: str
    Store: Literal["files", "world"]


class ServerSetupRcon(TypedDict):
    Host: str
    Port: int
    #: Where the password is
    PasswordFrom: Literal["text", "environment", "file"]


class ServerSetupQuery(TypedDict):
    Host: str
    Port: int


class SessionState(TypedDict):
    #: `/Me` then says with which key
    SignedIn: bool
    #: `POST /Session` takes `Demo: true`
    DemoOffered: bool


class SignIn(TypedDict):
    Key: NotRequired[str]
    Demo: NotRequired[bool]


class SignedOut(TypedDict):
    SignedIn: Literal[False]


class SimpleProfile(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet.
    Id: int
    CharacterName: str
    #: Name of the account on its platform
    PlatformName: str
    #: An https URL, or empty
    AvatarUrl: str
    Level: int
    Online: bool


class Source(TypedDict):
    #: Whether everything that it holds was read; false while a first read goes on, and where no process reads the server
    Ok: bool
    #: In plain words. Only keys of the scope `admin` see addresses of servers, and names of files that cannot be read
    Says: str
    #: ISO 8601 with a numeric offset
    At: str


class Ticket(TypedDict):
    #: For the parameter `ticket` of `/Online/Events`
    Ticket: str
    ExpiresInSeconds: int


class TimedGroup(TypedDict):
    Group: str
    #: Null where it holds from the start
    From: str | None
    #: ISO 8601 with a numeric offset
    Until: str


class TribeLogLine(TypedDict):
    #: Counts the lines of a tribe as they came
    Number: int
    #: Of the game's own calendar
    Day: int
    #: Of the game's day, HH:MM:SS
    Time: str
    Text: str
    #: The kind of event (`memberAdded`, `killed`, `tamed`, ...); null for other wordings
    Event: str | None
    #: ISO 8601 with a numeric offset
    Seen: str


class TribeMembers(TypedDict):
    Members: list[TribeMembersMembersItem]
    #: Memberships with their times, the latest first
    History: list[TribeMembersHistoryItem]


class TribeMembersMembersItem(TypedDict):
    #: Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet.
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


class Webhook(TypedDict):
    Id: str
    #: Of a Discord webhook without its token
    Url: str
    Format: str
    Pattern: str
    Events: list[Literal["join", "leave", "tribe", "ban"]]
    Enabled: bool
    #: ISO 8601 with a numeric offset
    Created: str


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


class ListMembersEntry(TypedDict):
    Id: int
    CharacterName: str
    #: ISO 8601 with a numeric offset
    From: str
    To: str | None


class ListSessionsEntry(TypedDict):
    #: The server's key
    Server: str
    #: ISO 8601 with a numeric offset
    Start: str
    #: Null while it lasts
    End: str | None
    #: Up to now while it lasts
    Seconds: int


class AddServerBody(TypedDict):
    #: Names the server for good: small letters, digits, `-` and `_`
    Key: str
    #: What people see; the key without it
    Name: NotRequired[str]
    #: ARK: Survival Evolved or Ascended
    Game: Literal["ase", "asa"]
    #: `Port` is 27020 without one
    Rcon: NotRequired[AddServerBodyRcon]
    #: The query port of `ase` (27015), or the public address and game port of `asa` (7777)
    Query: NotRequired[AddServerBodyQuery]
    #: How often it is asked
    PollSeconds: NotRequired[int]
    #: Reads joins and leaves from the game log
    GameLog: NotRequired[bool]
    #: Sends chat to readers of `/Online/Events`
    Chat: NotRequired[bool]
    #: Refused: folders of saves are named by the operator
    Saves: NotRequired[Any]


class AddServerBodyRcon(TypedDict):
    """`Port` is 27020 without one"""

    #: Name or address of the machine; `127.0.0.1` without it
    Host: NotRequired[str]
    Port: NotRequired[int]
    #: Written to the cluster's file, and never shown
    Password: NotRequired[str]


class AddServerBodyQuery(TypedDict):
    """The query port of `ase` (27015), or the public address and game port of `asa` (7777)"""

    #: Name or address of the machine; `127.0.0.1` without it
    Host: NotRequired[str]
    Port: NotRequired[int]


class EditServerBody(TypedDict):
    Name: NotRequired[str | None]
    Rcon: NotRequired[EditServerBodyRcon | None]
    Query: NotRequired[EditServerBodyQuery | None]
    PollSeconds: NotRequired[int | None]
    GameLog: NotRequired[bool | None]
    Chat: NotRequired[bool | None]
    #: Refused: folders of saves are named by the operator
    Saves: NotRequired[Any]


class EditServerBodyRcon(TypedDict):
    """`Port` is 27020 without one"""

    #: Name or address of the machine; `127.0.0.1` without it
    Host: NotRequired[str]
    Port: NotRequired[int]
    #: Written to the cluster's file, and never shown
    Password: NotRequired[str]


class EditServerBodyQuery(TypedDict):
    """The query port of `ase` (27015), or the public address and game port of `asa` (7777)"""

    #: Name or address of the machine; `127.0.0.1` without it
    Host: NotRequired[str]
    Port: NotRequired[int]


class CreateKeyBody(TypedDict):
    #: Whose it is, or what for
    Name: str
    Scope: Literal["read", "history", "admin"]
    #: `never`, `30d`, `12h`, `2030-12-31` or `2030-12-31T18:00:00Z`; 100 years at most
    Expires: str
    #: Null for the service's own limit
    Limits: NotRequired[CreateKeyBodyLimits | None]


class CreateKeyBodyLimits(TypedDict):
    """So many requests in any window of so many seconds"""

    Requests: int
    WindowSeconds: int


class EditKeyBody(TypedDict):
    #: False refuses the key until it is enabled again
    Enabled: NotRequired[bool]
    #: `never`, `30d`, `12h`, `2030-12-31` or `2030-12-31T18:00:00Z`; 100 years at most
    Expires: NotRequired[str]
    #: Null for the service's own limit
    Limits: NotRequired[EditKeyBodyLimits | None]


class EditKeyBodyLimits(TypedDict):
    """So many requests in any window of so many seconds"""

    Requests: int
    WindowSeconds: int


class CreateWebhookBody(TypedDict):
    Url: str
    #: All by default
    Events: NotRequired[list[Literal["join", "leave", "tribe", "ban"]]]
    #: Whose events: `*` (the default), `server/KEY` or `tribe/NUMBER`
    Pattern: NotRequired[str]
    #: `signed`: JSON with a signature. `discord`: a message in a Discord channel.
    Format: NotRequired[Literal["signed", "discord"]]


class EditWebhookBody(TypedDict):
    Enabled: bool


class SetOptOutBody(TypedDict):
    OptedOut: bool
    #: Typed again: the id as in the address, the account's id, or the name of one of its characters
    Confirm: str


class ErasePersonBody(TypedDict):
    #: Typed again: the id as in the address, the account's id, or the name of one of its characters
    Confirm: str


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

        Accents, case and decorations do not matter. Best first: the very name, the same letters, names that begin with it, words that do, names that contain it, one or two typing errors, look-alike letters, former names; then who is online, who was seen last, shorter names, lower ids. A Steam id in any of its forms, an EOS id or a number finds its player first.

        :param type: What to search
        :param q: What to search for: 1 to 64 characters
        :param limit: Items on a page; what an identifier names comes on top
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

    def list_names(self, *, id: str, limit: int | None = None, cursor: str | None = None) -> list[NameEntry]:
        """Names of a player, present and former.

        The latest first. Empty for players who want no history to be kept.

        :param id: Number of the player, 0 to 2^63 - 1
        :param cursor: From the `Link` of the page before
        """
        return self._call(_Operation("profiles.listNames", "GET", "/Player/{id}/Names", "read", "query", "json", ("link", "")), {"id": id, "limit": limit, "cursor": cursor})

    def iter_names(self, *, id: str, limit: int | None = None) -> Iterator[NameEntry]:
        """Every entry of :meth:`list_names`, page after page."""
        return self._each(_Operation("profiles.listNames", "GET", "/Player/{id}/Names", "read", "query", "json", ("link", "")), {"id": id, "limit": limit})

    def list_bans(self, *, id: str, limit: int | None = None, cursor: str | None = None) -> list[SeenBan]:
        """Bans of a player, as they were seen.

        Lists each new and each lifted ban that the platform reported, the latest first. All characters of an account share them. Empty for players who want no history to be kept.

        :param id: Number of the player, 0 to 2^63 - 1
        :param cursor: From the `Link` of the page before
        """
        return self._call(_Operation("profiles.listBans", "GET", "/Player/{id}/Bans", "read", "query", "json", ("link", "")), {"id": id, "limit": limit, "cursor": cursor})

    def iter_bans(self, *, id: str, limit: int | None = None) -> Iterator[SeenBan]:
        """Every entry of :meth:`list_bans`, page after page."""
        return self._each(_Operation("profiles.listBans", "GET", "/Player/{id}/Bans", "read", "query", "json", ("link", "")), {"id": id, "limit": limit})

    def show_plugins(self, *, id: str) -> PluginData:
        """Groups and points of a player, from server plugins.

        Read every ten minutes from the databases that the cluster's file names under `plugins`. All characters of an account have the same.

        :param id: Number of the player, 0 to 2^63 - 1
        """
        return self._call(_Operation("profiles.showPlugins", "GET", "/Player/{id}/Plugins", "read", "query", "json"), {"id": id})

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

    def list_members(self, *, id: str, limit: int | None = None, cursor: str | None = None) -> TribeMembers:
        """Members of a tribe with their ranks, and its joins and leaves.

        Pages are of `History`: every page has all `Members`.

        :param id: Number of the tribe, 0 to 2^31 - 1
        :param limit: Most entries of `History`
        :param cursor: From the `Link` of the page before
        """
        return self._call(_Operation("tribes.listMembers", "GET", "/Tribe/{id}/Members", "read", "query", "json", ("link", "History")), {"id": id, "limit": limit, "cursor": cursor})

    def iter_members(self, *, id: str, limit: int | None = None) -> Iterator[ListMembersEntry]:
        """Every entry of :meth:`list_members`, page after page."""
        return self._each(_Operation("tribes.listMembers", "GET", "/Tribe/{id}/Members", "read", "query", "json", ("link", "History")), {"id": id, "limit": limit})


class PresenceOperations(_Area):
    """Operations of ``presence``."""

    def list_online(self) -> list[OnlinePlayer]:
        """Players that are online.

        By id. `Server` is the key of the server that the player is on, as in `/Servers`. A player without a known save yet, who has just begun, comes last, with the id 0 and the name of the account.
        """
        return self._call(_Operation("presence.listOnline", "GET", "/Online", "read", "query", "json"), {})

    def create_ticket(self) -> Ticket:
        """Get a ticket for the stream of events.

        For browsers: an `EventSource` sends no headers. Open `/Online/Events?ticket=...` with the ticket. It counts once, for 30 seconds, at every process of the service. A stream that it opened has the rights of the key, and ends when the key does not count any more. At most 100 unused tickets of a key can wait.
        """
        return self._call(_Operation("presence.createTicket", "POST", "/Online/Events/Ticket", "once", "query", "json"), {})

    def list_hours(self, *, days: int | None = None, server: str | None = None) -> OnlineHours:
        """Players per hour.

        For lines and heat maps. Each list has one member for each hour from `From` on; the last hour has just begun. Null is a gap: nothing is known of that hour. Where `WatchedMinutes` is below 60 there may have been more players; null there means that it was not noted yet. Past sessions of players who want no history, or were erased, are not stored and not counted.

        :param days: How far back
        :param server: Key of one server; all without it
        """
        return self._call(_Operation("presence.listHours", "GET", "/Online/Hours", "read", "query", "json"), {"days": days, "server": server})

    def list_recent(
        self,
        *,
        limit: int | None = None,
        server: str | None = None,
        cursor: str | None = None,
    ) -> list[RecentEvent]:
        """Recent joins and leaves.

        Of the last 7 days, newest first; `/Online/Events` goes on from there. Players who want no history are not in it. A leave is noted at the last moment when the player was seen.

        :param limit: Most events to answer
        :param server: Key of one server; all without it
        :param cursor: From the `Link` of the page before
        """
        return self._call(_Operation("presence.listRecent", "GET", "/Online/Recent", "read", "query", "json", ("link", "")), {"limit": limit, "server": server, "cursor": cursor})

    def iter_recent(self, *, limit: int | None = None, server: str | None = None) -> Iterator[RecentEvent]:
        """Every entry of :meth:`list_recent`, page after page."""
        return self._each(_Operation("presence.listRecent", "GET", "/Online/Recent", "read", "query", "json", ("link", "")), {"limit": limit, "server": server})

    def list_sessions(self, *, id: str, limit: int | None = None, cursor: str | None = None) -> PlayerSessions:
        """Sessions and playtime of a player.

        Of the player's account. Empty for players who want no history to be kept. `Playtime` counts all sessions, on every page.

        :param id: Number of the player, 0 to 2^63 - 1
        :param cursor: From the `Link` of the page before
        """
        return self._call(_Operation("presence.listSessions", "GET", "/Player/{id}/Sessions", "read", "query", "json", ("link", "Sessions")), {"id": id, "limit": limit, "cursor": cursor})

    def iter_sessions(self, *, id: str, limit: int | None = None) -> Iterator[ListSessionsEntry]:
        """Every entry of :meth:`list_sessions`, page after page."""
        return self._each(_Operation("presence.listSessions", "GET", "/Player/{id}/Sessions", "read", "query", "json", ("link", "Sessions")), {"id": id, "limit": limit})


class SessionsOperations(_Area):
    """Operations of ``sessions``."""

    def get_session(self) -> SessionState:
        """See whether this browser is signed in."""
        return self._call(_Operation("sessions.getSession", "GET", "/Session", "read", "query", "json"), {})

    def begin_session(self, *, body: SignIn) -> Caller:
        """Sign a browser in with a key.

        The cookie replaces the key in all requests of this server's own pages. Changes also need `CsrfToken` in the header X-CSRF-Token. The session ends with the key, or after the hours of `TRIPOD_PLAYERS_SESSION_MAX_HOURS`. With `--demo`, `Demo` takes the key of the invented cluster.
        """
        return self._call(_Operation("sessions.beginSession", "POST", "/Session", "once", "document", "json"), {"body": body})

    def end_session(self) -> SignedOut:
        """Sign this browser out."""
        return self._call(_Operation("sessions.endSession", "DELETE", "/Session", "once", "query", "json"), {})

    def get_caller(self) -> Caller:
        """See what the key opens."""
        return self._call(_Operation("sessions.getCaller", "GET", "/Me", "read", "query", "json"), {})


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

        Checks what the answering process needs: settings, disk, database, keys, Redis, and what the settings of this service name outside. What is away may take 20 seconds to show. The answer may be ten seconds old.
        """
        return self._call(_Operation("system.checkProgram", "GET", "/Check", "read", "query", "json"), {})


class ClusterOperations(_Area):
    """Operations of ``cluster``."""

    def add_server(self, *, body: AddServerBody) -> ServerSetup:
        """Add a game server.

        With RCON, a query address, or both. The file keeps its comments, is checked as at a start, and is replaced as a whole. The server is read at once; other processes that share the file follow within seconds. Folders of saves are named by the operator: `tripod players add-server --saves`. `/Doctor` tells whether the server answers.
        """
        return self._call(_Operation("cluster.addServer", "POST", "/Servers", "once", "document", "json"), {"body": body})

    def get_cluster(self) -> Cluster:
        """How game servers are set up.

        As the cluster's file describes them, in its order, without passwords.
        """
        return self._call(_Operation("cluster.getCluster", "GET", "/Cluster", "read", "query", "json"), {})

    def examine_sources(self) -> DoctorReport:
        """Try every source of every server.

        What `tripod players doctor` tells: saves, RCON and query of each server, plugins and Steam, each with a sentence and the next step. Takes up to 20 seconds; a source that takes longer is wrong here, where the command waits for it.
        """
        return self._call(_Operation("cluster.examineSources", "GET", "/Doctor", "read", "query", "json"), {})

    def edit_server(self, *, key: str, body: EditServerBody) -> ServerSetup:
        """Change a game server.

        Null takes a member away; what is left out stays as it is. `Rcon` and `Query` are replaced as a whole, but the password stays without a new one. It does not go to a new address: that needs the password, too.

        :param key: Names the server for good: small letters, digits, `-` and `_`
        """
        return self._call(_Operation("cluster.editServer", "PATCH", "/Server/{key}", "once", "document", "json"), {"key": key, "body": body})

    def remove_server(self, *, key: str) -> RemovedServer:
        """Remove a game server.

        It is read no longer, and the sessions on it end. Players, tribes and past sessions stay.

        :param key: Names the server for good: small letters, digits, `-` and `_`
        """
        return self._call(_Operation("cluster.removeServer", "DELETE", "/Server/{key}", "once", "query", "json"), {"key": key})


class KeysOperations(_Area):
    """Operations of ``keys``."""

    def list_keys(self) -> list[Key]:
        """Keys of callers.

        Oldest first. A key itself is shown when it is made, and never again.
        """
        return self._call(_Operation("keys.listKeys", "GET", "/Keys", "read", "query", "json"), {})

    def create_key(self, *, body: CreateKeyBody) -> MadeKey:
        """Make a key.

        `read` opens searches, profiles and who is online; `history` names, sessions and the like too; `admin` everything, with changes. `Expires` must be given, so that a key lasts for ever only where that is meant.
        """
        return self._call(_Operation("keys.createKey", "POST", "/Keys", "once", "document", "json"), {"body": body})

    def edit_key(self, *, id: str, body: EditKeyBody) -> Key:
        """Limit, disable or expire a key.

        What is left out stays as it is. Every process knows the change within a second.

        :param id: As in `/Keys`
        """
        return self._call(_Operation("keys.editKey", "PATCH", "/Key/{id}", "once", "document", "json"), {"id": id, "body": body})

    def revoke_key(self, *, id: str) -> RevokedKey:
        """Revoke a key.

        For good, within a second at every process; streams that it opened end. A key may revoke itself.

        :param id: As in `/Keys`
        """
        return self._call(_Operation("keys.revokeKey", "DELETE", "/Key/{id}", "once", "query", "json"), {"id": id})


class WebhooksOperations(_Area):
    """Operations of ``webhooks``."""

    def list_webhooks(self) -> list[Webhook]:
        """Webhooks.

        Oldest first. Signing keys, and the tokens of Discord's addresses, are kept sealed and not shown.
        """
        return self._call(_Operation("webhooks.listWebhooks", "GET", "/Webhooks", "read", "query", "json"), {})

    def create_webhook(self, *, body: CreateWebhookBody) -> MadeWebhook:
        """Add a webhook.

        The URL must be https and lead to a public address; the operator names others in `TRIPOD_ALLOW_PRIVATE_OUTBOUND`. The host is looked up at each delivery: `/Webhooks/Deliveries` shows what came of it.
        """
        return self._call(_Operation("webhooks.createWebhook", "POST", "/Webhooks", "once", "document", "json"), {"body": body})

    def list_deliveries(
        self,
        *,
        webhook: str | None = None,
        limit: int | None = None,
        before: int | None = None,
    ) -> list[Delivery]:
        """Deliveries to webhooks.

        Newest first. The next page begins with `before`, the `Number` of the last delivery. They are kept for `TRIPOD_PLAYERS_RETENTION_DELIVERY_DAYS` days. A failed one is tried twelve times, for some 16 hours, and then given up.

        :param webhook: As in `/Webhooks`
        :param limit: Most deliveries to answer
        :param before: Only deliveries with a lower `Number`
        """
        return self._call(_Operation("webhooks.listDeliveries", "GET", "/Webhooks/Deliveries", "read", "query", "json", ("before", "Number")), {"webhook": webhook, "limit": limit, "before": before})

    def iter_deliveries(
        self,
        *,
        webhook: str | None = None,
        limit: int | None = None,
        before: int | None = None,
    ) -> Iterator[Delivery]:
        """Every entry of :meth:`list_deliveries`, page after page."""
        return self._each(_Operation("webhooks.listDeliveries", "GET", "/Webhooks/Deliveries", "read", "query", "json", ("before", "Number")), {"webhook": webhook, "limit": limit, "before": before})

    def redeliver(self, *, id: int) -> Delivery:
        """Send a delivery again.

        :param id: Its `Number` in `/Webhooks/Deliveries`
        """
        return self._call(_Operation("webhooks.redeliver", "POST", "/Webhooks/Delivery/{id}/Redeliver", "once", "query", "json"), {"id": id})

    def edit_webhook(self, *, id: str, body: EditWebhookBody) -> Webhook:
        """Enable or disable a webhook.

        What happens while it is disabled is not sent later, and what waits is dropped.

        :param id: As in `/Webhooks`
        """
        return self._call(_Operation("webhooks.editWebhook", "PATCH", "/Webhook/{id}", "once", "document", "json"), {"id": id, "body": body})

    def delete_webhook(self, *, id: str) -> DeletedWebhook:
        """Remove a webhook.

        With its deliveries, for good.

        :param id: As in `/Webhooks`
        """
        return self._call(_Operation("webhooks.deleteWebhook", "DELETE", "/Webhook/{id}", "once", "query", "json"), {"id": id})


class PrivacyOperations(_Area):
    """Operations of ``privacy``."""

    def find_person(self, *, id: str) -> Person:
        """Whom an erasure would mean.

        The account and all its characters. An account that was never met has none, and can be erased too.

        :param id: Number of a player, Steam id (`76561198000000001`, `STEAM_0:1:19867136`, `[U:1:39734273]`), or EOS id
        """
        return self._call(_Operation("privacy.findPerson", "GET", "/Person/{id}", "read", "query", "json"), {"id": id})

    def set_opt_out(self, *, id: str, body: SetOptOutBody) -> Person:
        """Keep no history of a player.

        Removes former names and tribes of the player, and past sessions of the account, and keeps none from now on. With `OptedOut` false history is kept again; what was removed does not come back.

        :param id: Number of the player, 0 to 2^63 - 1
        """
        return self._call(_Operation("privacy.setOptOut", "POST", "/Player/{id}/OptOut", "once", "document", "json"), {"id": id, "body": body})

    def erase_person(self, *, id: str, body: ErasePersonBody) -> Erasure:
        """Erase a person.

        All characters of the account, for good: profiles, names, sessions, and what logs of tribes and webhooks say of them. Later saves and servers that name them bring nothing back. `GET /Person/:id` shows whom it means. An unknown account can be erased, too: nothing of it will be stored. Repeating it changes nothing.

        :param id: Number of a player, Steam id (`76561198000000001`, `STEAM_0:1:19867136`, `[U:1:39734273]`), or EOS id
        """
        return self._call(_Operation("privacy.erasePerson", "POST", "/Person/{id}/Erase", "once", "document", "json"), {"id": id, "body": body})


class AuditOperations(_Area):
    """Operations of ``audit``."""

    def list_audit(self, *, limit: int | None = None, before: int | None = None) -> list[AuditLine]:
        """Who changed what.

        Changes that were made over HTTP, newest first. The next page begins with `before`, the `Number` of the last line. Commands of the operator are not in it. It does not name people: the subject of an erasure is `sha256(account:ID)` or `sha256(player:ID)`.

        :param limit: Most lines to answer
        :param before: Only lines with a lower `Number`
        """
        return self._call(_Operation("audit.listAudit", "GET", "/Audit", "read", "query", "json", ("before", "Number")), {"limit": limit, "before": before})

    def iter_audit(self, *, limit: int | None = None, before: int | None = None) -> Iterator[AuditLine]:
        """Every entry of :meth:`list_audit`, page after page."""
        return self._each(_Operation("audit.listAudit", "GET", "/Audit", "read", "query", "json", ("before", "Number")), {"limit": limit, "before": before})



class PlayersApi:
    """Player and tribe lookup: its operations by area."""

    def __init__(self, connection: _Connection) -> None:
        self.search = SearchOperations(connection)
        self.profiles = ProfilesOperations(connection)
        self.tribes = TribesOperations(connection)
        self.presence = PresenceOperations(connection)
        self.sessions = SessionsOperations(connection)
        self.system = SystemOperations(connection)
        self.cluster = ClusterOperations(connection)
        self.keys = KeysOperations(connection)
        self.webhooks = WebhooksOperations(connection)
        self.privacy = PrivacyOperations(connection)
        self.audit = AuditOperations(connection)
