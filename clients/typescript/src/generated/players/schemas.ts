// Made by scripts/generate.js from the OpenAPI document. Do not edit.

export interface AccountBans {
  CommunityBanned: boolean;
  AntiCheatBanned: boolean;
  NumberOfAntiCheatBans: number;
  /** As the platform told it then. */
  DaysSinceLastBan: number;
  NumberOfGameBans: number;
}

export interface AuditLine {
  /** Counts the lines. */
  Number: number;
  /** ISO 8601 with a numeric offset. */
  At: string;
  /** The key of the request, as in `/Keys`. */
  KeyId: string;
  KeyName: string;
  Action: "key.create" | "key.edit" | "key.revoke" | "webhook.create" | "webhook.edit" | "webhook.delete" | "webhook.redeliver" | "person.erase" | "person.optOut" | "server.add" | "server.edit" | "server.remove";
  /** The changed thing: an id; of a person, the digest of the account or player. */
  Subject: string;
  Detail: Record<string, unknown>;
  RequestId: string;
}

export interface Caller {
  /** Of the key. */
  Name: string;
  /** What the key opens; each scope opens what those before it do. */
  Scope: "read" | "history" | "admin";
  /** Requests of the key in any window of `WindowSeconds`. */
  Requests: number;
  WindowSeconds: number;
  /** Null for a key that does not expire. */
  KeyExpiresAt: string | null;
  /** The key of `--demo`: all players are invented. */
  Demo: boolean;
  /** For the header X-CSRF-Token of changes in this session. Null where a header shows the key. */
  CsrfToken: string | null;
  /** Null where a header shows the key. */
  SessionEndsAt: string | null;
}

export interface Check {
  /** Such as `database`, `disk` or `steam`. */
  What: string;
  /** False for what has to be mended. */
  Ok: boolean;
  /** In plain words, without secrets. */
  Says: string;
}

export interface Cluster {
  Name: string;
  /** Whether it is the invented cluster of `--demo`. */
  Invented: boolean;
  /** Why servers cannot be added, changed and removed here; null where they can. */
  WhyFixed: string | null;
  Servers: ServerSetup[];
}

export interface DeletedWebhook {
  Id: string;
}

export interface Delivery {
  /** Of the delivery, as in `X-Tripod-Delivery`. */
  Number: number;
  /** The webhook's `Id`. */
  Webhook: string;
  Event: "join" | "leave" | "tribe" | "ban";
  State: "waiting" | "delivered" | "givenUp";
  /** ISO 8601 with a numeric offset. */
  Created: string;
  Attempts: number;
  LastAttempt: string | null;
  /** Of the last answer; null when there was none. */
  LastStatus: number | null;
  LastError: string | null;
  /** What is sent, without the delivery's id: JSON as text. */
  Payload: string;
}

export interface DoctorReport {
  Cluster: string;
  /** Whether there is a server, and every source that is set up works. */
  Works: boolean;
  Lines: {
    Source: "saves" | "rcon" | "query" | "plugins" | "steam";
    /** The server's key; null for what the whole cluster shares. */
    Server: string | null;
    /** `off`: not set up, which is not a fault. */
    State: "ok" | "wrong" | "off";
    Says: string;
    /** The next step, where it is wrong. */
    DoThis: string | null;
  }[];
}

export interface Erasure {
  Players: number;
  Sessions: number;
  /** Of webhooks. */
  Deliveries: number;
  /** Lines of tribes' logs out of which a name or id was taken. */
  LogLines: number;
  /** Tribes that were called after the person. */
  Tribes: number;
}

export interface FullProfile {
  /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet. */
  Id: string;
  CharacterName: string;
  /** Name of the account on its platform. */
  PlatformName: string;
  /** An https URL, or empty. */
  AvatarUrl: string;
  Level: number;
  Online: boolean;
  /** SteamID64, or EOS id in hexadecimal; empty for other kinds of account. */
  PlatformId: string;
  /** ISO 8601 with a numeric offset. */
  Created: string;
  Tribe: TribeSummary | null;
  /** An https URL, or empty. */
  ProfileUrl: string;
  CommunityBanned: boolean;
  AntiCheatBanned: boolean;
  NumberOfAntiCheatBans: number;
  /** 0 for today and for never: the counts tell which. */
  DaysSinceLastBan: number;
  NumberOfGameBans: number;
}

export interface FullTribe {
  Id: string;
  Name: string;
  /** ISO 8601 with a numeric offset. */
  Created: string;
  Owner: SimpleProfile | null;
  Members: SimpleProfile[];
}

