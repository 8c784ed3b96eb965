import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { isFinal, type ListedOrder, type OrderDeps, type RiskDeps } from "../../engine/index.ts";
import { exchangeErrors, type ConnectedExchangeDeps, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { Listing, MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { checkRisk, riskErrors } from "../../risk/index.ts";
import { checkMarketRules, plainText } from "../check-market-rules.ts";
import { checkAmounts, checkOrderType, checkQuantityRights, readTradingKey } from "../check-order.ts";
import { showOrder, SHOWN_TRADES } from "../show-order.ts";
import { orderErrors } from "../errors.ts";
import { id } from "../../shapes.ts";
import { AMOUNT, apikey, marketCode } from "../parameters.ts";
import { milliseconds, order as orderRecord } from "../records.ts";
import { millisecondTime } from "../../validation.ts";

export const orderCreate = endpoint({
  id: "orders.orderCreate",
  method: ["GET", "POST"],
  path: "/exchange-query/order-create",
  auth: "change",
  permission: "strategies",
  summary: "Place an order",
  description:
    "Sends the order at once or at `order_send_time`, and again `repeat_times` in all, `repeat_interval` " +
    "apart. With `expire_after`, what is left of each is cancelled so long after it was placed. The orders are stored " +
    "before anything is sent, and outlive a restart. At most 1,000 orders of a key wait for their time. One that cannot be sent within 5 seconds of its time is not sent, and " +
    "its status is rejected. Limits and halts (risk/limits, risk/halt) refuse an order now, and again when it is due. The " +
    "answer waits up to 3 seconds for orders that are due at once; with an Idempotency-Key it " +
    "does not wait.",
  input: {
    params: Type.Object({
      apikey,
      ordertype: Type.Enum(["market", "limit"]),
      code: marketCode,
      side: Type.Enum(["buy", "sell"]),
      quantity: Type.String({
        minLength: 1,
        maxLength: 40,
        pattern: AMOUNT,
        description: "Base currency: whole steps of the market, at most 18 places",
      }),
      price: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          pattern: AMOUNT,
          description: "Of a limit order: quote currency, whole ticks of the market, at most 18 places",
        }),
      ),
      order_send_time: Type.Optional(millisecondTime),
      repeat_times: Type.Integer({ minimum: 1, maximum: 10, default: 1, description: "How many orders in all" }),
      repeat_interval: Type.Integer({
        minimum: 1,
        maximum: DAY_MS,
        default: 10_000,
        description: "Milliseconds between two of them",
      }),
      expire_after: Type.Integer({
        minimum: 0,
        maximum: 2_592_000_000,
        default: 0,
        description: "Milliseconds after which a limit order is cancelled; 0 for never",
      }),
    }),
  },
  output: json(
    Type.Object({
      status: Type.Literal(true),
      id,
      orders: Type.Array(
        Type.Object({
          index: Type.Integer({ minimum: 0, maximum: 9 }),
          id,
          client_order_id: Type.String({ description: "Ours; the exchange knows it too" }),
          send_at: milliseconds,
          cancel_at: Type.Union([milliseconds, Type.Null()]),
          state: Type.Enum(["scheduled", "sent"]),
          order: Type.Union([orderRecord, Type.Null()], {
            description: "Null until it was sent, or waits for something",
          }),
        }),
      ),
    }),
  ),
  errors: [
    exchangeErrors.keyNotFound,
    exchangeErrors.notConnected,
    orderErrors.unknownMarket,
    orderErrors.keyUnfit,
    orderErrors.notAllowed,
    orderErrors.tooManyScheduled,
    riskErrors.limit,
    riskErrors.halted,
  ],
  examples: [
    {
      name: "three limit orders",
      body: {
        apikey: "1000002",
        ordertype: "limit",
        code: "simalpha-btcusdt",
        side: "buy",
        quantity: "0.001",
        price: "50000",
        repeat_times: 3,
      },
    },
    {
      name: "no quantity",
      body: { apikey: "1000002", ordertype: "market", code: "simalpha-btcusdt", side: "buy" },
      status: 422,
    },
  ],

  async run(deps: Deps, { input: { params }, actor }) {
    checkAmounts(params);
    const { key, listing } = await readTradingKey(deps, actor, params);
    const { ordertype, side, repeat_times: times, repeat_interval: intervalMs } = params;
    const quantity = plainText(params.quantity);
    const price = ordertype === "limit" && params.price !== undefined ? plainText(params.price) : undefined;
    checkOrderType(deps, key.exchange, ordertype);
    checkMarketRules({ ordertype, side, quantity, price }, listing.market, deps.market.top(listing));
    checkQuantityRights(actor, quantity);
    const nowMs = toMillis(deps.clock.now());
    const firstMs = params.order_send_time ?? nowMs;
    if (firstMs < nowMs - LATEST_MS) throw unfitParameter("order_send_time", "past", "must not be in the past");
    const wanted = { type: ordertype, side, amount: quantity, price: price ?? null, stopPrice: null };
    const market = { exchange: key.exchange, marketId: listing.market.id };
    await checkRisk(deps, { ownerUid: actor.ownerUid, keyId: key.id, strategyId: null, ...market, ...wanted });
    const sendAtMs = Array.from({ length: times }, (_, index) => Math.max(firstMs, nowMs) + index * intervalMs);
    await checkScheduled(deps, key.id, { sendAtMs, nowMs });
    const expireAfterMs = ordertype === "limit" ? params.expire_after : 0;
    const batch = await deps.orders.addBatch({
      ownerUid: actor.ownerUid,
      uid: actor.uid,
      keyId: key.id,
      exchange: key.exchange,
      order: {
        marketId: listing.market.id,
        side,
        type: ordertype,
        amount: quantity,
        ...(price === undefined ? {} : { price }),
      },
      sendAtMs,
      intervalMs,
      expireAfterMs,
      nowMs,
    });
    if (!batch) throw exchangeErrors.keyNotFound({ id: params.apikey });
    deps.orderNews.asked();
    const due = batch.orders.filter(({ terms }) => terms.sendAtMs <= nowMs).map(({ terms }) => terms.id);
    const heard = await deps.orderNews.wait(due, (orders) => orders.every(isAnswered));
    const newest = new Map(heard.map((each) => [each.terms.id, each]));
    const shown = batch.orders.map((each) => newest.get(each.terms.id) ?? each);
    return {
      status: true as const,
      id: String(batch.batchId),
      orders: await Promise.all(shown.map((each, index) => showPlanned(deps, each, index, listing))),
    };
  },
});

