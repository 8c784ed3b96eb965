/**
 * Reads the answers of the two methods of the Steam Web API that are asked (ISteamUser/GetPlayerSummaries/v2 and
 * ISteamUser/GetPlayerBans/v1). Nothing in them is trusted: not the form, not the ids, not the length of a text.
 */
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { parseJson, jsonMember } from "../../../kit/text/parse-json.ts";
import { MAX_INT32, type PlatformBans, type PlatformSummary } from "./account.ts";

/** The answer's data about the requested accounts. */
export interface SteamAnswer<Value> {
  /** By SteamID64. Accounts that Steam does not know are left out, as Steam leaves them out. */
  readonly found: ReadonlyMap<string, Value>;
  /** How many entries were not of the documented form, and were left out for that. */
  readonly oddCount: number;
}

/** Four times the length that Steam accepts. */
const MAX_NAME_CODE_POINTS = 128;
/** Steam's own are below 120. */
const MAX_URL_CHARACTERS = 500;

// Members that are not named here are ignored; private profiles lack most of those anyway.
const summary = Compile(
  Type.Object({
    steamid: Type.String(),
    personaname: Type.String(),
    avatarfull: Type.Optional(Type.Unknown()),
    profileurl: Type.Optional(Type.Unknown()),
  }),
);

const bans = Compile(
  Type.Object({
    SteamId: Type.String(),
    CommunityBanned: Type.Boolean(),
    VACBanned: Type.Boolean(),
    NumberOfVACBans: Type.Integer(),
    DaysSinceLastBan: Type.Integer(),
    NumberOfGameBans: Type.Integer(),
  }),
);

/** Reads what GetPlayerSummaries says of the accounts `asked` about; undefined for another answer. */
export function readSummaries(text: string, asked: ReadonlySet<string>): SteamAnswer<PlatformSummary> | undefined {
  const players = jsonMember(jsonMember(parseJson(text), "response"), "players");
  return readEntries(players, asked, summary, (entry) => [
    entry.steamid,
    {
      name: cleanName(entry.personaname),
      avatarUrl: httpsUrl(entry.avatarfull),
      profileUrl: httpsUrl(entry.profileurl),
    },
  ]);
}

/** Reads what GetPlayerBans says of the accounts `asked` about; undefined for another answer. */
export function readBans(text: string, asked: ReadonlySet<string>): SteamAnswer<PlatformBans> | undefined {
  // Unlike the other method's, this answer has no `response` around it.
  return readEntries(jsonMember(parseJson(text), "players"), asked, bans, (entry) => [
    entry.SteamId,
    {
      communityBanned: entry.CommunityBanned,
      antiCheatBanned: entry.VACBanned,
      numberOfAntiCheatBans: count(entry.NumberOfVACBans),
      daysSinceLastBan: count(entry.DaysSinceLastBan),
      numberOfGameBans: count(entry.NumberOfGameBans),
    },
  ]);
}

interface EntryForm<Entry> {
  Check(value: unknown): value is Entry;
}

function readEntries<Entry, Value>(
  entries: unknown,
  asked: ReadonlySet<string>,
  form: EntryForm<Entry>,
  read: (entry: Entry) => readonly [string, Value],
): SteamAnswer<Value> | undefined {
  if (!Array.isArray(entries)) return undefined;
  const found = new Map<string, Value>();
  let oddCount = 0;
  for (const entry of entries as unknown[]) {
    if (!form.Check(entry)) {
      oddCount++;
      continue;
    }
    const [steamId, value] = read(entry);
    // Accounts that were not asked for are ignored, and repeated accounts count once.
    if (asked.has(steamId) && !found.has(steamId)) found.set(steamId, value);
  }
  return { found, oddCount };
}

/** Control characters would break lines of a log or a list, and PostgreSQL refuses NUL and halves of a pair. */
function cleanName(text: string): string {
  const bounded = text.slice(0, 4 * MAX_NAME_CODE_POINTS).replace(/[\p{Cc}\p{Surrogate}]/gu, "");
  return Array.from(bounded.trim()).slice(0, MAX_NAME_CODE_POINTS).join("");
}

function httpsUrl(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_URL_CHARACTERS || !URL.canParse(value)) return "";
  const url = new URL(value);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return "";
  // Written again, which escapes characters that are not allowed in a URL, and may make it longer.
  return url.href.length > MAX_URL_CHARACTERS ? "" : url.href;
}

function count(value: number): number {
  return Math.min(Math.max(value, 0), MAX_INT32);
}
