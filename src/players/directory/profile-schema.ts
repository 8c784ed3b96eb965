/** The form of lists of players and tribes, for documents and checks. */
import { Type } from "typebox";

const playerId = (description: string) => Type.Integer({ description, format: "int64" });

/** The members of a simple profile. */
export const simpleProfileMembers = {
  Id: playerId("Number of the player, up to 2^63 - 1: read it as a 64-bit integer. 0 for a player without a save yet."),
  CharacterName: Type.String(),
  PlatformName: Type.String({ description: "Name of the account on its platform" }),
  AvatarUrl: Type.String({ description: "An https URL, or empty" }),
  Level: Type.Integer({ minimum: 1 }),
  Online: Type.Boolean(),
};

export const simpleProfile = Type.Object(simpleProfileMembers, { title: "SimpleProfile", additionalProperties: false });

export const onlinePlayer = Type.Object(
  {
    ...simpleProfileMembers,
    Server: Type.String({ description: "The server's key, as in `/Servers`" }),
  },
  { title: "OnlinePlayer", additionalProperties: false },
);

export const tribeSummary = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    Owner: playerId("Id of the player who owns it; 0 when the save names none"),
    Members: Type.Integer({ minimum: 0 }),
  },
  { title: "TribeSummary", additionalProperties: false },
);

export const shownTimestamp = Type.String({ description: "ISO 8601 with a numeric offset" });
