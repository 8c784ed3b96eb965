/** The storage port of signals. Everything that is read of triggers is read as it was some time ago: see `Viewer`. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Side } from "../exchanges/index.ts";
import type { Page } from "../page.ts";
import type { SignalTerms } from "./core/payload.ts";
import type { ClosedIteration } from "./core/results.ts";
import type { Direction, SignalAction } from "./core/trigger.ts";

/**
 * The viewer, and its delay. Triggers of other accounts are seen when the delay is over, those of the own one at once.
 */
export interface Viewer {
  /** Undefined for a caller without a key. */
  readonly ownerUid: number | undefined;
  readonly nowMs: number;
  /** Milliseconds. */
  readonly delayMs: number;
}

/** Who acts, and when. */
export interface SignalDoer {
  readonly uid: number;
  readonly ownerUid: number;
  /** A main account changes what any user of the account made, a sub-account what it made itself. */
  readonly changesAccount: boolean;
  /** Decides about the account's money: the main account, and not by a key that may only trade. */
  readonly spendsMoney: boolean;
  readonly at: Instant;
}

/** A signal as a viewer sees it. Prices, profits and amounts are decimals. */
export interface SeenSignal {
  readonly id: number;
  readonly ownerUid: number;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  /** US dollars a month in units of 1e-8. */
  readonly price: bigint;
  readonly subscribers: number;
  readonly subscribersMax: number;
  readonly custom: readonly [string, string, string, string];
  readonly createdMs: number;
  /** The latest change that may be seen. */
  readonly updatedMs: number;
  /** The latest iteration since the last reset. */
  readonly latest: SeenIteration | undefined;
  /** Of closed iterations since the last reset. Sums are of those with a profit. */
  readonly closed: number;
  readonly priced: number;
  readonly won: number;
  readonly streak: number;
  readonly profit: string;
  readonly volumeUsd: string;
  readonly last: { readonly profit: string | null; readonly runtimeMs: number } | undefined;
}

/** An iteration as a viewer sees it: one whose close is too recent for the viewer is open. */
export interface SeenIteration {
  readonly id: number;
  readonly signalId: number;
  readonly number: number;
  readonly direction: Direction;
  /** A share of each side in units of 1e-8. */
  readonly feeRate: number;
  readonly openedMs: number;
  readonly openWithinMs: number;
  readonly openAmount: string;
  readonly openState: PriceState;
  readonly openPrice: string | null;
  readonly closedMs: number | null;
  readonly closeWithinMs: number | null;
  readonly closeAmount: string | null;
  readonly closeState: PriceState;
  readonly closePrice: string | null;
  /** Percent of the opening price. */
  readonly profit: string | null;
  /** It was before the last reset, and counts for nothing. */
  readonly isReset: boolean;
}

/** The tape's answer about a price: not asked yet, found, or not recorded. */
export type PriceState = "pending" | "compiled" | "gap";

export interface FeedFilter {
  readonly id: number | undefined;
  readonly code: string | undefined;
  readonly ownerUid: number | undefined;
  readonly minIterations: number;
}

export interface NewSignal {
  readonly terms: SignalTerms;
  readonly base: string;
  readonly quote: string;
  /** In units of 1e-8. */
  readonly feeRate: number;
}

export interface SignalEdit {
  readonly name: string | undefined;
  /** Undefined where it stays. */
  readonly custom: readonly (string | undefined)[];
}

/** A trigger as it was sent, with what is known of the market. */
export interface NewTrigger {
  readonly id: number;
  readonly side: Side;
  readonly action: SignalAction;
  readonly executeWithinMs: number;
  /** Quote units that one subscriber trades at most, decimal. */
  readonly maximumAmount: string;
  readonly facts: TriggerFacts;
}

/** The market at the moment of a trigger. */
export interface TriggerFacts {
  /** The market's own fee, a share in units of 1e-8. */
  readonly feeRate: number;
  /** US dollars for one unit of the quote currency; undefined where no market tells. */
  readonly usdRate: string | undefined;
}

