/** Ids of players as they are sent: 64-bit integers, which a number cannot hold. */
import { Type } from "typebox";
import { profileErrors } from "./errors.ts";

const MAX_INT64 = 2n ** 63n - 1n;

/** Its range is checked by `readPlayerId`: a pattern cannot. */
export const playerIdText = Type.String({ maxLength: 64, description: "Number of the player, 0 to 2^63 - 1" });

/** @throws 400 for anything but a whole number from 0 to 2^63 - 1. */
export function readPlayerId(text: string): bigint {
  const id = parsePlayerId(text);
  if (id === undefined) throw profileErrors.badId();
  return id;
}

/** Undefined for anything but a whole number from 0 to 2^63 - 1. */
export function parsePlayerId(text: string): bigint | undefined {
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return id === undefined || id > MAX_INT64 ? undefined : id;
}