export interface Key {
  Id: string;
  Name: string;
  /** The key's first characters. */
  Hint: string;
  Scope: "read" | "history" | "admin";
  Standing: "inForce" | "expired" | "disabled";
  /** Null for the service's own limit. */
  Limits: {
    /** 1 to 1000000. */
    Requests: number;
    /** 1 to 86400. */
    WindowSeconds: number;
  } | null;
  /** ISO 8601 with a numeric offset. */
  Created: string;
  /** Null for never. */
  Expires: string | null;
  /** To the minute; null for never. */
  LastUsed: string | null;
}

export interface MadeKey {
  /** The key itself, shown only now. */
  Key: string;
  Id: string;
  Name: string;
  /** The key's first characters. */
  Hint: string;
  Scope: "read" | "history" | "admin";
  Standing: "inForce" | "expired" | "disabled";
  /** Null for the service's own limit. */
  Limits: {
    /** 1 to 1000000. */
    Requests: number;
    /** 1 to 86400. */
    WindowSeconds: number;
  } | null;
  /** ISO 8601 with a numeric offset. */
  Created: string;
  /** Null for never. */
  Expires: string | null;
  /** To the minute; null for never. */
  LastUsed: string | null;
}

export interface MadeWebhook {
  /** The key of its signatures, shown only now; null where nothing is signed. */
  Secret: string | null;
  Id: string;
  /** Of a Discord webhook without its token. */
  Url: string;
  Format: string;
  Pattern: string;
  Events: ("join" | "leave" | "tribe" | "ban")[];
  Enabled: boolean;
  /** ISO 8601 with a numeric offset. */
  Created: string;
}

export interface NameEntry {
  Kind: "Character" | "Platform";
  Name: string;
  /** ISO 8601 with a numeric offset. */
  From: string;
  /** Null for the present name. */
  To: string | null;
}

export interface News {
  /** `Added`, `Changed` or `Fixed`. */
  Kind: string;
  /** Markdown in one line. */
  Says: string;
}

export interface OnlineHours {
  /** The beginning of the first hour, in UTC. */
  From: string;
  /** ISO 8601 with a numeric offset. */
  Until: string;
  Servers: {
    /** The server's key. */
    Server: string;
    /** Different accounts that were on it in each hour. */
    Players: (number | null)[];
    /** Players at once, on average over each hour. */
    Average: (number | null)[];
    /** Minutes of each hour in which it was known who is on it. */
    WatchedMinutes: (number | null)[];
  }[];
}

export interface OnlinePlayer {
  /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet. */
  Id: string;
  CharacterName: string;
  /** Name of the account on its platform. */
  PlatformName: string;
  /** An https URL, or empty. */
  AvatarUrl: string;
  Level: number;
  Online: boolean;
  /** The server's key, as in `/Servers`. */
  Server: string;
}

export interface Person {
  /** The account; null for a player without one. */
  PlatformId: string | null;
  /** All characters of the account that are known. */
  Players: {
    Id: string;
    CharacterName: string;
    /** Whether no history is kept. */
    OptedOut: boolean;
  }[];
}

export interface PlayerSessions {
  Playtime: {
    TotalSeconds: number;
    Last14DaysSeconds: number;
    /** The most played first. */
    Servers: {
      Server: string;
      Seconds: number;
      Sessions: number;
    }[];
  };
  /** The latest first. */
  Sessions: {
    /** The server's key. */
    Server: string;
    /** ISO 8601 with a numeric offset. */
    Start: string;
    /** Null while it lasts. */
    End: string | null;
    /** Up to now while it lasts. */
    Seconds: number;
  }[];
}

export interface PluginData {
  /** SteamID64, or EOS id in hexadecimal; empty for other kinds of account. */
  PlatformId: string;
  Groups: string[];
  /** Also those whose time is over, for as long as the plugin has them. */
  TimedGroups: TimedGroup[];
  /** Null where no shop knows the account. */
  Points: number | null;
  /** Points that were spent in the shop, or null. */
  TotalSpent: number | null;
  /** When the plugins' databases last told something new of the account; null where none has. */
  ReadAt: string | null;
}

export interface ProgramReport {
  /** Of the program. */
  Version: string;
  /** ISO 8601 with a numeric offset. */
  CheckedAt: string;
  Checks: Check[];
  /** What is new in this release. */
  News: News[];
}

export interface RecentEvent {
  Event: "joined" | "left" | "moved";
  /** ISO 8601 with a numeric offset. */
  At: string;
  /** The server joined, left or moved to. */
  Server: string;
  /** Of a move, the server before. */
  From: string | null;
  PlatformId: string;
  /** Of the account. */
  Name: string;
  /** 0 where no save of the player is known. */
  PlayerId: string;
  CharacterName: string;
}

