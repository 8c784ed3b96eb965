/** The full player profile, for documents and checks. */
import { Type } from "typebox";
import { shownTimestamp, simpleProfileMembers, tribeSummary } from "../directory/index.ts";

export const fullProfile = Type.Object(
  {
    ...simpleProfileMembers,
    PlatformId: Type.String({ description: "SteamID64, or EOS id in hexadecimal; empty for other kinds of account" }),
    Created: shownTimestamp,
    Tribe: Type.Union([tribeSummary, Type.Null()]),
    ProfileUrl: Type.String({ description: "An https URL, or empty" }),
    CommunityBanned: Type.Boolean(),
    AntiCheatBanned: Type.Boolean(),
    NumberOfAntiCheatBans: Type.Integer({ minimum: 0 }),
    DaysSinceLastBan: Type.Integer({ minimum: 0, description: "0 for today and for never: the counts tell which" }),
    NumberOfGameBans: Type.Integer({ minimum: 0 }),
  },
  { title: "FullProfile", additionalProperties: false },
);
