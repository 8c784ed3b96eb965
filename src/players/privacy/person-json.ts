/** People as admins name them and see them over HTTP. */
import { Type } from "typebox";
import { UserError } from "../../kit/errors/user-error.ts";
import { privacyErrors } from "./errors.ts";
import { parsePersonId, type PersonId } from "./person-id.ts";
import type { KnownPerson } from "./store.ts";

export const personIdText = Type.String({
  maxLength: 64,
  description: "Number of a player, Steam id (`76561198000000001`, `STEAM_0:1:19867136`, `[U:1:39734273]`), or EOS id",
});

/** The confirmation that an admin types before data are removed. */
export const confirmation = Type.String({
  maxLength: 200,
  description: "Typed again: the id as in the address, the account's id, or the name of one of its characters",
});

export const shownPerson = Type.Object(
  {
    PlatformId: Type.Union([Type.String(), Type.Null()], { description: "The account; null for a player without one" }),
    Players: Type.Array(
      Type.Object(
        {
          Id: Type.Integer({ format: "int64" }),
          CharacterName: Type.String(),
          OptedOut: Type.Boolean({ description: "Whether no history is kept" }),
        },
        { additionalProperties: false },
      ),
      { description: "All characters of the account that are known" },
    ),
  },
  { title: "Person", additionalProperties: false },
);

/** @throws person.badId (400) */
export function readPersonId(text: string): PersonId {
  try {
    return parsePersonId(text);
  } catch (error) {
    throw error instanceof UserError ? privacyErrors.badId({ reason: error.message }) : error;
  }
}

/** JSON as bytes: ids are written digit by digit, since a number would lose those past 2^53. */
export function personJson({ platformId, players }: KnownPerson): Buffer {
  const shown = players.map(({ id, name, isOptedOut }) => {
    return `{"Id":${id},"CharacterName":${JSON.stringify(name)},"OptedOut":${isOptedOut}}`;
  });
  return Buffer.from(`{"PlatformId":${JSON.stringify(platformId)},"Players":[${shown.join(",")}]}`);
}
