/** Which caller may call which endpoint: one decision for the whole table, from the declaration of the endpoint. */
import type { Caller, SubaccountRights } from "../../caller.ts";

/**
 * Why a caller is refused. It must set up a second factor first; the endpoint is for main accounts; it changes
 * something, or more than trading; it needs a right that was not given; or it moves money of others outside a session
 * with a second factor.
 */
export type Refusal =
  | "twofactor_needed"
  | "owner_only"
  | "read_only"
  | "trade_only"
  | "not_allowed"
  | "session_needed"
  | "twofactor_not_shown";

/** An endpoint's declaration of its callers. */
export interface Demand {
  readonly id?: string;
  /** A kind of `TradingActors`. */
  readonly auth: string;
  readonly permission?: string | undefined;
}

/**
 * Decides whether the caller may call an endpoint that demands this; undefined when it may.
 * The first reason in the order of `Refusal` is given. Kinds and permissions that are not known are never allowed, so
 * a misspelt one fails closed.
 */
export function refusalFor(caller: Caller, { id = "", auth, permission }: Demand): Refusal | undefined {
  if (auth === "public") return undefined;
  if (caller.needsTwoFactor && !(caller.credential.kind === "session" && TO_SET_UP.has(id))) return "twofactor_needed";
  const kind = KINDS[auth];
  if (!kind) return "not_allowed";
  if (kind.ownerOnly && caller.rights) return "owner_only";
  if (kind.changes && caller.access === "read_only") return "read_only";
  if (kind.changes && caller.access === "trade" && !isTrading(id)) return "trade_only";
  if (kind.roles && !kind.roles.includes(caller.role)) return "not_allowed";
  if (kind.needsSecondFactor && caller.credential.kind !== "session") return "session_needed";
  if (kind.needsSecondFactor && !caller.showedSecondFactor) return "twofactor_not_shown";
  if (!caller.rights) return undefined;
  if (caller.credential.kind === "key" && !caller.rights.allowApiAccess) return "not_allowed";
  if (permission === undefined) return undefined;
  return PERMISSIONS[permission]?.(caller.rights, kind.changes) ? undefined : "not_allowed";
}

/** A session's rights before its second factor is set up: do that, see itself, and end. */
const TO_SET_UP: ReadonlySet<string> = new Set([
  "accounts.twoFactorSetup",
  "accounts.twoFactorConfirm",
  "sessions.current",
  "sessions.logout",
]);

/**
 * Areas whose changes a key for trading may make. An area that is not here is closed to it: money, keys, addresses, people
 * and settings.
 */
const TRADING_AREAS: ReadonlySet<string> = new Set([
  "algorithms",
  "calendar",
  "news",
  "orders",
  "risk",
  "signals",
  "strategies",
]);

/**
 * A program may stop its own trading. Only users decide what holds it back and what lets it go on; so also about
 * anything that can trigger signals when the key is gone.
 */
const NOT_FOR_TRADING_KEYS: ReadonlySet<string> = new Set([
  "risk.setLimits",
  "risk.resume",
  "signals.createDeveloperKey",
  "signals.createHook",
  "signals.editDeveloper",
  "signals.publishSignal",
]);

function isTrading(endpointId: string): boolean {
  return TRADING_AREAS.has(endpointId.split(".")[0] ?? "") && !NOT_FOR_TRADING_KEYS.has(endpointId);
}

interface Kind {
  readonly ownerOnly: boolean;
  readonly changes: boolean;
  /** Undefined for every role. */
  readonly roles?: readonly Caller["role"][];
  /** In a session in which it was shown. */
  readonly needsSecondFactor?: true;
}

const KINDS: Readonly<Record<string, Kind | undefined>> = table({
  user: { ownerOnly: false, changes: false },
  change: { ownerOnly: false, changes: true },
  owner: { ownerOnly: true, changes: false },
  ownerChange: { ownerOnly: true, changes: true },
  // One kind for reading and changing, so a read-only key gets neither.
  support: { ownerOnly: false, changes: true, roles: ["support", "admin"] },
  admin: { ownerOnly: false, changes: true, roles: ["admin"] },
  provenAdmin: { ownerOnly: true, changes: true, roles: ["admin"], needsSecondFactor: true },
});

type Allows = (rights: SubaccountRights, changes: boolean) => boolean;

const PERMISSIONS: Readonly<Record<string, Allows | undefined>> = table({
  strategies: () => true,
  support: () => true,
  articles: () => true,
  signals: () => true,
  exchangeKeys: ({ shareMasterKeys, addOwnKeys }, changes) => addOwnKeys || (shareMasterKeys && !changes),
  export: ({ allowExport }) => allowExport,
  // Money is the main account's alone.
  finance: () => false,
  wallets: () => false,
});

/** Without a prototype: `constructor` is not a kind. */
function table<Entry>(entries: Record<string, Entry>): Record<string, Entry> {
  return Object.assign(Object.create(null) as Record<string, Entry>, entries);
}
