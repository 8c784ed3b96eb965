/**
 * A venue's matching engine: price-time priority over all its markets, with reservations of the accounts' money for
 * their orders.
 *
 * - A limit order reserves all that it may cost; what it costs less comes back with each fill. A market order, and a
 *   `stop` that has fired, spends what is free while it is matched and expires when that is used up. A waiting `stop`
 *   to buy reserves nothing, for its price is not known.
 * - Fees are taken out of what is received, rounded up to 1e-8, and go to the account `fees`. A rebate is paid from
 *   there, as far as it reaches.
 * - Self-trades are prevented: an order that would meet another of its own account expires with its remainder.
 * - A stop order fires when the last price has reached its own, after the command that brought it there is done.
 * - An amendment that only lowers the amount keeps its place in the queue; every other goes to the end of it.
 * - The same commands give the same events, always.
 */
import type { Market } from "../../exchanges/index.ts";
import { Account } from "./account.ts";
import type { Command, EngineEvent, EngineOrder, Matching, OrderKey, PlaceCommand, RejectReason } from "./commands.ts";
import type { KeptAccount, RestoringMatching } from "./kept-account.ts";
import { KeptOrder } from "./kept-order.ts";
import { MarketBook } from "./market-book.ts";
import { marketRules } from "./market-rules.ts";
import { amendProblem, placeProblem, type Amendment } from "./order-problem.ts";
import { canFillWhole, takeLiquidity } from "./take-liquidity.ts";

export interface MatchingOptions {
  /** How many final orders of an account are kept, 10,000 unless told. For accounts that are not asked about. */
  readonly keepClosed?: (account: string) => number;
  /** An account whose orders may be as small and as finely divided as they like. */
  readonly unfiltered?: string;
  /** Ids of orders and trades are above it; 0 unless told. */
  readonly idsAbove?: number;
}

const KEEP_CLOSED = 10_000;

/** Where fees go. */
const FEES = "fees";

/**
 * The fast engine. See the head of this file for the rules.
 *
 * @param markets all of them, or how to find one when it is first asked for.
 */
export function createMatching(
  markets: readonly Market[] | ((marketId: string) => Market | undefined),
  options: MatchingOptions = {},
): RestoringMatching {
  if (typeof markets === "function") return new MatchingEngine(markets, options);
  const byId = new Map(markets.map((market) => [market.id, market]));
  return new MatchingEngine((marketId) => byId.get(marketId), options);
}

class MatchingEngine implements RestoringMatching {
  readonly #books = new Map<string, MarketBook>();
  readonly #accounts = new Map<string, Account>();
  readonly #findMarket: (marketId: string) => Market | undefined;
  readonly #keepClosed: (account: string) => number;
  readonly #unfiltered: string | undefined;
  readonly #fees: Account;
  readonly #fired: KeptOrder[] = [];
  #lastOrderId: number;
  #lastTradeId: number;

  constructor(findMarket: (marketId: string) => Market | undefined, options: MatchingOptions) {
    this.#findMarket = findMarket;
    this.#keepClosed = options.keepClosed ?? (() => KEEP_CLOSED);
    this.#unfiltered = options.unfiltered;
    this.#lastOrderId = options.idsAbove ?? 0;
    this.#lastTradeId = this.#lastOrderId;
    this.#fees = this.#account(FEES);
  }

  apply(command: Command): readonly EngineEvent[] {
    switch (command.kind) {
      case "place":
        return this.#place(command);
      case "cancel":
        return this.#cancel(command.account, command.marketId, command.order, command.atMs);
      case "amend":
        return this.#amend(command.account, command.marketId, command.order, command);
      case "deposit":
        if (command.amount <= 0n) return rejected(command.account, "", "badCommand");
        this.#account(command.account).purse(command.currency).free += command.amount;
        return [];
    }
  }

