/** An account whose orders are matched by our own engine. Its seat keeps what happens before it is answered. */
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import type { EngineOrder, OrderKey, PlaceCommand } from "../../simulation/index.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { FillRange } from "../core/fill-range.ts";
import { checkTerms, NO_TERMS } from "../core/send-terms.ts";
import type {
  Balance,
  ExchangeAccount,
  Fill,
  KeyPermissions,
  NewOrder,
  OrderRef,
  OrderReport,
  OrderSink,
  SendTerms,
} from "../port.ts";
import type { AccountRecord, OrderWatch } from "./account-record.ts";
import { refusal } from "./engine-reports.ts";
import type { Line, TradingFloor } from "./trading-floor.ts";

/** A decimal that can be held exactly, and is far above all that is traded. */
const AMOUNT = /^\d{1,20}(?:\.\d{1,8})?$/;
const CLIENT_ORDER_ID = /^[A-Za-z0-9]{1,32}$/;

export class EngineAccount implements ExchangeAccount {
  readonly #record: AccountRecord;
  readonly #floor: TradingFloor;
  readonly #line: Line;
  readonly #watches = new Set<OrderWatch>();
  #isClosed = false;

  constructor(record: AccountRecord, floor: TradingFloor, line: Line) {
    this.#record = record;
    this.#floor = floor;
    this.#line = (request, run) => {
      if (this.#isClosed) return Promise.reject(new ExchangeFailure("unavailable", "network", "the account is closed"));
      return record.seat.use(() =>
        line(request, () => {
          record.seat.check();
          return run();
        }),
      );
    };
  }

