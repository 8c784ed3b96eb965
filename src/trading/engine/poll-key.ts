/** Reads an exchange's reports about a key's orders: by lists, by trades, and by its stream. The lists win. */
import type { Fill, OrderReport, OrderSink } from "../exchanges/index.ts";
import { likelyNumber, sentAfterMs } from "./core/client-ids.ts";
import { isSettled, isShort } from "./core/journal-order.ts";
import { plain, type Entry } from "./key-book.ts";
import { LatelyTraded } from "./lately-traded.ts";
import { LostOrders } from "./lost-orders.ts";
import { readFills } from "./read-fills.ts";
import { eachMarket, readOpen } from "./read-lists.ts";
import { checkUnlisted, isWorking } from "./send-orders.ts";
import { CLOCK_MARGIN_MS, isAnswer, isFailure, type SendContext } from "./send-context.ts";

/** An order with a report this recent does not count as missing in a list: the list may be older. */
const RACE_MS = 3_000;
const KEPT_FOREIGN = 20_000;
/** Trades that do not come are looked for back to this many margins before the order was sent: two days nearly. */
const MOST_MARGINS = 256;
/** Orders that an incomplete list does not show are looked up one by one: this many with each poll. */
const MOST_UNLISTED = 20;

export class KeyPoll {
  readonly #context: SendContext;
  /** Orders at the exchange that are not ours: not asked for again. */
  readonly #foreign = new Set<string>();
  /** Where the trades of a market go on that were too many for one poll. */
  readonly #goesOn = new Map<string, number>();
  /** By market, the time until which all trades were read, by our clock. A new sender begins with the oldest order. */
  readonly #readUntil = new Map<string, number>();
  /** Of orders with more filled than booked: how many margins before their sending their trades are looked for. */
  readonly #margins = new WeakMap<Entry, number>();
  readonly #lost: LostOrders;
  readonly #lately: LatelyTraded;
  /** When the lists are due because something may have been missed. */
  isOpenDue = true;
  isTradesDue = true;

  /** @param mayLack whether the journal may lack orders that were sent (see `LatelyTraded`) */
  constructor(context: SendContext, mayLack: boolean) {
    this.#context = context;
    this.#lately = new LatelyTraded(context, mayLack);
    this.#lost = new LostOrders(context, (report) => this.#adoptOne(report));
  }

  /** Whether orders are looked for that the journal may lack, by trades of orders that are not known. */
  get isSeeking(): boolean {
    return this.#lost.isSeeking || this.#lately.isSeeking;
  }

