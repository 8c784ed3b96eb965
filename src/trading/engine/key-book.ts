/** The orders of one exchange key in the memory of its sender. Events are durable before they have effects. */
import type { Log } from "../../kit/log/log.ts";
import { invariant } from "../../kit/errors/invariant.ts";
import { formatFine, parseFine } from "../../kit/money/fine.ts";
import { storableText } from "../../kit/text/storable-text.ts";
import type { Fill, OrderReport } from "../exchanges/index.ts";
import { apply, nextLookup } from "./core/journal.ts";
import { fillKey, hasBegun, isSame, isSettled, worthOf } from "./core/journal-order.ts";
import type { JournalEffect, JournalEvent, JournalOrder } from "./core/journal-order.ts";
import type { ScopeState } from "./core/risk.ts";
import { WaitingFills } from "./core/waiting-fills.ts";
import { GroupCommit } from "./group-commit.ts";
import { latestTerms, type JournalChange, type KeptOrder, type OrderTerms } from "./store.ts";

/** An event of an order, without its time. */
export type News = JournalEvent extends infer Event
  ? Event extends JournalEvent
    ? Omit<Event, "atMs">
    : never
  : never;

/** An order while its sender looks after it. */
export interface Entry {
  terms: OrderTerms;
  order: JournalOrder;
  version: number;
  cost: string;
  /** The cost or proceeds of the booked trades. */
  worth: bigint;
  why: string;
  /** It was refused or withheld for a while only. */
  isDeferred: boolean;
  handedMs: number | null;
  /** When the newest trade known to this sender was; 0 before the first. */
  tradedMs: number;
  /** Whether a sender was allowed to send it, as is stored or as its events show. */
  isClaimed: boolean;
  /** What its limits were compared with when it was claimed. */
  risk: readonly ScopeState[];
  /** When the last report of it arrived, by our clock. */
  heardMs: number;
  isPlacing: boolean;
  isCancelling: boolean;
  isLooking: boolean;
}

interface Facts {
  readonly why?: string;
  readonly isDeferred?: boolean;
  readonly cost?: string;
  readonly fill?: Fill;
}

export interface KeyBookDeps {
  readonly keyId: number;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly write: (changes: readonly JournalChange[]) => Promise<void>;
  /** A write has failed: memory no longer equals storage. */
  readonly onBroken: (error: unknown) => void;
  /** Carries out what follows from a change that is durable. */
  readonly onEffects: (entry: Entry, effects: readonly JournalEffect[]) => void;
}

const MAX_WHY = 300;

export class KeyBook {
  readonly #deps: KeyBookDeps;
  readonly #commit: GroupCommit<JournalChange>;
  readonly #entries = new Map<number, Entry>();
  /** Those that may still change: most in memory have ended. */
  readonly #changing = new Set<Entry>();
  readonly #byClientId = new Map<string, Entry>();
  readonly #byExchangeId = new Map<string, Entry>();
  readonly #waiting = new WaitingFills<Fill>();

  constructor(deps: KeyBookDeps) {
    this.#deps = deps;
    this.#commit = new GroupCommit(deps.write, deps.nowMs, deps.onBroken);
  }

  get lagMs(): number {
    return this.#commit.lagMs;
  }

