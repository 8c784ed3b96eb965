/** The form of a ticket for the push. */
import type { Random } from "../../../kit/ids/ids.ts";

export const TICKET_SECONDS = 30;

const BYTES = 32;
const TICKET = /^[0-9a-f]{64}$/;

/** Makes a ticket: 32 random bytes as hexadecimal digits, which the log masks. */
export function makeTicket(random: Random): string {
  return Buffer.from(random.bytes(BYTES)).toString("hex");
}

/** Whether `makeTicket` can have made this. Nothing else is hashed and looked up. */
export function isTicket(text: string): boolean {
  return TICKET.test(text);
}
