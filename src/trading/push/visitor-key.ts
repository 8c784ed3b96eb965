/** The caller, by a key or a ticket. */
import { AppError } from "../../kit/errors/catalogue.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Caller } from "../caller.ts";
import { pushErrors } from "./errors.ts";

export type ByKey = (credentials: Credentials) => Caller | undefined | Promise<Caller | undefined>;

/** Uses a ticket of a session up. Undefined for one that does not count. */
export type ByTicket = (ticket: string, address: string) => Promise<Caller | undefined>;

/**
 * The caller of a ticket.
 *
 * @throws pushErrors.badTicket
 */
export async function holderOf(byTicket: ByTicket, ticket: string, address: string): Promise<Caller> {
  const caller = await byTicket(ticket, address);
  if (!caller) throw pushErrors.badTicket();
  return caller;
}

/**
 * The caller of a key that came in a message instead of the headers. It signs the path without a query.
 *
 * Cookies are ignored, here and elsewhere. A browser sends them from any page, so they would let pages of other sites
 * follow the data of a user who is logged in.
 */
export async function callerOf(
  byKey: ByKey,
  headers: Readonly<Record<string, string>>,
  from: { readonly path: string; readonly address: string },
): Promise<Caller> {
  const caller = await byKey(credentialsOf(headers, from));
  if (!caller) throw pushErrors.missingKey();
  return caller;
}

/** The credentials in a handshake or a message, as those of a request. */
export function credentialsOf(
  headers: Readonly<Record<string, string>>,
  { path: url, address }: { readonly path: string; readonly address: string },
): Credentials {
  return { method: "GET", url, headers, address, rawBody: undefined };
}

/** The shown part of a failure, which goes to `report` where it is not a refusal. */
export function shownError(error: unknown, report: (error: unknown) => void): { code: number; error: string } {
  if (!(error instanceof AppError)) report(error);
  const { code, message } = error instanceof AppError ? error : pushErrors.failed();
  return { code: Number(code), error: message };
}

/** As `shownError`, of a message over a socket. */
export function shownFailure(error: unknown, log: Pick<Log, "error">): { code: number; error: string } {
  return shownError(error, (failure) => log.error({ err: failure }, "a message over a socket failed"));
}
