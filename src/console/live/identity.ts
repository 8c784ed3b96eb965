/** The signed-in user of each service, as the service reports it. The session itself is a cookie that scripts cannot read. */
import { signal, type Signal } from "@preact/signals";
import type { Caller } from "../../../clients/typescript/src/players.ts";
import type { CurrentResult } from "../../../clients/typescript/src/trading.ts";
import type { ServiceName } from "./about.ts";
import { players, trading } from "./clients.ts";
import { failureOf, needsSignIn } from "./failure.ts";
import { readRegistryCaller, registryCaller } from "./registry-caller.ts";

/** The user who is signed in to the trading platform. */
export type TradingUser = CurrentResult;

/** `undefined` until it is known; `null` without a session. */
export const tradingUser: Signal<TradingUser | null | undefined> = signal(undefined);

/** Reads the session again. Call it after a sign-in, a sign-out, or a 401. */
export async function readTradingUser(): Promise<void> {
  try {
    tradingUser.value = await trading.sessions.current();
  } catch (error) {
    if (needsSignIn(failureOf(error))) tradingUser.value = null;
    // A server that does not answer says nothing about the session.
    else tradingUser.value ??= null;
  }
}

/** The key with which this browser is signed in to the lookup of players. */
export type PlayersCaller = Caller;

/** `undefined` until it is known; `null` without a session. */
export const playersCaller: Signal<PlayersCaller | null | undefined> = signal(undefined);

/** Reads the key of the session again. Call it after a sign-in, a sign-out, or a 401. */
export async function readPlayersCaller(): Promise<void> {
  try {
    const { SignedIn: isSignedIn } = await players.sessions.getSession();
    playersCaller.value = isSignedIn ? await players.sessions.getCaller() : null;
  } catch {
    // A server that does not answer says nothing about the session.
    playersCaller.value ??= null;
  }
}

/** Whether a key opens what `scope` opens: each scope opens what those before it do. */
export function opens({ Scope: held }: PlayersCaller, scope: PlayersCaller["Scope"]): boolean {
  const scopes = ["read", "history", "admin"];
  return scopes.indexOf(held) >= scopes.indexOf(scope);
}

/** Who is signed in, or was last. */
const users: Partial<Record<ServiceName, number | string>> = {};

/** Notes who is signed in. Answers whether a service has another user than before. */
function noteUsers(): boolean {
  const now = {
    registry: registryCaller.value?.subject,
    players: playersCaller.value?.Name,
    trading: tradingUser.value?.uid,
  };
  let isAnother = false;
  for (const service of ["registry", "players", "trading"] as const) {
    const [before, after] = [users[service], now[service]];
    if (after === undefined) continue;
    isAnother ||= before !== undefined && before !== after;
    users[service] = after;
  }
  return isAnother;
}

/**
 * Reads the session of each service that runs. Where another page of this browser has signed in as another user, the page is
 * loaded again: what it shows, and what was entered, is of the user before.
 */
export async function readIdentities(services: readonly ServiceName[]): Promise<void> {
  const readers: Partial<Record<ServiceName, () => Promise<void>>> = {
    registry: readRegistryCaller,
    players: readPlayersCaller,
    trading: readTradingUser,
  };
  // A sign-in by this page itself is known here, and the page has gone on for its new user.
  noteUsers();
  await Promise.all(services.map(async (service) => readers[service]?.()));
  if (noteUsers()) location.reload();
}
