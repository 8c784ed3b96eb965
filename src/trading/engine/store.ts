/** Where orders are kept: the journal, as the sender writes it, and as requests ask it. */
import type { NewOrder, OrderType, Side, TimeInForce } from "../exchanges/index.ts";
import type { Page } from "../page.ts";
import type { JournalEvent, JournalOrder, JournalState } from "./core/journal-order.ts";
import type { RiskFacts } from "./core/risk-figures.ts";
import type { RiskRefusal, ScopeState } from "./core/risk.ts";
import type { FactRange, RiskSettings } from "./risk-store.ts";
import type { DueKeys, KeyRange, WorkKey } from "./work-keys.ts";

/** The fields of an order that only requests change. Prices and amounts as decimal text. */
export interface OrderTerms {
  /** The number in its client order id. */
  readonly id: number;
  readonly batchId: number | null;
  readonly ownerUid: number;
  readonly uid: number;
  readonly keyId: number;
  /** Null for orders of exchange-query. */
  readonly strategyId: number | null;
  readonly exchange: string;
  readonly marketId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: string | null;
  readonly stopPrice: string | null;
  /** As sent, or as its owner has raised it at the exchange. */
  readonly amount: string;
  readonly createdMs: number;
  /** When it is to be sent, and how long after the one before in its batch at least. */
  readonly sendAtMs: number;
  readonly intervalMs: number;
  /** 0 for never. */
  readonly expireAfterMs: number;
  readonly cancelAskedMs: number | null;
  readonly checkAskedMs: number | null;
  /** When it was asked not to let it leave any more; one that has left stays at its exchange. */
  readonly withheldAskedMs: number | null;
  /** Null for the exchange's usual one. */
  readonly timeInForce: TimeInForce | null;
  readonly postOnly: boolean;
}

/** What is asked of an order is never taken back, and may be known here before what was read earlier arrives. */
export function latestTerms(known: OrderTerms, read: OrderTerms): OrderTerms {
  const cancelAskedMs = read.cancelAskedMs ?? known.cancelAskedMs;
  return { ...read, cancelAskedMs, withheldAskedMs: read.withheldAskedMs ?? known.withheldAskedMs };
}

/** An order as it is stored. */
export interface KeptOrder {
  readonly terms: OrderTerms;
  readonly order: JournalOrder;
  /** Raised by each change of `order`. */
  readonly version: number;
  /** Null for one that no sender was allowed to send yet: it was never sent. */
  readonly claimedFence: number | null;
  readonly handedMs: number | null;
  readonly checkedMs: number | null;
  /** Quote units that the filled part cost or brought, as the exchange tells. */
  readonly cost: string;
  /** Quote units of the booked trades, with 18 places. */
  readonly worth: bigint;
  readonly why: string;
  /** It was refused or withheld for a while only: the same order may be sent later, as another one. */
  readonly isDeferred: boolean;
  readonly updatedMs: number;
}

/** An order as requests see it: with the sum of its booked trades, and without these. */
export type ListedOrder = Omit<KeptOrder, "order" | "worth"> & { readonly order: Omit<JournalOrder, "fills"> };

export interface KeptFill {
  readonly orderId: number;
  readonly tradeId: string;
  readonly price: string;
  readonly amount: string;
  readonly fee: { readonly currency: string; readonly amount: string } | null;
  readonly isMaker: boolean;
  readonly atMs: number;
}

/** Orders that belong together, at one key and market. */
export interface NewBatch {
  readonly ownerUid: number;
  readonly uid: number;
  readonly keyId: number;
  readonly exchange: string;
  readonly order: Omit<NewOrder, "clientOrderId">;
  /** When each is to be sent. */
  readonly sendAtMs: readonly number[];
  readonly intervalMs: number;
  readonly expireAfterMs: number;
  readonly nowMs: number;
}

/** Orders of some keys, of one market or of all. */
export interface OrdersAt {
  readonly keyIds: readonly number[];
  readonly marketId?: string | undefined;
}

/** The name that an exchange gave for a key of the account. */
export interface ReportedOrders {
  readonly ownerUid: number;
  readonly keyId: number;
  readonly exchangeOrderIds: readonly string[];
  readonly clientOrderIds: readonly string[];
}

