/** How an operator says who is meant. */
import { UserError } from "../../kit/errors/user-error.ts";
import { isSteamId } from "../platform/index.ts";

/** A person, by an account or by one of its players. */
export type PersonId = { readonly platformId: string } | { readonly playerId: bigint };

const EOS_ID = /^[0-9a-f]{32}$/i;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Reads a SteamID64, an EOS id (32 hexadecimal digits) or the number of a player.
 *
 * @throws UserError for anything else.
 */
export function parsePersonId(text: string): PersonId {
  if (isSteamId(text)) return { platformId: text };
  if (EOS_ID.test(text)) return { platformId: text.toLowerCase() };
  return { playerId: parsePlayerNumber(text) };
}

/** @throws UserError for anything but a whole number from 1 to 2^63 - 1. */
export function parsePlayerNumber(text: string): bigint {
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
  if (id === 0n || id > MAX_INT64) {
    throw new UserError("Name the player by its number; an account by its SteamID64 or its 32 digits of EOS.");
  }
  return id;
}