  /** A copy: later additions and removals do not change the list. */
  entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** Those that are not settled, or that something is due of, as they are now. */
  changing(): readonly Entry[] {
    return [...this.#changing];
  }

  get(id: number): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Takes an order into memory; one that is there stays as it is, but for what was asked of it, which is never taken back. */
  load({ terms, order, version, claimedFence, handedMs, cost, worth, why, isDeferred }: KeptOrder): Entry {
    const known = this.#entries.get(terms.id);
    if (known) {
      known.terms = latestTerms(known.terms, terms);
      return known;
    }
    const entry: Entry = {
      terms,
      order,
      version,
      cost,
      worth,
      why,
      isDeferred,
      handedMs,
      tradedMs: 0,
      isClaimed: claimedFence !== null,
      risk: [],
      heardMs: this.#deps.nowMs(),
      isPlacing: false,
      isCancelling: false,
      isLooking: false,
    };
    this.#entries.set(terms.id, entry);
    this.#byClientId.set(order.clientOrderId, entry);
    this.#index(entry);
    this.#sort(entry);
    return entry;
  }

  /** Forgets orders that can no longer change and had no report since then. */
  forgetSettled(sinceMs: number): void {
    for (const entry of this.#entries.values()) {
      const { order, heardMs, isPlacing, isCancelling, isLooking } = entry;
      if (isSettled(order) && heardMs < sinceMs && !isPlacing && !isCancelling && !isLooking) this.#forget(entry);
    }
  }

  #forget(entry: Entry): void {
    this.#entries.delete(entry.terms.id);
    this.#changing.delete(entry);
    this.#byClientId.delete(entry.order.clientOrderId);
    this.#byExchangeId.delete(`${entry.terms.marketId} ${entry.order.exchangeOrderId}`);
  }

  /** The order that a report or a trade names. */
  find({
    marketId,
    clientOrderId,
    exchangeOrderId,
  }: Pick<OrderReport, "marketId" | "clientOrderId" | "exchangeOrderId">): Entry | undefined {
    const byOurs = clientOrderId === "" ? undefined : this.#byClientId.get(clientOrderId);
    if (byOurs && byOurs.terms.marketId === marketId) return byOurs;
    return exchangeOrderId === "" ? undefined : this.#byExchangeId.get(`${marketId} ${exchangeOrderId}`);
  }

  /**
   * Lets something happen to an order. Its state is the new one when this returns; the promise resolves when that is
   * durable and its effects have begun.
   */
  async note(entry: Entry, news: News, facts: Facts = {}): Promise<void> {
    const atMs = this.#deps.nowMs();
    const before = entry.order;
    const { order, effects } = apply(before, { ...news, atMs });
    entry.order = order;
    entry.isClaimed ||= hasBegun(order);
    this.#sort(entry);
    if (news.kind === "report" || news.kind === "fill") entry.heardMs = atMs;
    const cost = parseFine(facts.cost ?? "0", "down") ?? 0n;
    if (cost > (parseFine(entry.cost, "down") ?? 0n)) entry.cost = formatFine(cost);
    if (facts.why !== undefined) entry.why = storableText(facts.why, MAX_WHY);
    entry.isDeferred = facts.isDeferred ?? entry.isDeferred;
    if (effects.length === 0 && isSame(before, order) && news.kind !== "restarted") return;
    // Where only the times of lookups change, the row is written and nothing is added to what happened.
    const isQuiet = news.kind === "unreachable" && before.state === order.state;
    if (!isQuiet) entry.version++;
    if (order.exchangeOrderId !== before.exchangeOrderId) this.#index(entry);
    await this.#commit.add({ ...this.#change(entry, before, news, effects, facts, atMs), isQuiet });
    this.#deps.onEffects(entry, effects);
    if (order.exchangeOrderId !== "" && before.exchangeOrderId === "") await this.#takeWaiting(entry);
  }

  async noteReport(entry: Entry, report: OrderReport, how: { isSeen: boolean; isLookup: boolean }): Promise<void> {
    const filled = parseFine(report.filled, "down");
    if (filled === undefined) {
      this.#deps.log.error({ order: entry.terms.id }, "a report of an order has an amount that is not a number");
      return;
    }
    const { state, exchangeOrderId, updatedMs, cost } = report;
    // Exchanges may show the size of an order without a price in the quote currency.
    const amount = entry.terms.price === null ? undefined : parseFine(report.amount, "down");
    const told = { state, exchangeOrderId, filled, amount, updatedMs, ...how };
    await this.note(entry, { kind: "report", report: told }, { ...(how.isSeen && { cost }) });
  }