/** One event of an order, as it was made durable. */
export interface OrderTransition {
  readonly from: JournalState;
  readonly to: JournalState;
  readonly event: string;
  /** Empty where there is nothing to say. */
  readonly why: string;
  readonly atMs: number;
}

/** Lists of the journal, newest first. */
export interface OrderLists {
  /** Orders that wait for their time, may be at the exchange, or are there; at most `limit`. */
  listOpen(at: OrdersAt, limit: number): Promise<readonly ListedOrder[]>;
  /** A page of the orders that have come to their end, of those that were asked for at that time or later. */
  listEnded(at: OrdersAt, sinceMs: number, page: Page): Promise<readonly ListedOrder[]>;
  countEnded(at: OrdersAt, sinceMs: number): Promise<number>;
  /** The markets in which a key has had orders, the last one first; at most `limit`. */
  listMarkets(keyId: number, limit: number): Promise<readonly string[]>;
  /** Those of the account's orders that have these ids, in no order. */
  listReported(reported: ReportedOrders): Promise<readonly ListedOrder[]>;
  /** Trades of orders, order after order as they are named, the oldest first; at most `limit` of each, and `total` in all. */
  listFillsOf(orderIds: readonly number[], limit: number, total?: number): Promise<readonly KeptFill[]>;
  /** What has happened to an order, the oldest first; the last `limit` of it. */
  listTransitions(orderId: number, limit: number): Promise<readonly OrderTransition[]>;
}

/** The operations of requests. Nothing here sends anything: it leaves work for the sender of the key. */
export interface OrderStore extends OrderLists {
  /** Stores the intents of a batch; undefined when the key is gone or is not active. */
  addBatch(batch: NewBatch): Promise<{ readonly batchId: number; readonly orders: readonly KeptOrder[] } | undefined>;
  /** How many orders of a key wait for a time later than this; no more than `most` are counted. */
  countScheduled(keyId: number, nowMs: number, most: number): Promise<number>;
  /** The order of a key by our number, our client order id, or the exchange's id. */
  findOrder(keyId: number, id: string, marketId: string | undefined): Promise<ListedOrder | undefined>;
  readOrders(ids: readonly number[]): Promise<readonly ListedOrder[]>;
  /** Leaves a cancel for the sender. Asking twice changes nothing. */
  askCancel(order: OrderTerms, by: { readonly uid: number; readonly nowMs: number }): Promise<void>;
  /** Leaves a look at the exchange for the sender. */
  askCheck(id: number, nowMs: number): Promise<void>;
}

/** One change of an order, as it is made durable. */
export interface JournalChange {
  readonly id: number;
  readonly keyId: number;
  /** The version that the change makes. One that is quiet keeps it. */
  readonly version: number;
  readonly order: JournalOrder;
  readonly from: string;
  readonly event: JournalEvent["kind"];
  readonly why: string;
  readonly isDeferred: boolean;
  readonly cost: string;
  readonly handedMs: number | null;
  readonly atMs: number;
  /** Not part of what happened to the order. */
  readonly isQuiet: boolean;
  readonly fill: (KeptFill & { readonly marketId: string }) | undefined;
  /** For the trail: what the owner should look at. */
  readonly alerts: readonly string[];
  /** The strategy of the order is to be paused, for its owner to look. */
  readonly pauses: boolean;
  readonly ownerUid: number;
  /** The ids that the order is followed by: its own, and those of its strategy and of its batch. */
  readonly followedIds: readonly number[];
}

/** A key with orders that no sender takes. */
export interface UnsentKey extends Pick<WorkKey, "keyId" | "exchange"> {
  /** Not deleted. */
  readonly isThere: boolean;
}

/** An order of ours that the journal does not know, such as after the restore of a backup. */
export interface StrayOrder {
  readonly id: number;
  readonly clientOrderId: string;
  readonly marketId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: string;
  readonly amount: string;
  /** It is not taken where orders of its key were erased since then; null for one that is taken in any case. */
  readonly sentAfterMs: number | null;
  /** It has not left before: its trades are read from then on. */
  readonly handedMs: number;
  readonly nowMs: number;
}

