/** Reports to customers about their orders and balances: the events of Binance's user data stream. */
import { randomBytes } from "node:crypto";
import { formatAmount } from "../../../src/kit/money/amount.ts";
import type { EngineEvent, EngineOrder } from "../../../src/trading/simulation/core/commands.ts";
import { statusOf, typeOf } from "./order-views.ts";
import type { TradeEvent } from "./tape.ts";
import { HOUSE, type News, type Venue } from "./venue.ts";

export type TellAccount = (account: string, event: object) => void;

interface Execution {
  readonly type: "NEW" | "CANCELED" | "REPLACED" | "EXPIRED" | "TRADE";
  readonly order: EngineOrder;
  readonly trade?: TradeEvent;
}

const ONE = 100_000_000n;
let executions = 0;

/** Tells customers from now on; answers how to stop. */
export function tellCustomers(venue: Venue, tell: TellAccount): () => void {
  /** Reported open orders of customers, and whether they waited for their price then. */
  const known = new Map<number, boolean>();
  return venue.listen((news) => {
    const touched = new Map<string, Set<string>>();
    for (const event of news.events) {
      for (const execution of executionsOf(event, known)) {
        const { account, marketId } = execution.order;
        if (account.startsWith(HOUSE)) continue;
        touched.set(account, (touched.get(account) ?? new Set()).add(marketId));
        tell(account, executionReport(execution, news));
      }
    }
    for (const [account, marketIds] of touched) tell(account, accountPosition(venue, account, marketIds, news.atMs));
  });
}

function executionsOf(event: EngineEvent, known: Map<number, boolean>): readonly Execution[] {
  if (event.kind === "trade") {
    const { taker, maker } = event;
    for (const { orderId, state } of [taker, maker]) if (state !== "open") known.delete(orderId);
    return [
      { type: "TRADE", order: taker, trade: event },
      { type: "TRADE", order: maker, trade: event },
    ];
  }
  if (event.kind !== "order" || event.order.account.startsWith(HOUSE)) return [];
  const { order } = event;
  const waited = known.get(order.orderId);
  if (order.state === "open") known.set(order.orderId, order.isWaiting);
  else known.delete(order.orderId);
  if (order.state === "canceled") return [{ type: "CANCELED", order }];
  if (order.state !== "open") return [{ type: "EXPIRED", order }];
  return [{ type: waited === undefined || waited !== order.isWaiting ? "NEW" : "REPLACED", order }];
}

function executionReport({ type, order, trade }: Execution, { atMs }: News): object {
  const isMaker = trade !== undefined && trade.maker.orderId === order.orderId;
  const fee = trade && (isMaker ? trade.makerFee : trade.takerFee);
  const isCanceled = type === "CANCELED";
  return {
    e: "executionReport",
    E: atMs,
    s: order.marketId.toUpperCase(),
    c: isCanceled ? randomBytes(11).toString("hex") : order.clientOrderId,
    S: order.side.toUpperCase(),
    o: typeOf(order),
    f: order.timeInForce,
    q: formatAmount(order.amount),
    p: formatAmount(order.price),
    P: formatAmount(order.stopPrice),
    F: "0.00000000",
    g: -1,
    C: isCanceled ? order.clientOrderId : "",
    x: type,
    X: statusOf(order),
    r: "NONE",
    i: order.orderId,
    l: formatAmount(trade?.quantity ?? 0n),
    z: formatAmount(order.filled),
    L: formatAmount(trade?.price ?? 0n),
    n: fee ? formatAmount(fee.amount) : "0",
    N: fee?.currency ?? null,
    T: trade?.atMs ?? order.updatedMs,
    t: trade?.tradeId ?? -1,
    I: ++executions,
    w: order.state === "open" && !order.isWaiting,
    m: isMaker,
    M: trade !== undefined,
    O: order.createdMs,
    Z: formatAmount(order.cost),
    Y: formatAmount(trade ? (trade.price * trade.quantity) / ONE : 0n),
    Q: "0.00000000",
    W: order.isWaiting ? undefined : order.createdMs,
    V: "NONE",
  };
}

/** The balances that an order on these markets can have changed. */
function accountPosition(venue: Venue, account: string, marketIds: ReadonlySet<string>, atMs: number): object {
  const currencies = new Set<string>();
  for (const marketId of marketIds) {
    const market = venue.markets.get(marketId.toUpperCase());
    if (market) currencies.add(market.base).add(market.quote);
  }
  const balances = venue.engine.balances(account);
  return {
    e: "outboundAccountPosition",
    E: atMs,
    u: atMs,
    B: [...currencies].map((currency) => {
      const { free, held } = balances.get(currency) ?? { free: 0n, held: 0n };
      return { a: currency, f: formatAmount(free), l: formatAmount(held) };
    }),
  };
}