export interface RemovedServer {
  Key: string;
}

export interface RevokedKey {
  Id: string;
}

export interface SeenBan {
  /** ISO 8601 with a numeric offset. */
  SeenAt: string;
  /** Whether the account's bans were unknown before. Then they may be years old. */
  IsFirst: boolean;
  /** The members of `After` that have changed: a ban, or a lifted ban. */
  Changed: ("CommunityBanned" | "AntiCheatBanned" | "NumberOfAntiCheatBans" | "NumberOfGameBans")[];
  Before: AccountBans;
  After: AccountBans;
}

export interface Server {
  Key: string;
  Name: string;
  Game: "ase" | "asa";
  /** Whether it belongs to the invented cluster of `--demo`. */
  Invented: boolean;
  Map: string | null;
  Version: string | null;
  /** Online now. */
  Players: number;
  MaxPlayers: number | null;
  /** Whether the server itself answers, by RCON or query; false where no process asks it. */
  Reachable: boolean;
  /** When its saves were last read well. */
  LastRead: string | null;
  Sources: {
    Saves: Source | null;
    Rcon: Source | null;
    Query: Source | null;
  };
}

export interface ServerSetup {
  Key: string;
  Name: string;
  Game: "ase" | "asa";
  Saves: {
    Folder: string;
    Store: "files" | "world";
  } | null;
  Rcon: {
    Host: string;
    Port: number;
    /** Where the password is. */
    PasswordFrom: "text" | "environment" | "file";
  } | null;
  Query: {
    Host: string;
    Port: number;
  } | null;
  PollSeconds: number;
  GameLog: boolean;
  Chat: boolean;
}

export interface SessionState {
  /** `/Me` then says with which key. */
  SignedIn: boolean;
  /** `POST /Session` takes `Demo: true`. */
  DemoOffered: boolean;
}

export interface SignIn {
  Key?: string;
  Demo?: boolean;
}

export interface SignedOut {
  SignedIn: false;
}

export interface SimpleProfile {
  /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet. */
  Id: string;
  CharacterName: string;
  /** Name of the account on its platform. */
  PlatformName: string;
  /** An https URL, or empty. */
  AvatarUrl: string;
  Level: number;
  Online: boolean;
}

export interface Source {
  /**
   * Whether everything that it holds was read; false while a first read goes on, and where no process reads the
   * server.
   */
  Ok: boolean;
  /**
   * In plain words. Only keys of the scope `admin` see addresses of servers, and names of files that cannot be read.
   */
  Says: string;
  /** ISO 8601 with a numeric offset. */
  At: string;
}

export interface Ticket {
  /** For the parameter `ticket` of `/Online/Events`. */
  Ticket: string;
  ExpiresInSeconds: number;
}

export interface TimedGroup {
  Group: string;
  /** Null where it holds from the start. */
  From: string | null;
  /** ISO 8601 with a numeric offset. */
  Until: string;
}

export interface TribeLogLine {
  /** Counts the lines of a tribe as they came. */
  Number: number;
  /** Of the game's own calendar. */
  Day: number;
  /** Of the game's day, HH:MM:SS. */
  Time: string;
  Text: string;
  /** The kind of event (`memberAdded`, `killed`, `tamed`, ...); null for other wordings. */
  Event: string | null;
  /** ISO 8601 with a numeric offset. */
  Seen: string;
}

export interface TribeMembers {
  Members: {
    /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet. */
    Id: string;
    CharacterName: string;
    /** Name of the account on its platform. */
    PlatformName: string;
    /** An https URL, or empty. */
    AvatarUrl: string;
    Level: number;
    Online: boolean;
    Rank: "Owner" | "Admin" | "Member";
    /** Where the tribe uses rank groups. */
    RankGroup: number | null;
    Since: string | null;
  }[];
  /** Memberships with their times, the latest first. */
  History: {
    Id: string;
    CharacterName: string;
    /** ISO 8601 with a numeric offset. */
    From: string;
    To: string | null;
  }[];
}

export interface TribeSummary {
  Id: string;
  Name: string;
  /** Id of the player who owns it; 0 when the save names none. */
  Owner: string;
  Members: number;
}

export interface Webhook {
  Id: string;
  /** Of a Discord webhook without its token. */
  Url: string;
  Format: string;
  Pattern: string;
  Events: ("join" | "leave" | "tribe" | "ban")[];
  Enabled: boolean;
  /** ISO 8601 with a numeric offset. */
  Created: string;
}
