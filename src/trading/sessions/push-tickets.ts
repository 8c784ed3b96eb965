/**
 * Tickets for the push. A browser sends its cookie to a WebSocket from any page, so a cookie proves nothing there, and
 * an address must not hold a secret. So a page asks for a ticket in its session, with the CSRF token, and sends it as
 * the first message.
 */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { TicketStore } from "../../kit/auth/tickets.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { isTicket } from "./core/push-ticket.ts";
import type { SessionInForce, SessionStore } from "./store.ts";

/** Owners are ids of sessions. */
export type PushTickets = TicketStore<number>;

/**
 * The session of a ticket. The ticket is used up, whatever comes of the connection. Undefined for one that is unknown,
 * was used before or has expired, and when its session has ended.
 */
export async function sessionOfTicket(
  stores: { readonly tickets: PushTickets; readonly sessions: Pick<SessionStore, "listInForce"> },
  ticket: string,
  now: Instant,
): Promise<SessionInForce | undefined> {
  const sessionId = isTicket(ticket) ? await stores.tickets.take(hashSecret(ticket)) : undefined;
  if (sessionId === undefined) return undefined;
  const [session] = await stores.sessions.listInForce([sessionId], now);
  return session;
}

/** Sessions of one question to the database. */
const BATCH = 5_000;

/**
 * Of these callers, those whose session has ended, or whose user may not be here any more. Asks the database each time, so
 * that it does not matter which process ended a session. It does not count as a use of the session.
 */
export async function lapsedSessions(
  sessions: Pick<SessionStore, "listInForce">,
  callers: readonly Caller[],
  now: Instant,
): Promise<ReadonlySet<Caller>> {
  const ids = [...new Set(callers.map(({ credential }) => Number(credential.id)))];
  const inForce = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const { id } of await sessions.listInForce(ids.slice(start, start + BATCH), now)) inForce.add(String(id));
  }
  return new Set(callers.filter(({ credential }) => !inForce.has(credential.id)));
}
