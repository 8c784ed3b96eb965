// Made by scripts/generate.js from the OpenAPI document. Do not edit.

export interface Check {
  /** Such as `database`, `disk` or `steam`. */
  What: string;
  /** False for what has to be mended. */
  Ok: boolean;
  /** In plain words, without secrets. */
  Says: string;
}

export interface FullProfile {
  /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet. */
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

export interface OnlinePlayer {
  /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet. */
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

export interface ProgramReport {
  /** Of the program. */
  Version: string;
  /** ISO 8601 with a numeric offset. */
  CheckedAt: string;
  Checks: Check[];
  /** What is new in this release. */
  News: News[];
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
  /** Whether the server itself answers, by RCON or query. */
  Reachable: boolean;
  /** When its saves were last read well. */
  LastRead: string | null;
  Sources: {
    Saves: Source | null;
    Rcon: Source | null;
    Query: Source | null;
  };
}

export interface SimpleProfile {
  /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet. */
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
  /** Whether everything that it holds was read; false while a first read goes on. */
  Ok: boolean;
  /** In plain words. */
  Says: string;
  /** ISO 8601 with a numeric offset. */
  At: string;
}

export interface Ticket {
  /** For the parameter `ticket` of `/Online/Events`. */
  Ticket: string;
  ExpiresInSeconds: number;
}

export interface TribeLogLine {
  /** Counts the lines of a tribe as they came. */
  Number: number;
  /** Of the game's own calendar. */
  Day: number;
  /** Of the game's day, HH:MM:SS. */
  Time: string;
  Text: string;
  /** What kind of event it tells of (`memberAdded`, `killed`, `tamed`, ...); null for other wordings. */
  Event: string | null;
  /** ISO 8601 with a numeric offset. */
  Seen: string;
}

export interface TribeMembers {
  Members: {
    /** Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for somebody without a save yet. */
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
  /** Who was in the tribe when, the latest first. */
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
