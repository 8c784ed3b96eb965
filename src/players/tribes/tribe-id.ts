/** Ids of tribes as they are sent. */
import { Type } from "typebox";
import { tribeErrors } from "./errors.ts";

const MAX_INT32 = 2_147_483_647;

/** Its range is checked by `readTribeId`, in the words of this service. */
export const tribeIdText = Type.String({ maxLength: 64, description: "Number of the tribe, 0 to 2^31 - 1" });

/** @throws 400 for anything but a whole number from 0 to 2^31 - 1. */
export function readTribeId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_INT32)) throw tribeErrors.badId();
  return id;
}
