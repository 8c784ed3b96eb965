/** The common dependencies of the parts of a sender. */
import type { Log } from "../../kit/log/log.ts";
import type { LeaseHold } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { MarketGrid } from "../algorithms/index.ts";
import type { Exchange, ExchangeAccount, ExchangeFailure } from "../exchanges/index.ts";
import type { Entry, KeyBook } from "./key-book.ts";
import type { KeyFunds } from "./key-funds.ts";
import type { SenderRisk } from "./sender-risk.ts";
import type { OrderJournal } from "./store.ts";
import type { WorkKey } from "./work-keys.ts";

/** Metrics of all senders of a process. */
export interface SenderFigures {
  sent: number;
  lookups: number;
  alerts: number;
}

export interface SendContext {
  readonly key: WorkKey;
  readonly exchange: Exchange;
  readonly account: ExchangeAccount;
  readonly hold: LeaseHold;
  readonly journal: OrderJournal;
  readonly book: KeyBook;
  readonly risk: SenderRisk;
  readonly funds: KeyFunds;
  /** The least sizes of a market of the exchange; undefined where they are not known. */
  readonly gridOf: (marketId: string) => MarketGrid | undefined;
  /** The two letters of this installation. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly figures: SenderFigures;
  /** Whether a run may want to send at any moment. */
  readonly isKept: () => boolean;
  /** Orders that earlier senders of this process handed to a socket: the database may have lost that. */
  readonly left: ReadonlySet<number>;
  /** An order that has not left this long after its time is not sent any more, milliseconds. */
  readonly missedAfterMs: number;
  readonly nowMs: () => number;
  /** Looks for what is due, soon. */
  readonly wake: () => void;
}

/** How the exchange is asked about an order. */
export function refOf({ terms, order }: Entry) {
  return {
    marketId: terms.marketId,
    clientOrderId: order.clientOrderId,
    ...(order.exchangeOrderId === "" ? {} : { exchangeOrderId: order.exchangeOrderId }),
  };
}

/** Clocks of exchanges and ours may differ by this much where something is asked for since a time. */
export const CLOCK_MARGIN_MS = 600_000;

export function isFailure(error: unknown): error is ExchangeFailure {
  return error instanceof Error && error.name === "ExchangeFailure";
}

/** Whether the exchange refuses a question, and would again. A key that it does not take may be taken again later. */
export function isAnswer({ kind, reason }: ExchangeFailure): boolean {
  return kind === "rejected" && reason !== "badKey" && reason !== "notPermitted";
}

/** For people, and short. */
export function messageOf(error: unknown): string {
  return isFailure(error) ? error.message : "the request failed";
}