  /** For keys with a stream. */
  sink(run: (work: Promise<unknown>) => void): OrderSink {
    return {
      order: (report) => run(this.#heard(report)),
      fill: (fill) => run(this.#traded(fill)),
      resynced: () => {
        this.isOpenDue = true;
        this.isTradesDue = true;
        this.#context.wake();
      },
    };
  }

  /**
   * Compares the open orders with the journal. An order that an incomplete list does not show may be open: of those the
   * ones with the oldest reports are looked up. Where the list of a market is refused, each of its orders is asked about.
   *
   * @throws ExchangeFailure also where the list was incomplete, or one of a market did not come, when the others were compared
   */
  async openOrders(): Promise<void> {
    const { book, nowMs } = this.#context;
    const askedMs = nowMs();
    const { reports, lack, failures } = await readOpen(this.#context);
    const unread = new Map([...failures].filter(([, failure]) => !isAnswer(failure)));
    const shown = new Set<Entry>();
    for (const report of reports) {
      const entry = book.find(report) ?? (await this.#ours(report));
      if (!entry) continue;
      shown.add(entry);
      await book.noteReport(entry, report, { isSeen: true, isLookup: false });
    }
    const isMissed = (entry: Entry): boolean =>
      isWorking(entry.order) &&
      !shown.has(entry) &&
      !unread.has(entry.terms.marketId) &&
      entry.heardMs < askedMs - RACE_MS;
    const missed = book
      .entries()
      .filter(isMissed)
      .toSorted((one, other) => one.heardMs - other.heardMs);
    for (const entry of lack ? missed.slice(0, MOST_UNLISTED) : missed) {
      if (isMissed(entry) && !entry.isPlacing && !entry.isCancelling) await checkUnlisted(this.#context, entry);
    }
    const [failure = lack] = unread.values();
    if (failure) throw failure;
  }

  /**
   * Books the trades of every market in which an order may have traded, also one that the journal lacks. What was read is not read again, but for a margin,
   * or where an order has filled more than is booked of it. Trades that are not found then are looked for further back
   * with each poll: our clock may have been ahead of the exchange's when the order was sent.
   *
   * A market that cannot be read, such as one that is not listed any more, holds up no other.
   *
   * @throws ExchangeFailure the first one of a market, when all were asked for
   */
  async trades(): Promise<void> {
    const { book, nowMs } = this.#context;
    const askedMs = nowMs();
    const since = new Map<string, number>();
    for (const entry of book.entries()) {
      const { terms, order, isClaimed } = entry;
      if (!isShort(order)) this.#margins.delete(entry);
      if (!isClaimed || isSettled(order)) continue;
      const known = since.get(terms.marketId) ?? Infinity;
      since.set(terms.marketId, Math.min(known, this.#unreadSince(entry)));
    }
    await this.#lately.addTo(since);
    const unread = await eachMarket(since, (marketId, from) => this.#readTrades(marketId, from, askedMs));
    await this.#lost.find();
    if (unread) throw unread;
  }

  async #readTrades(marketId: string, from: number, askedMs: number): Promise<void> {
    const sinceMs = this.#goesOn.get(marketId) ?? from;
    try {
      const endMs = await readFills(this.#context, marketId, sinceMs, (fill) => this.#traded(fill));
      if (endMs !== undefined) return void this.#goesOn.set(marketId, endMs);
    } catch (error) {
      if (isFailure(error) && isAnswer(error)) this.#lately.done(marketId);
      throw error;
    }
    this.#goesOn.delete(marketId);
    this.#readUntil.set(marketId, askedMs);
    this.#lately.done(marketId);
    this.#noteVain(marketId);
  }

  #unreadSince(entry: Entry): number {
    const { terms, order } = entry;
    if (!isShort(order)) {
      return Math.max(this.#readUntil.get(terms.marketId) ?? 0, tradesFrom(entry)) - CLOCK_MARGIN_MS;
    }
    return tradesFrom(entry) - (this.#margins.get(entry) ?? 1) * CLOCK_MARGIN_MS;
  }

  /** All trades of a market were read, and those that some orders lack were not among them. */
  #noteVain(marketId: string): void {
    for (const entry of this.#context.book.entries()) {
      if (entry.terms.marketId !== marketId || !isShort(entry.order)) continue;
      this.#margins.set(entry, Math.min(MOST_MARGINS, (this.#margins.get(entry) ?? 1) * 2));
    }
  }

  async #adoptOne(report: OrderReport): Promise<void> {
    const entry = this.#context.book.find(report) ?? (await this.#ours(report));
    if (entry) await this.#context.book.noteReport(entry, report, { isSeen: true, isLookup: false });
  }

  async #heard(report: OrderReport): Promise<void> {
    const entry = this.#context.book.find(report);
    if (entry) return this.#context.book.noteReport(entry, report, { isSeen: true, isLookup: false });
    if (this.#numberOf(report) === undefined) return;
    if (report.state !== "open") return this.#adoptOne(report);
    this.isOpenDue = true;
    this.#context.wake();
  }

  async #traded(fill: Fill): Promise<void> {
    const { book, journal, key } = this.#context;
    const entry = book.find(fill);
    if (entry) return book.noteFill(entry, fill);
    // It may be of an order whose id comes while the journal is asked, or of one that has ended and is out of memory.
    const isKept = book.keepFill(fill);
    const name = `${fill.marketId} ${fill.exchangeOrderId}`;
    if (this.#foreign.has(name)) return;
    const kept = await journal.findByExchangeId(key.keyId, fill.marketId, fill.exchangeOrderId);
    if (kept) return book.noteFill(book.load(kept), fill);
    if (isKept) return;
    this.#lost.note(fill);
    this.#foreign.add(name);
    for (const oldest of this.#foreign) {
      if (this.#foreign.size <= KEPT_FOREIGN) break;
      this.#foreign.delete(oldest);
    }
  }

  /** An order with an id of ours that is not in memory: read from the journal, or adopted, and cancelled if it is open. */
  async #ours(report: OrderReport): Promise<Entry | undefined> {
    const id = this.#numberOf(report);
    if (id === undefined) return undefined;
    const { book, hold, journal, key, log, nowMs, figures } = this.#context;
    const kept = await journal.findByClientId(report.clientOrderId);
    if (kept) return kept.terms.keyId === key.keyId ? book.load(kept) : undefined;
    const { clientOrderId, marketId, side, type } = report;
    const amounts = { price: plain(report.price), amount: plain(report.amount) };
    const isOpen = report.state === "open";
    const afterMs = sentAfterMs(id);
    const sent = { sentAfterMs: isOpen ? null : afterMs, handedMs: Math.min(afterMs, nowMs()), nowMs: nowMs() };
    const stray = { id, clientOrderId, marketId, side, type, ...amounts, ...sent };
    const adopted = await journal.adopt(key, hold.fence, stray);
    if (!adopted) return undefined;
    log.error(
      { order: id, key: key.keyId, state: report.state },
      "an order of ours is at the exchange and not in the journal: it is adopted, and cancelled if it is open",
    );
    figures.alerts++;
    return book.load(adopted);
  }

  /** Our number in its id. A caller's own id may begin with our letters: its number is hardly one of our times. */
  #numberOf({ clientOrderId }: Pick<OrderReport, "clientOrderId">): number | undefined {
    return likelyNumber(this.#context.prefix, clientOrderId, this.#context.nowMs());
  }
}

/** Since when an order may have trades that are not booked. */
function tradesFrom({ terms, order, handedMs, tradedMs }: Entry): number {
  const isWhole = tradedMs > 0 && order.booked === order.filled;
  return isWhole ? tradedMs : (handedMs ?? terms.createdMs);
}

/** Runs a poll; answers whether the exchange could be asked. */
export async function polled(poll: Promise<void>): Promise<boolean> {
  try {
    await poll;
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return false;
  }
}