  place(order: NewOrder, terms: SendTerms = NO_TERMS): Promise<OrderReport> {
    return this.#line({ kind: "place", marketId: order.marketId }, () => {
      checkTerms(terms, this.#floor.clockMs());
      terms.onWrite?.();
      const { marketId, clientOrderId } = order;
      if (!this.#floor.findMarket(marketId)) throw refusal("unknownMarket");
      if (!this.#floor.orderTypes.includes(order.type)) {
        throw new ExchangeFailure("rejected", "unsupported", "this order type is not supported");
      }
      const command = placeCommand(order, this.#record.name, this.#floor.now());
      // Ids are unique for ever, so that one that was used cannot be a new order.
      if (this.#find(order)) throw refusal("duplicateClientOrderId");
      const [first] = this.#floor.apply(command);
      if (first?.kind === "rejected") throw refusal(first.reason);
      return this.#reportOf({ marketId, clientOrderId });
    });
  }

  cancel(order: OrderRef): Promise<OrderReport> {
    return this.#line({ kind: "other" }, () => {
      const { marketId } = order;
      const [first] = this.#floor.apply({
        kind: "cancel",
        account: this.#record.name,
        marketId,
        order: this.#key(order),
        atMs: this.#floor.now(),
      });
      if (first?.kind === "rejected" && !this.#find(order)) throw refusal(first.reason);
      return this.#reportOf(order);
    });
  }

  amend(order: OrderRef, change: { readonly price?: string; readonly amount?: string }): Promise<OrderReport> {
    return this.#line({ kind: "amend", marketId: order.marketId }, () => {
      const [first] = this.#floor.apply({
        kind: "amend",
        account: this.#record.name,
        marketId: order.marketId,
        order: this.#key(order),
        ...(change.price === undefined ? {} : { price: units(change.price) }),
        ...(change.amount === undefined ? {} : { amount: units(change.amount) }),
        atMs: this.#floor.now(),
      });
      if (first?.kind === "rejected") throw refusal(first.reason);
      return this.#reportOf(order);
    });
  }

  find(order: OrderRef): Promise<OrderReport | undefined> {
    return this.#line({ kind: "other" }, () => {
      const found = this.#find(order);
      return found && this.#record.report(found);
    });
  }

  openOrders(marketId?: string): Promise<readonly OrderReport[]> {
    return this.#line({ kind: "other" }, () =>
      this.#floor.matching.openOrders(this.#record.name, marketId).map((order) => this.#record.report(order)),
    );
  }

  closedOrders(
    marketId: string,
    range: { readonly sinceMs?: number; readonly limit: number },
  ): Promise<readonly OrderReport[]> {
    return this.#line({ kind: "other" }, () =>
      this.#floor.matching
        .closedOrders(this.#record.name, marketId, range.limit)
        .filter((order) => order.updatedMs >= (range.sinceMs ?? 0))
        .map((order) => this.#record.report(order)),
    );
  }

  fills(marketId: string, { sinceMs, untilMs = Infinity, limit }: FillRange): Promise<readonly Fill[]> {
    return this.#line({ kind: "other" }, () => {
      const isMeant = (fill: Fill): boolean => fill.atMs >= (sinceMs ?? 0) && fill.atMs <= untilMs;
      const ofMarket = this.#record.fills.filter((fill) => fill.marketId === marketId && isMeant(fill));
      return sinceMs === undefined ? ofMarket.slice(-limit) : ofMarket.slice(0, limit);
    });
  }

  balances(): Promise<readonly Balance[]> {
    return this.#line({ kind: "other" }, () =>
      [...this.#floor.matching.balances(this.#record.name)].map(([currency, { free, held }]) => ({
        currency,
        free: formatAmount(free),
        used: formatAmount(held),
      })),
    );
  }

  setLeverage(): Promise<void> {
    return Promise.reject(new ExchangeFailure("rejected", "unsupported", "leverage is not supported"));
  }

  permissions(): Promise<KeyPermissions> {
    return this.#line({ kind: "other" }, () => {
      return { read: true, trade: true, withdraw: false, ipRestricted: false };
    });
  }

  watch(sink: OrderSink): Promise<{ stop(): Promise<void> }> {
    return this.#line({ kind: "other" }, () => {
      const watch = this.#record.watch(sink);
      this.#watches.add(watch);
      return {
        stop: () => {
          this.#watches.delete(watch);
          watch.stop();
          return Promise.resolve();
        },
      };
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const watch of this.#watches) watch.stop();
    this.#watches.clear();
    return Promise.resolve();
  }

  #key({ clientOrderId, exchangeOrderId }: Pick<OrderRef, "clientOrderId" | "exchangeOrderId">): OrderKey {
    if (clientOrderId !== "") return { clientOrderId };
    return { orderId: Number(exchangeOrderId ?? 0) };
  }

  #find(order: OrderRef): EngineOrder | undefined {
    return this.#floor.matching.order(this.#record.name, order.marketId, this.#key(order));
  }

  #reportOf(order: OrderRef): OrderReport {
    const found = this.#find(order);
    if (!found) throw refusal("unknownOrder");
    return this.#record.report(found);
  }
}

function placeCommand(order: NewOrder, account: string, atMs: number): PlaceCommand {
  if (!CLIENT_ORDER_ID.test(order.clientOrderId)) {
    throw new ExchangeFailure("rejected", "other", "a client order id is 1 to 32 letters and digits");
  }
  if ((order.accountType ?? "spot") !== "spot" || order.reduceOnly === true) {
    throw new ExchangeFailure("rejected", "unsupported", "only spot orders are taken here");
  }
  return {
    kind: "place",
    account,
    marketId: order.marketId,
    clientOrderId: order.clientOrderId,
    side: order.side,
    type: order.type,
    amount: units(order.amount),
    ...(order.price === undefined ? {} : { price: units(order.price) }),
    ...(order.stopPrice === undefined ? {} : { stopPrice: units(order.stopPrice) }),
    timeInForce: order.timeInForce ?? "GTC",
    postOnly: order.postOnly === true,
    atMs,
  };
}

/** Reads a decimal; one that is too fine or too long is refused as the filters would. */
function units(decimal: string): bigint {
  if (!AMOUNT.test(decimal))
    throw new ExchangeFailure("rejected", "filter", "this is not a decimal of at most 8 places");
  return parseAmount(decimal);
}