type Deps = ExchangeKeyDeps & MarketDeps & ConnectedExchangeDeps & OrderDeps & RiskDeps & ClockDeps;

/** Of a key. Requests at the same moment may exceed it by their own orders. */
const MAX_SCHEDULED = 1_000;

async function checkScheduled(
  { orders }: OrderDeps,
  keyId: number,
  { sendAtMs, nowMs }: { readonly sendAtMs: readonly number[]; readonly nowMs: number },
): Promise<void> {
  const later = sendAtMs.filter((at) => at > nowMs).length;
  if (later === 0) return;
  const waiting = await orders.countScheduled(keyId, nowMs, MAX_SCHEDULED);
  if (waiting + later > MAX_SCHEDULED) {
    throw orderErrors.tooManyScheduled({ id: String(keyId), maximum: MAX_SCHEDULED });
  }
}

/** A time that is past by less was meant as now. */
const LATEST_MS = 5_000;

/** Whether the exchange has said something of it, or it was never sent. */
function isAnswered({ order }: ListedOrder): boolean {
  return order.wasSeen || isFinal(order.state) || order.state === "unknown";
}

async function showPlanned({ orders }: OrderDeps, kept: ListedOrder, index: number, listing: Listing) {
  const { terms, order } = kept;
  const isScheduled = order.state === "created";
  const fills = order.booked > 0n ? await orders.listFillsOf([terms.id], SHOWN_TRADES.order) : [];
  return {
    index,
    id: String(terms.id),
    client_order_id: order.clientOrderId,
    send_at: terms.sendAtMs,
    cancel_at: terms.expireAfterMs === 0 ? null : terms.sendAtMs + terms.expireAfterMs,
    state: isScheduled ? ("scheduled" as const) : ("sent" as const),
    order: isScheduled && kept.why === "" ? null : showOrder(kept, fills, listing),
  };
}