/** Every write of a sender names its fence, and is refused when another process has the key. */
export interface OrderJournal {
  /** Keys with a command that is due before `untilMs`, the oldest first, without keys that another owner holds. */
  keysWithCommands(untilMs: number, range: KeyRange): Promise<DueKeys>;
  /** Keys with orders that may still change and that no sender looks after. */
  keysWithOrders(range: Omit<KeyRange, "owner">): Promise<readonly WorkKey[]>;
  /**
   * Keys without a sender whose orders were never given to one, and should have left or are cancelled before
   * `untilMs`; at any exchange, the oldest first.
   */
  keysWithUnsent(untilMs: number, limit: number): Promise<readonly UnsentKey[]>;
  /** Says why orders wait that were due before `sinceMs`, at exchanges other than these; answers how many. */
  tellWaiting(late: {
    readonly sinceMs: number;
    readonly nowMs: number;
    readonly exchanges: readonly string[];
  }): Promise<number>;
  /** Keys that have had orders, have no sender, and whose open orders were not looked at for long. Each is taken once. */
  takeKeysToLookAt(range: Omit<KeyRange, "owner">): Promise<readonly WorkKey[]>;
  /** Those of the keys that were deleted. */
  listGoneKeys(keyIds: readonly number[]): Promise<readonly number[]>;
  /** The open orders of a key were looked at. */
  noteLook(keyId: number): Promise<void>;
  /** Whether the key may still be traded with. */
  isKeyActive(keyId: number): Promise<boolean>;
  /** Orders of a key with commands that are due before `untilMs`, in the order of their times; at most `limit`. */
  listCommands(keyId: number, untilMs: number, limit: number): Promise<readonly KeptOrder[]>;
  /** Orders of a key that were given to a sender and may still change. */
  listUnsettled(keyId: number): Promise<readonly KeptOrder[]>;
  /** Markets in which a key has sent orders since then, each with the time of the newest. */
  listLately(
    keyId: number,
    sinceMs: number,
  ): Promise<readonly { readonly marketId: string; readonly newestMs: number }[]>;
  findByExchangeId(keyId: number, marketId: string, exchangeOrderId: string): Promise<KeptOrder | undefined>;
  findByClientId(clientOrderId: string): Promise<KeptOrder | undefined>;
  /** The two letters of this installation. */
  prefix(): Promise<string>;
  /**
   * Allows the holder of the fence to send these orders, as far as limits and halts let them. An order is allowed once.
   *
   * @throws LeaseLost
   */
  claim(key: WorkKey, fence: number, orders: readonly OrderTerms[], judge: ClaimJudge): Promise<Claim>;
  /** @throws LeaseLost; an invariant for a change that is not the next one of its order */
  write(keyId: number, fence: number, changes: readonly JournalChange[]): Promise<void>;
  /** The commands that were read are done. Those that came since stay. */
  commandsDone(keyId: number, fence: number, done: readonly CommandDone[]): Promise<void>;
  /** Takes an order of ours into the journal that it does not know; undefined for one that its owner may have erased. */
  adopt(key: WorkKey, fence: number, stray: StrayOrder): Promise<KeptOrder | undefined>;
}

/** The outcome of orders that a sender wanted to send. */
export interface Claim {
  /** It may send these. One that is in no list is to be cancelled, or another sender had it. */
  readonly claimed: readonly number[];
  /** Limits or halts refuse these. */
  readonly refused: ReadonlyMap<number, RiskRefusal>;
  /** The known state of the places of each order where something is set for one of them. */
  readonly states: ReadonlyMap<number, readonly ScopeState[]>;
}

/** Decides within the transaction of a claim; asks nothing. */
export interface ClaimJudge {
  /** Which facts it needs. */
  range(): FactRange;
  /** In the order in which they are sent: each counts for those after it. */
  judge(orders: readonly OrderTerms[], settings: RiskSettings, facts: RiskFacts): ReadonlyMap<number, Judged>;
}

export interface Judged {
  readonly refusal: RiskRefusal | undefined;
  readonly states: readonly ScopeState[];
}

export interface CommandDone {
  readonly id: number;
  readonly cancelAskedMs: number | null;
  readonly checkAskedMs: number | null;
  readonly withheldAskedMs: number | null;
  /** When the exchange has shown the order, where it was to be checked. */
  readonly checkedMs: number | null;
}

/** The beginning of these leases' names; the number of the key follows. */
export const SENDER_LEASE = "trading.sender.";

/** The name of the lease of the one process that sends orders with a key. */
export function senderLease(keyId: number): string {
  return `${SENDER_LEASE}${keyId}`;
}
