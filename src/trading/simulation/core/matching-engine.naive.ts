/**
 * The slow, obvious twin of the matching engine, for tests to compare with. It keeps a list of all orders and what
 * each account owns. Queues, levels and reservations are computed from the list each time.
 */
import { ONE, parseAmount } from "../../../kit/money/amount.ts";
import type { Market } from "../../exchanges/index.ts";
import type { Command, EngineEvent, EngineOrder, Matching, OrderKey, PlaceCommand, RejectReason } from "./commands.ts";
import { NaiveBooks } from "./matching-books.naive.ts";
import { NaiveMoney } from "./matching-money.naive.ts";
import { copy, isWhole, isWithin, least, matches, needs, other, type NaiveOrder } from "./matching-order.naive.ts";

type Amend = Extract<Command, { kind: "amend" }>;

export function createNaiveMatching(markets: readonly Market[]): Matching {
  return new NaiveMatching(markets);
}

class NaiveMatching implements Matching {
  readonly #markets: readonly Market[];
  /** Open ones, the oldest first. */
  readonly #orders: NaiveOrder[] = [];
  /** In the order of becoming final. */
  readonly #closed: NaiveOrder[] = [];
  readonly #money: NaiveMoney;
  readonly #books = new NaiveBooks(this.#orders);
  readonly #sequences = new Map<string, number>();
  #placed = 0;
  #turns = 0;
  #trades = 0;
  #events: EngineEvent[] = [];

  constructor(markets: readonly Market[]) {
    this.#markets = markets;
    this.#money = new NaiveMoney(markets, this.#orders);
  }

  apply(command: Command): readonly EngineEvent[] {
    this.#events = [];
    const reason = this.#do(command);
    const marketId = command.kind === "deposit" ? "" : command.marketId;
    return reason ? [{ kind: "rejected", account: command.account, marketId, reason }] : this.#events;
  }

