/** The form of a ticket for the stream of events, and its place in a request. */
import type { Random } from "../../../kit/ids/ids.ts";
import { secretText } from "./secret-text.ts";

const PREFIX = "tkt_";
const SHAPE = /^tkt_[0-9A-Za-z]{43}$/;
const PARAMETER = "ticket";

export type ShownTicket =
  | { readonly kind: "none" }
  | { readonly kind: "malformed" }
  | { readonly kind: "ticket"; readonly ticket: string };

/** Makes a ticket: `tkt_` and 32 random bytes in base 62. */
export function makeTicket(random: Random): string {
  return secretText(PREFIX, random);
}

/**
 * The ticket in the query of a request's address, as sent: the parameter `ticket`, in any case. One that is there twice,
 * or that `makeTicket` cannot have made, is malformed.
 */
export function ticketInQuery(url: string): ShownTicket {
  const start = url.indexOf("?");
  if (start === -1) return { kind: "none" };
  const shown = [...new URLSearchParams(url.slice(start + 1))].filter(([name]) => name.toLowerCase() === PARAMETER);
  const [first] = shown;
  if (!first) return { kind: "none" };
  const [, ticket] = first;
  return shown.length === 1 && SHAPE.test(ticket) ? { kind: "ticket", ticket } : { kind: "malformed" };
}