  book(marketId: string, depth: number): ReturnType<Matching["book"]> {
    const book = this.#book(marketId);
    const bids: (readonly [bigint, bigint])[] = [];
    const asks: (readonly [bigint, bigint])[] = [];
    for (let place = 0; book && place < depth; place++) {
      const bid = book.bids.at(place);
      const ask = book.asks.at(place);
      if (!bid && !ask) break;
      if (bid) bids.push([bid.price, bid.quantity]);
      if (ask) asks.push([ask.price, ask.quantity]);
    }
    return { bids, asks, sequence: book?.sequence ?? 0 };
  }

  order(account: string, marketId: string, order: OrderKey): EngineOrder | undefined {
    return this.#accounts.get(account)?.find(marketId, order)?.copy();
  }

  openOrders(account: string, marketId?: string): readonly EngineOrder[] {
    const found: EngineOrder[] = [];
    for (const order of this.#accounts.get(account)?.open ?? []) {
      if (marketId === undefined || order.marketId === marketId) found.push(order.copy());
    }
    return found;
  }

  closedOrders(account: string, marketId: string, limit: number): readonly EngineOrder[] {
    return this.#accounts.get(account)?.closed(marketId, limit) ?? [];
  }

  balances(account: string): ReadonlyMap<string, { readonly free: bigint; readonly held: bigint }> {
    const balances = new Map<string, { readonly free: bigint; readonly held: bigint }>();
    for (const [currency, { free, held }] of this.#accounts.get(account)?.purses ?? []) {
      balances.set(currency, { free, held });
    }
    return balances;
  }

  get lastIds(): RestoringMatching["lastIds"] {
    return { orderId: this.#lastOrderId, tradeId: this.#lastTradeId };
  }

  restore(kept: KeptAccount, atMs: number): readonly EngineEvent[] {
    const account = this.#account(kept.account);
    this.#lastOrderId = Math.max(this.#lastOrderId, kept.lastOrderId);
    this.#lastTradeId = Math.max(this.#lastTradeId, kept.lastTradeId);
    for (const [currency, amount] of kept.balances) account.purse(currency).free = amount;
    const events: EngineEvent[] = [];
    for (const each of kept.orders) this.#resume(account, each, atMs, events);
    return events;
  }

  remove(name: string): readonly EngineEvent[] {
    const events: EngineEvent[] = [];
    for (const order of this.#accounts.get(name)?.open ?? []) this.#book(order.marketId)?.takeOut(order, events);
    this.#accounts.delete(name);
    return events;
  }

  #resume(account: Account, kept: EngineOrder, atMs: number, events: EngineEvent[]): void {
    const book = this.#book(kept.marketId);
    const order = KeptOrder.resumed(kept, account, book?.rules);
    account.add(order);
    if (order.state !== "open") {
      account.close(order);
      return;
    }
    if (!book || !order.canHoldRest()) {
      this.#end(order, "canceled", atMs, events);
    } else if (order.isWaiting) {
      order.holdRest();
      book.wait(order);
    } else {
      this.#match(book, order, atMs, events);
    }
  }

  #book(marketId: string): MarketBook | undefined {
    const known = this.#books.get(marketId);
    if (known) return known;
    const market = this.#findMarket(marketId);
    if (!market) return undefined;
    const book = new MarketBook(marketRules(market));
    this.#books.set(marketId, book);
    return book;
  }

  #account(name: string): Account {
    let account = this.#accounts.get(name);
    if (!account) {
      account = new Account(name, this.#keepClosed(name));
      this.#accounts.set(name, account);
    }
    return account;
  }