  book(marketId: string, depth: number): ReturnType<Matching["book"]> {
    const side = (name: "buy" | "sell"): [bigint, bigint][] => {
      const prices = [...new Set(this.#books.queue(marketId, name).map((order) => order.price))];
      return prices.slice(0, depth).map((price) => [price, this.#books.offered(marketId, name, price)]);
    };
    return { bids: side("buy"), asks: side("sell"), sequence: this.#sequences.get(marketId) ?? 0 };
  }

  order(account: string, marketId: string, key: OrderKey): EngineOrder | undefined {
    const ofAccount = [...this.#closed, ...this.#orders].filter((order) => order.account === account);
    const found = ofAccount.sort((a, b) => a.orderId - b.orderId).findLast((order) => matches(order, key));
    return found && found.marketId === marketId ? copy(found) : undefined;
  }

  openOrders(account: string, marketId?: string): readonly EngineOrder[] {
    return this.#orders
      .filter((order) => order.account === account && order.state === "open")
      .filter((order) => marketId === undefined || order.marketId === marketId)
      .map(copy);
  }

  closedOrders(account: string, marketId: string, limit: number): readonly EngineOrder[] {
    const all = this.#closed.filter((order) => order.account === account).slice(-10_000);
    return all
      .filter((order) => order.marketId === marketId)
      .map(copy)
      .toReversed()
      .slice(0, limit);
  }

  balances(account: string): ReadonlyMap<string, { readonly free: bigint; readonly held: bigint }> {
    return this.#money.balances(account);
  }

  #do(command: Command): RejectReason | undefined {
    if (command.kind === "deposit") {
      if (command.amount <= 0n) return "badCommand";
      this.#money.pay(command.account, command.currency, command.amount);
      return undefined;
    }
    const market = this.#markets.find((each) => each.id === command.marketId);
    if (!market || (command.kind === "place" && !market.isActive)) return "unknownMarket";
    if (command.kind === "place") return this.#place(market, command);
    const order = this.#orders.findLast(
      (each) => each.account === command.account && each.state === "open" && matches(each, command.order),
    );
    if (order?.marketId !== market.id) return "unknownOrder";
    if (command.kind === "amend") return this.#amend(market, order, command);
    this.#end(order, "canceled", command.atMs);
    return undefined;
  }

  #place(market: Market, command: PlaceCommand): RejectReason | undefined {
    const order: NaiveOrder = {
      orderId: this.#placed + 1,
      account: command.account,
      marketId: market.id,
      clientOrderId: command.clientOrderId,
      side: command.side,
      type: command.type,
      timeInForce: command.timeInForce,
      postOnly: command.postOnly,
      price: command.type.includes("limit") ? (command.price ?? 0n) : 0n,
      stopPrice: command.type.includes("stop") ? (command.stopPrice ?? 0n) : 0n,
      amount: command.amount,
      filled: 0n,
      cost: 0n,
      state: "open",
      isWaiting: command.type.includes("stop"),
      createdMs: command.atMs,
      updatedMs: command.atMs,
      turn: 0,
    };
    const reason = this.#whyNot(market, command, order);
    if (reason) return reason;
    this.#placed++;
    this.#orders.push(order);
    this.#tell(order);
    order.turn = ++this.#turns;
    if (!order.isWaiting) this.#run(market, order, command.atMs);
    return undefined;
  }

  #whyNot(market: Market, command: PlaceCommand, order: NaiveOrder): RejectReason | undefined {
    const hasPrice = command.type.includes("limit");
    const isStop = command.type.includes("stop");
    if (hasPrice && command.price === undefined) return "badCommand";
    if (isStop && command.stopPrice === undefined) return "badCommand";
    if (command.postOnly && (command.type !== "limit" || command.timeInForce !== "GTC")) return "badCommand";
    const twin = this.#orders.some(
      (each) => each.state === "open" && each.account === order.account && each.clientOrderId === order.clientOrderId,
    );
    if (order.clientOrderId !== "" && twin) return "duplicateClientOrderId";
    if (hasPrice && !isWhole(order.price, market.tickSize)) return "priceFilter";
    if (isStop && !isWhole(order.stopPrice, market.tickSize)) return "priceFilter";
    if (!isWhole(order.amount, market.stepSize) || order.amount < parseAmount(market.minAmount)) return "lotSize";
    const best = this.#books.queue(market.id, other(order.side))[0]?.price;
    const price = hasPrice ? order.price : isStop ? order.stopPrice : best;
    if (price === undefined) return "noLiquidity";
    if (price * order.amount < parseAmount(market.minNotional) * ONE) return "minNotional";
    if (isStop && this.#books.isReached(order)) return "wouldTriggerAtOnce";
    if (order.postOnly && best !== undefined && isWithin(order, best)) return "wouldTake";
    if (order.side === "sell") {
      return order.amount > this.#money.free(order.account, market.base) ? "insufficientFunds" : undefined;
    }
    const free = this.#money.free(order.account, market.quote);
    if (hasPrice) return needs(order) > free ? "insufficientFunds" : undefined;
    return !isStop && this.#canPay(market, free, price) === 0n ? "insufficientFunds" : undefined;
  }

  #amend(market: Market, order: NaiveOrder, command: Amend): RejectReason | undefined {
    const { price = order.price, amount = order.amount } = command;
    const hasPrice = order.type.includes("limit");
    if (command.price === undefined && command.amount === undefined) return "badCommand";
    if (command.price !== undefined && !hasPrice) return "badCommand";
    if (amount <= order.filled) return "badCommand";
    if (hasPrice && !isWhole(price, market.tickSize)) return "priceFilter";
    if (!isWhole(amount, market.stepSize) || amount < parseAmount(market.minAmount)) return "lotSize";
    const reference = hasPrice ? price : order.stopPrice;
    if (reference * amount < parseAmount(market.minNotional) * ONE) return "minNotional";
    const best = this.#books.queue(market.id, other(order.side))[0]?.price;
    const changed: NaiveOrder = { ...order, price, amount, updatedMs: command.atMs };
    if (order.postOnly && best !== undefined && isWithin(changed, best)) return "wouldTake";
    const currency = order.side === "buy" ? market.quote : market.base;
    if (needs(changed) > this.#money.free(order.account, currency) + needs(order)) return "insufficientFunds";

    const keepsPlace = order.isWaiting || (price === order.price && amount <= order.amount);
    const isInBook = !order.isWaiting && (!keepsPlace || amount !== order.amount);
    // It leaves its level before it comes again elsewhere.
    if (isInBook && !keepsPlace) {
      order.state = "canceled";
      this.#tellLevel(order);
    }
    Object.assign(order, { price, amount, updatedMs: command.atMs, state: "open" });
    if (isInBook && keepsPlace) this.#tellLevel(order);
    this.#tell(order);
    if (!keepsPlace) {
      order.turn = ++this.#turns;
      this.#run(market, order, command.atMs);
    }
    return undefined;
  }

  /** Runs an order through the book, then every stop that fires, in the order of firing. */
  #run(market: Market, first: NaiveOrder, atMs: number): void {
    this.#take(market, first, atMs);
    const fired = this.#books.fired(market.id, []);
    for (const order of fired) {
      order.isWaiting = false;
      order.updatedMs = atMs;
      order.turn = ++this.#turns;
      this.#tell(order);
      this.#take(market, order, atMs);
      fired.push(...this.#books.fired(market.id, fired));
    }
  }

  #take(market: Market, taker: NaiveOrder, atMs: number): void {
    const hasPrice = taker.type.includes("limit");
    const wanted = this.#books.queue(market.id, other(taker.side)).filter((maker) => maker !== taker);
    const good = hasPrice ? wanted.filter((maker) => isWithin(taker, maker.price)) : wanted;
    const own = good.findIndex((maker) => maker.account === taker.account);
    const makers = own === -1 ? good : good.slice(0, own);
    const offered = makers.reduce((sum, maker) => sum + maker.amount - maker.filled, 0n);
    const remaining = taker.amount - taker.filled;
    if (hasPrice && taker.timeInForce === "FOK" && offered < remaining) {
      this.#end(taker, "expired", atMs);
      return;
    }
    let level: NaiveOrder | undefined;
    for (const maker of makers) {
      if (level && level.price !== maker.price) {
        this.#tellLevel(level);
        level = undefined;
      }
      const quantity = this.#tradable(market, taker, maker);
      if (quantity === 0n) break;
      this.#trade(market, taker, maker, quantity, atMs);
      level = maker;
    }
    if (level) this.#tellLevel(level);
    if (taker.filled === taker.amount) return;
    const metItself = own !== -1 && makers.every((maker) => maker.state === "filled");
    if (hasPrice && taker.timeInForce === "GTC" && !metItself) this.#tellLevel(taker);
    else this.#end(taker, "expired", atMs);
  }

  #tradable(market: Market, taker: NaiveOrder, maker: NaiveOrder): bigint {
    const quantity = least(taker.amount - taker.filled, maker.amount - maker.filled);
    if (taker.type.includes("limit") || taker.side === "sell") return quantity;
    const free = this.#money.free(taker.account, market.quote);
    if ((maker.price * quantity) / ONE <= free) return quantity;
    return least(quantity, this.#canPay(market, free, maker.price));
  }

  #trade(market: Market, taker: NaiveOrder, maker: NaiveOrder, quantity: bigint, atMs: number): void {
    const value = (maker.price * quantity) / ONE;
    for (const order of [taker, maker]) {
      order.filled += quantity;
      order.cost += value;
      order.updatedMs = atMs;
      if (order.filled === order.amount) order.state = "filled";
    }
    if (maker.state === "filled") this.#close(maker);
    if (taker.state === "filled") this.#close(taker);
    const [buyer, seller] = taker.side === "buy" ? [taker, maker] : [maker, taker];
    this.#money.pay(buyer.account, market.quote, -value);
    this.#money.pay(seller.account, market.quote, value);
    this.#money.pay(seller.account, market.base, -quantity);
    this.#money.pay(buyer.account, market.base, quantity);
    const takerFee = this.#money.charge(market, taker, quantity, value, market.takerFee);
    const makerFee = this.#money.charge(market, maker, quantity, value, market.makerFee);
    this.#books.last.set(market.id, maker.price);
    this.#events.push({
      kind: "trade",
      marketId: market.id,
      tradeId: ++this.#trades,
      price: maker.price,
      quantity,
      takerSide: taker.side,
      taker: copy(taker),
      maker: copy(maker),
      takerFee,
      makerFee,
      atMs,
    });
  }

  #end(order: NaiveOrder, state: "canceled" | "expired", atMs: number): void {
    const wasInBook = state === "canceled" && !order.isWaiting;
    Object.assign(order, { state, isWaiting: false, updatedMs: atMs });
    this.#close(order);
    if (wasInBook) this.#tellLevel(order);
    this.#tell(order);
  }

  #close(order: NaiveOrder): void {
    this.#orders.splice(this.#orders.indexOf(order), 1);
    this.#closed.push(order);
  }

  #tell(order: NaiveOrder): void {
    this.#events.push({ kind: "order", order: copy(order) });
  }

  #tellLevel({ marketId, side, price }: NaiveOrder): void {
    const sequence = (this.#sequences.get(marketId) ?? 0) + 1;
    this.#sequences.set(marketId, sequence);
    const quantity = this.#books.offered(marketId, side, price);
    this.#events.push({ kind: "level", marketId, side: side === "buy" ? "bid" : "ask", price, quantity, sequence });
  }

  #canPay(market: Market, free: bigint, price: bigint): bigint {
    const step = parseAmount(market.stepSize);
    return ((free * ONE) / price / step) * step;
  }
}