export interface AcceptedTrigger {
  readonly id: number;
  readonly iteration: number;
  readonly side: Side;
  readonly action: SignalAction;
  readonly acceptedMs: number;
  readonly executeBeforeMs: number;
  readonly maximumAmount: string;
}

/** Of a signal that is triggered. */
export interface TriggerTarget {
  readonly id: number;
  readonly code: string;
  readonly quote: string;
}

export interface Developer {
  readonly ownerUid: number;
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly isVerified: boolean;
  readonly createdAt: Instant;
  /** Undefined before the first key. */
  readonly key: string | undefined;
}

export interface SignalStore {
  /** A page of signals as the viewer sees them, newest first, and how many there are on all pages. */
  pageSignals(
    viewer: Viewer,
    filter: FeedFilter,
    page: Page,
  ): Promise<{ readonly signals: readonly SeenSignal[]; readonly total: number }>;
  findSignal(viewer: Viewer, id: number): Promise<SeenSignal | undefined>;
  /** The best ones: those with the highest profit of at least one priced iteration. */
  listBest(viewer: Viewer, limit: number): Promise<readonly SeenSignal[]>;
  /** Iterations of signals, newest first, a page of each; those of earlier epochs too. */
  listIterations(
    viewer: Viewer,
    signalIds: readonly number[],
    fromIteration: number,
    page: Page,
  ): Promise<readonly SeenIteration[]>;
  /** Those that were open at some time in `[fromMs, toMs)`, oldest first, at most `limit` of the newest. */
  listIterationsIn(
    viewer: Viewer,
    signalId: number,
    span: { readonly fromMs: number; readonly toMs: number },
    limit: number,
  ): Promise<readonly SeenIteration[]>;
  findIteration(viewer: Viewer, signalId: number, number: number): Promise<SeenIteration | undefined>;
  /** Closed iterations since the last reset whose profit is known, oldest first; at most 10,000 of the newest. */
  listClosed(viewer: Viewer, signalId: number): Promise<readonly ClosedIteration[]>;

  countSignals(ownerUid: number): Promise<number>;
  /** Undefined when the account has as many as its plan allows. */
  addSignal(by: SignalDoer, signal: NewSignal, maximum: number): Promise<number | undefined>;
  /** @throws signalErrors.notFound, notYours */
  editSignal(by: SignalDoer, id: number, edit: SignalEdit): Promise<void>;
  /** @throws signalErrors.notFound, notYours, open */
  resetSignal(by: SignalDoer, id: number): Promise<{ readonly iterations: number }>;
  /** Gives subscribers back what they have paid for time that is left. @throws signalErrors.notFound, notYours, open, ledgerErrors.insufficient */
  deleteSignal(by: SignalDoer, id: number): Promise<{ readonly subscriptions: number }>;
  /** @throws signalErrors.notFound, notYours */
  readTarget(by: SignalDoer, id: number): Promise<TriggerTarget>;
  /** @throws signalErrors.notFound, notYours, wrongTrigger */
  triggerSignal(by: SignalDoer, trigger: NewTrigger): Promise<AcceptedTrigger>;

  findDeveloper(ownerUid: number): Promise<Developer | undefined>;
  /** Undefined for a key that there is not, or that is not this account's. */
  findDeveloperSecret(ownerUid: number, key: string): Promise<Buffer | undefined>;
  /** Makes the developer where there is none. */
  editDeveloper(
    by: SignalDoer,
    change: Partial<Pick<Developer, "name" | "description" | "website">>,
  ): Promise<Developer>;
  /** A new key in place of the one before. */
  setDeveloperKey(by: SignalDoer, key: string, secret: Uint8Array): Promise<Developer>;
  /** Undefined where the developer does not exist. */
  verifyDeveloper(adminUid: number, ownerUid: number, isVerified: boolean, at: Instant): Promise<Developer | undefined>;
  countSubscribers(ownerUid: number): Promise<number>;
}