  #place(command: PlaceCommand): readonly EngineEvent[] {
    const book = this.#book(command.marketId);
    if (!book?.rules.isActive) return rejected(command.account, command.marketId, "unknownMarket");
    const account = this.#account(command.account);
    const problem = placeProblem(book, account, command, account.name !== this.#unfiltered);
    if (problem) return rejected(command.account, command.marketId, problem);

    const { base, quote } = book.rules;
    const order = new KeptOrder(++this.#lastOrderId, command, account, account.purse(base), account.purse(quote));
    account.add(order);
    const events: EngineEvent[] = [{ kind: "order", order: order.copy() }];
    if (order.isWaiting) {
      order.holdRest();
      book.wait(order);
    } else {
      this.#match(book, order, command.atMs, events);
    }
    return events;
  }

  #cancel(name: string, marketId: string, key: OrderKey, atMs: number): readonly EngineEvent[] {
    const book = this.#book(marketId);
    if (!book) return rejected(name, marketId, "unknownMarket");
    const order = this.#accounts.get(name)?.findOpen(marketId, key);
    if (!order) return rejected(name, marketId, "unknownOrder");
    const events: EngineEvent[] = [];
    book.takeOut(order, events);
    this.#end(order, "canceled", atMs, events);
    return events;
  }

  #amend(name: string, marketId: string, key: OrderKey, change: Amendment): readonly EngineEvent[] {
    const book = this.#book(marketId);
    if (!book) return rejected(name, marketId, "unknownMarket");
    const order = this.#accounts.get(name)?.findOpen(marketId, key);
    if (!order) return rejected(name, marketId, "unknownOrder");
    const problem = amendProblem(book, order, change);
    if (problem) return rejected(name, marketId, problem);

    const { price = order.price, amount = order.amount } = change;
    const keepsPlace = order.isWaiting || (price === order.price && amount <= order.amount);
    const events: EngineEvent[] = [];
    order.release();
    if (keepsPlace && !order.isWaiting) {
      shrink(book, order, order.amount - amount, events);
    } else if (!order.isWaiting) {
      book.takeOut(order, events);
    }
    order.price = price;
    order.amount = amount;
    order.remaining = amount - order.filled;
    order.updatedMs = change.atMs;
    events.push({ kind: "order", order: order.copy() });
    if (keepsPlace) order.holdRest();
    else this.#match(book, order, change.atMs, events);
    return events;
  }

  /** Lets an order take what it can, and then all stop orders that this has fired, and those that they fire. */
  #match(book: MarketBook, first: KeptOrder, atMs: number, events: EngineEvent[]): void {
    this.#take(book, first, atMs, events);
    const fired = this.#fired;
    book.takeFired(fired);
    for (let place = 0; place < fired.length; place++) {
      const order = fired[place];
      if (!order) break;
      order.isWaiting = false;
      order.updatedMs = atMs;
      order.release();
      events.push({ kind: "order", order: order.copy() });
      this.#take(book, order, atMs, events);
      book.takeFired(fired);
    }
    fired.length = 0;
  }

  #take(book: MarketBook, order: KeptOrder, atMs: number, events: EngineEvent[]): void {
    const isLimit = order.type === "limit" || order.type === "stop_limit";
    const isAllOrNothing = isLimit && order.timeInForce === "FOK";
    if (isAllOrNothing && !canFillWhole(book, order)) {
      this.#end(order, "expired", atMs, events);
      return;
    }
    const taken = takeLiquidity(book, order, this.#fees, this.#lastTradeId, atMs, events);
    this.#lastTradeId = taken.lastTradeId;
    if (order.remaining === 0n) {
      order.owner.close(order);
    } else if (isLimit && order.timeInForce === "GTC" && !taken.metItself) {
      order.holdRest();
      book.rest(order, events);
    } else {
      this.#end(order, "expired", atMs, events);
    }
  }

  #end(order: KeptOrder, state: "canceled" | "expired", atMs: number, events: EngineEvent[]): void {
    order.release();
    order.state = state;
    order.isWaiting = false;
    order.updatedMs = atMs;
    order.owner.close(order);
    events.push({ kind: "order", order: order.copy() });
  }
}

/** Lowers what rests in the book without moving the order. */
function shrink(book: MarketBook, order: KeptOrder, by: bigint, events: EngineEvent[]): void {
  const level = order.level;
  if (!level || by === 0n) return;
  level.quantity -= by;
  book.tell(level, order.isBuy, events);
}

function rejected(account: string, marketId: string, reason: RejectReason): readonly EngineEvent[] {
  return [{ kind: "rejected", account, marketId, reason }];
}