  /** Books a trade of an order; once, however often it comes. */
  async noteFill(entry: Entry, fill: Fill): Promise<void> {
    const log = this.#deps.log;
    // Trades without an id cannot be told apart, so none of them is booked twice by mistake.
    if (fill.id === "") {
      log.error({ order: entry.terms.id, market: fill.marketId }, "a trade of an order has no id: it is not booked");
      return;
    }
    const amount = parseFine(fill.amount, "down");
    const price = parseFine(fill.price, "down");
    if (amount === undefined || amount <= 0n || price === undefined) {
      log.error({ order: entry.terms.id }, "a trade of an order has an amount that is not a number");
      return;
    }
    const key = fillKey(String(this.#deps.keyId), fill.marketId, fill.id);
    entry.tradedMs = Math.max(entry.tradedMs, fill.atMs);
    if (!entry.order.fills.has(key)) entry.worth += worthOf(price, amount);
    await this.note(entry, { kind: "fill", fill: { key, amount } }, { fill, cost: formatFine(entry.worth) });
  }

  /**
   * Keeps a trade for an order of ours whose id at the exchange is not known yet.
   *
   * @returns false where no such order is looked up: one that is missing is found by its trades, or never
   */
  keepFill(fill: Fill): boolean {
    const possible = this.entries().filter(
      ({ terms, order, isClaimed }) =>
        isClaimed && terms.marketId === fill.marketId && order.exchangeOrderId === "" && !isSettled(order),
    );
    if (possible.length > 0) {
      const key = fillKey(String(this.#deps.keyId), fill.marketId, fill.id);
      this.#waiting.add(`${fill.marketId} ${fill.exchangeOrderId}`, key, fill);
    }
    return possible.some(({ order }) => order.state !== "missing");
  }

  /** Resolves when nothing more is written. */
  close(): Promise<void> {
    return this.#commit.close();
  }

  async #takeWaiting(entry: Entry): Promise<void> {
    const fills = this.#waiting.take(`${entry.terms.marketId} ${entry.order.exchangeOrderId}`);
    for (const fill of fills) await this.noteFill(entry, fill);
  }

  #sort(entry: Entry): void {
    const { order, terms } = entry;
    const isDone = isSettled(order) && order.watchedUntilMs === undefined && nextLookup(order) === undefined;
    if (isDone || this.#entries.get(terms.id) !== entry) this.#changing.delete(entry);
    else this.#changing.add(entry);
  }

  #index(entry: Entry): void {
    const { exchangeOrderId } = entry.order;
    if (exchangeOrderId !== "") this.#byExchangeId.set(`${entry.terms.marketId} ${exchangeOrderId}`, entry);
  }

  #change(
    entry: Entry,
    before: JournalOrder,
    news: News,
    effects: readonly JournalEffect[],
    { fill }: Facts,
    atMs: number,
  ): Omit<JournalChange, "isQuiet"> {
    const { terms, order, version, why, isDeferred, cost, handedMs } = entry;
    invariant(news.kind !== "fill" || fill, "a fill comes with its trade");
    return {
      id: terms.id,
      keyId: this.#deps.keyId,
      ownerUid: terms.ownerUid,
      followedIds: [terms.id, terms.strategyId, terms.batchId].filter((id) => id !== null),
      version,
      order,
      from: before.state,
      event: news.kind,
      why,
      isDeferred,
      cost,
      handedMs,
      atMs,
      fill: fill && {
        orderId: terms.id,
        tradeId: fill.id,
        marketId: fill.marketId,
        price: plain(fill.price),
        amount: plain(fill.amount),
        fee: fill.fee ? { currency: fill.fee.currency, amount: plain(fill.fee.amount) } : null,
        isMaker: fill.isMaker,
        atMs: fill.atMs,
      },
      alerts: effects.filter((effect) => effect.startsWith("alert_")),
      pauses: effects.includes("pause"),
    };
  }
}

/** A number of an exchange as the journal keeps numbers. */
export function plain(decimal: string): string {
  return formatFine(parseFine(decimal, "down") ?? 0n);
}
