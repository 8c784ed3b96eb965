/** Managing keys, for the operator. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import type { Ids, Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { formatInstant, type Instant } from "../../kit/time/instant.ts";
import { DAY_SECONDS } from "../../kit/time/spans.ts";
import { hintOf, makeKey } from "./core/api-key.ts";
import { parseExpiry } from "./core/expiry.ts";
import { standingOf, type Standing } from "./core/standing.ts";
import { SCOPES, type ApiKey, type Scope } from "./key.ts";
import { MAX_SERVICE_KEYS, type KeyLimits, type KeyStore } from "./store.ts";

export const MAX_NAME_CHARACTERS = 100;
export const MAX_REQUESTS = 1_000_000;
export const MAX_WINDOW_SECONDS = DAY_SECONDS;

export interface KeyDeps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

export interface NewKey {
  readonly name: string;
  /** One of `SCOPES`. */
  readonly scope: string;
  /** Null for the service's own. */
  readonly limits: KeyLimits | null;
  /** As `parseExpiry` reads it. */
  readonly expires: string;
}

/**
 * Makes a key. It is answered here and cannot be had again: only its hash is kept.
 *
 * @throws UserError for a name, scope, limit or expiry that cannot be meant, and when there are too many keys.
 */
export async function createKey(deps: KeyDeps, wanted: NewKey): Promise<{ key: string; stored: ApiKey }> {
  const now = deps.clock.now();
  const expiresAt = expiryOf(wanted.expires, now);
  if (expiresAt !== null && expiresAt <= now) throw new UserError("A new key must expire later than now.");
  const key = makeKey(deps.random);
  const stored: ApiKey = {
    id: deps.ids.next("key"),
    name: checkedName(wanted.name),
    hash: hashSecret(key),
    hint: hintOf(key),
    scope: scopeOf(wanted.scope),
    requests: checkedLimits(wanted.limits)?.requests ?? null,
    windowSeconds: wanted.limits?.windowSeconds ?? null,
    createdAt: now,
    expiresAt,
    isEnabled: true,
    lastUsedAt: null,
  };
  if (!(await deps.keys.add(stored))) {
    throw new UserError(`There are ${MAX_SERVICE_KEYS} keys already. Revoke unused ones.`);
  }
  return { key, stored };
}

/** Gives a key limits of its own, or with null those of the service. @throws UserError */
export async function limitKey({ keys }: Pick<KeyDeps, "keys">, id: string, limits: KeyLimits | null): Promise<void> {
  if (!(await keys.setLimits(id, checkedLimits(limits)))) throw noSuchKey(id);
}

/** Says until when a key counts. Answers it; null for ever. @throws UserError */
export async function expireKey(
  { keys, clock }: Pick<KeyDeps, "keys" | "clock">,
  id: string,
  when: string,
): Promise<Instant | null> {
  const expiresAt = expiryOf(when, clock.now());
  if (!(await keys.setExpiry(id, expiresAt))) throw noSuchKey(id);
  return expiresAt;
}

/** Turns a key on or off. @throws UserError */
export async function enableKey({ keys }: Pick<KeyDeps, "keys">, id: string, isEnabled: boolean): Promise<void> {
  if (!(await keys.setEnabled(id, isEnabled))) throw noSuchKey(id);
}

/** Ends a key for good. @throws UserError */
export async function revokeKey({ keys }: Pick<KeyDeps, "keys">, id: string): Promise<void> {
  if (!(await keys.revoke(id))) throw noSuchKey(id);
}

/** A key as an operator sees it. Times are RFC 3339. */
export interface ShownKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scope: Scope;
  readonly standing: Standing;
  readonly requests: number | null;
  readonly windowSeconds: number | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/** The shown fields of a key: all but the hash. */
export function shownKey(key: ApiKey, now: Instant): ShownKey {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scope: key.scope,
    standing: standingOf(key, now),
    requests: key.requests,
    windowSeconds: key.windowSeconds,
    createdAt: formatInstant(key.createdAt),
    expiresAt: key.expiresAt === null ? null : formatInstant(key.expiresAt),
    lastUsedAt: key.lastUsedAt === null ? null : formatInstant(key.lastUsedAt),
  };
}

/** Names are shown on terminals, which obey control characters. */
function checkedName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > MAX_NAME_CHARACTERS || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new UserError(`A key's name has 1 to ${MAX_NAME_CHARACTERS} characters, without line breaks and the like.`);
  }
  return name;
}

function scopeOf(text: string): Scope {
  const scope = SCOPES.find((each) => each === text);
  if (!scope) throw new UserError(`Scopes are ${SCOPES.join(", ")}.`);
  return scope;
}

function checkedLimits(limits: KeyLimits | null): KeyLimits | null {
  if (limits && !(isWithin(limits.requests, MAX_REQUESTS) && isWithin(limits.windowSeconds, MAX_WINDOW_SECONDS))) {
    throw new UserError(
      `A limit is 1 to ${MAX_REQUESTS} requests in 1 to ${MAX_WINDOW_SECONDS} seconds, in whole numbers.`,
    );
  }
  return limits;
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}

function expiryOf(text: string, now: Instant): Instant | null {
  const expiresAt = parseExpiry(text, now);
  if (expiresAt === undefined) {
    throw new UserError("Say when as 30d, 12h, 2030-12-31, 2030-12-31T18:00:00Z, now or never; 100 years at most.");
  }
  return expiresAt;
}

function noSuchKey(id: string): UserError {
  return new UserError(`There is no key ${JSON.stringify(id)}. "tripod players key list" shows all.`);
}
