/** How an operator says who is meant. */
import { UserError } from "../../kit/errors/user-error.ts";
import { parseAccountId } from "../platform/index.ts";

/** A person, by an account or by one of its players. */
export type PersonId = { readonly platformId: string } | { readonly playerId: bigint };

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Reads an account in any form of `parseAccountId`, or the number of a player. 17 digits are an account; a player with
 * such a number is named with a zero before it.
 *
 * @throws UserError for anything else.
 */
export function parsePersonId(text: string): PersonId {
  const platformId = parseAccountId(text);
  return platformId === undefined ? { playerId: parsePlayerNumber(text) } : { platformId };
}

/** @throws UserError for anything but a whole number from 1 to 2^63 - 1. */
export function parsePlayerNumber(text: string): bigint {
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
  if (id === 0n || id > MAX_INT64) {
    throw new UserError(
      "Name the player by its number; an account by its Steam id (76561198000000001, STEAM_0:1:19867136 or [U:1:39734273]) or its 32 digits of EOS.",
    );
  }
  return id;
}
