/** What an error of the exchange library means for the caller. Its classes are known here by name only. */
import type { FailureKind, FailureReason } from "./failure.ts";

export interface RequestFacts {
  /** Whether the request was to change something: then an error that leaves its outcome open is `unknown`. */
  readonly intent: "read" | "change";
  /** Whether anything that could change something had left us. */
  readonly wasSent: boolean;
  /** Names of the error's class and its ancestors, the most special one first. */
  readonly classes: readonly string[];
  /** Of the answer, where there was one. */
  readonly status: number | undefined;
  /** The exchange's message. */
  readonly message: string;
}

/** Reasons of refusals: the exchange has understood and said no. */
const REFUSALS: Readonly<Record<string, FailureReason>> = {
  AuthenticationError: "badKey",
  PermissionDenied: "notPermitted",
  AccountSuspended: "notPermitted",
  RestrictedLocation: "notPermitted",
  /** Of the library, which asks for something only about a market, say. */
  ArgumentsRequired: "unsupported",
  BadRequest: "other",
  BadSymbol: "unknownMarket",
  ContractUnavailable: "unknownMarket",
  OperationRejected: "other",
  InsufficientFunds: "insufficientFunds",
  InvalidOrder: "filter",
  OrderNotFound: "unknownOrder",
  OrderNotCached: "unknownOrder",
  OrderImmediatelyFillable: "wouldTake",
  OrderNotFillable: "other",
  DuplicateOrderId: "duplicate",
  NotSupported: "unsupported",
};

/** Reasons of refusals that will pass: nothing happened. */
const POSTPONED: Readonly<Record<string, FailureReason>> = {
  DDoSProtection: "rateLimited",
  RateLimitExceeded: "rateLimited",
  OnMaintenance: "maintenance",
  InvalidNonce: "clock",
  InvalidProxySettings: "network",
};

/** Reasons of errors that leave open whether something happened. */
const OPEN: Readonly<Record<string, FailureReason>> = {
  RequestTimeout: "timeout",
  ExchangeNotAvailable: "network",
  NetworkError: "network",
  ExchangeClosedByUser: "network",
  BadResponse: "other",
  CancelPending: "other",
  OperationFailed: "other",
};

/** Refusals that the library classifies only broadly, by the exchange's message. */
const HINTS: readonly (readonly [RegExp, FailureReason])[] = [
  [/filter failure|notional|lot.?size|tick.?size|precision/i, "filter"],
  [/duplicat|is repeated|already exist/i, "duplicate"],
];
const GENERAL: ReadonlySet<string> = new Set(["BadRequest", "InvalidOrder", "OperationRejected", "ExchangeError"]);

/** What exchanges say where they do not know what became of a request, whatever the library takes it for. */
const UNDECIDED = /time-?d?[ -]?out|submitted to the system for processing/i;
/** The same of refusals that the library does not know. */
const UNDECIDED_IF_UNKNOWN = /(?:system|internal) error|system is abnormal/i;

const BANNED = 418;

export interface FailureVerdict {
  readonly kind: FailureKind;
  readonly reason: FailureReason;
}

/** The kind of failure that an error means, and why. */
export function failureVerdict(facts: RequestFacts): FailureVerdict {
  const { classes, status, intent, wasSent } = facts;
  const open: FailureKind = intent === "change" && wasSent ? "unknown" : "unavailable";
  // A key that worked and was revoked since is called a protection against floods by the library.
  if (status === 401) return { kind: "rejected", reason: "badKey" };
  if (status === BANNED) return { kind: "unavailable", reason: "banned" };
  const isUndecided = open === "unknown" && (UNDECIDED.test(facts.message) || (status ?? 0) >= 500);
  for (const name of classes) {
    const refused = REFUSALS[name];
    if (refused !== undefined && isUndecided) return { kind: "unknown", reason: "timeout" };
    if (refused !== undefined) return { kind: "rejected", reason: hinted(name, facts.message) ?? refused };
    const postponed = POSTPONED[name];
    if (postponed !== undefined) return { kind: "unavailable", reason: postponed };
    const unclear = OPEN[name];
    if (unclear !== undefined) return { kind: open, reason: unclear };
    // A refusal that the library does not know. Without a status that says so it may be anything.
    if (name === "ExchangeError") {
      const isNoProof = isUndecided || UNDECIDED_IF_UNKNOWN.test(facts.message);
      const isRefusal = open !== "unknown" || (status !== undefined && status >= 400 && !isNoProof);
      return { kind: isRefusal ? "rejected" : "unknown", reason: hinted(name, facts.message) ?? "other" };
    }
  }
  return { kind: open, reason: "other" };
}

function hinted(name: string, message: string): FailureReason | undefined {
  return GENERAL.has(name) ? HINTS.find(([pattern]) => pattern.test(message))?.[1] : undefined;
}
