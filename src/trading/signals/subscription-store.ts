/** The storage port of subscriptions to signals. */
import type { Instant } from "../../kit/time/instant.ts";
import type { SignalDoer } from "./store.ts";

/** A signal that a user follows. */
export interface Subscription {
  readonly id: number;
  readonly signalId: number;
  readonly uid: number;
  readonly name: string;
  readonly code: string;
  /** US dollars a month in units of 1e-8. */
  readonly price: bigint;
  readonly state: "active" | "paused" | "cancelled";
  /** Why it is paused, where its user did not ask for it. */
  readonly why: string;
  readonly paidTo: Instant | null;
  readonly createdAt: Instant;
  /** Strategies that start when it opens, and those that trade back what was traded. */
  readonly opening: readonly number[];
  readonly closing: readonly number[];
  /** The result of a strategy's latest act; undefined before the first. */
  readonly lastAct: string | undefined;
}

export interface Following {
  readonly opening: readonly number[] | undefined;
  readonly closing: readonly number[] | undefined;
}

export interface PausedBeyondPlans {
  /** The last account that was looked at; undefined where none was left. */
  readonly last: number | undefined;
  /** Of accounts that stay as they were until the next time. */
  readonly failures: readonly unknown[];
}

export interface SubscriptionStore {
  /** Newest first, those of all users of the account for a main account; plans bound how many there are. */
  listSubscriptions(by: SignalDoer): Promise<readonly Subscription[]>;
  countSubscriptions(ownerUid: number): Promise<number>;
  /** Pays the first month, unless it is paid. @throws signalErrors.subscriptionNotFound, full, ownerPays, tooManySubscriptions, ledgerErrors.insufficient */
  subscribe(by: SignalDoer, id: number, following: Following, maximum: number): Promise<Subscription>;
  /** No strategy starts for it any more, and no month is paid. @throws signalErrors.subscriptionNotFound */
  pause(by: SignalDoer, id: number): Promise<Subscription>;
  /** The same for good. Open acts stay unchanged. @throws signalErrors.subscriptionNotFound */
  unsubscribe(by: SignalDoer, id: number): Promise<Subscription>;
  /**
   * Pauses what accounts follow above what their package allows, the newest ones, and tells their owners. Looks at a
   * batch of accounts from `after` in the order of their ids.
   */
  pauseBeyondPlans(at: Instant, after: number): Promise<PausedBeyondPlans>;
  /** Those whose month is over, from `after` in the order of their ids. */
  listDue(at: Instant, after: number): Promise<readonly number[]>;
  /** Pays the next month, or pauses the subscription. Safe to run twice. */
  renew(id: number, at: Instant): Promise<void>;
}
