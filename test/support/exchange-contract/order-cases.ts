/** An exchange's promises about orders that it takes. */
import { expect } from "vitest";
import { formatAmount, parseAmount } from "../../../src/kit/money/amount.ts";
import type { Fill, OrderReport } from "../../../src/trading/exchanges/port.ts";
import { expectFailure, sameAmount, type CaseContext, type ContractCase, type Skip } from "./contract-case.ts";
import { eventually } from "./subject.ts";

const hasStops: Skip = ({ exchange }) => !exchange.has.orderTypes.includes("stop_limit") && "it has no stop orders";
const hasAmend: Skip = ({ exchange }) => !exchange.has.amend && "it cannot amend";
const hasPostOnly: Skip = ({ exchange }) => !exchange.has.postOnly && "it has no post-only orders";
const takes =
  (timeInForce: "IOC" | "FOK"): Skip =>
  ({ exchange }) =>
    !exchange.has.timeInForce.includes(timeInForce) && `it has no ${timeInForce}`;

export const orderCases: readonly ContractCase[] = [
  ["C30", "a limit order rests, is found by our id and is listed as open", rests],
  ["C31", "a canceled order is canceled, no longer open, and its money is free again", cancels],
  ["C32", "to cancel a final order reports it as it is", cancelsFinal],
  ["C33", "an order that takes reports what it got, and fills add up to it", takesLiquidity],
  ["C34", "an order that rests is filled in parts as others come", filledInParts],
  ["C35", "a market order takes the best price", marketOrder],
  ["C36", "what an immediate-or-cancel order does not get at once is over", immediateOrCancel, takes("IOC")],
  ["C37", "a fill-or-kill order gets all or nothing", fillOrKill, takes("FOK")],
  ["C38", "a post-only order rests where it does not take", postOnly, hasPostOnly],
  ["C39", "an amended order keeps our id and has its new price and amount", amends, hasAmend],
  ["C40", "a stop order waits for its price, and can be canceled", stops, hasStops],
  ["C41", "final orders are listed newest first, as many as asked at most", closedOrders],
  ["C42", "fills are listed oldest first, each once, with what they cost", listsFills],
  ["C43", "fills can be listed from a time and up to a time, both included", listsFillsOfRange],
  ["C44", "an order is found by the exchange's id where ours is not known, open or ended", findsByTheirId],
];

async function rests({ account, order, market, price, amount }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  const placed = await account.place(wanted);
  expect(placed).toMatchObject({ clientOrderId: wanted.clientOrderId, side: "buy", type: "limit", state: "open" });
  expect(placed.exchangeOrderId).not.toBe("");
  for (const report of [placed, await account.find(wanted), (await account.openOrders(market.id))[0]]) {
    expect(report).toMatchObject({ marketId: market.id, clientOrderId: wanted.clientOrderId, state: "open" });
    expect(sameAmount(report?.price ?? "", price(-10))).toBe(true);
    expect(sameAmount(report?.amount ?? "", amount())).toBe(true);
    expect(sameAmount(report?.filled ?? "", "0")).toBe(true);
  }
  expect(await account.openOrders()).toHaveLength(1);
  const byTheirId = await account.find({ ...wanted, exchangeOrderId: placed.exchangeOrderId });
  expect(byTheirId?.clientOrderId).toBe(wanted.clientOrderId);
}

async function findsByTheirId({ account, order, market }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  const { exchangeOrderId } = await account.place(wanted);
  const theirs = { marketId: market.id, clientOrderId: "", exchangeOrderId };
  const found = { clientOrderId: wanted.clientOrderId, exchangeOrderId };
  expect(await account.find(theirs)).toMatchObject({ ...found, state: "open" });
  await account.cancel(wanted);
  expect(await account.find(theirs)).toMatchObject({ ...found, state: "canceled" });
  expect(await account.find({ ...theirs, exchangeOrderId: "999999999" })).toBeUndefined();
}

async function cancels({ account, order, market, subject }: CaseContext): Promise<void> {
  const before = await account.balances();
  const wanted = order("buy", -10);
  await account.place(wanted);
  const during = (await account.balances()).find((each) => each.currency === market.quote);
  expect(parseAmount(during?.used ?? "0") > 0n).toBe(true);
  const report = await account.cancel(wanted);
  expect(report).toMatchObject({ clientOrderId: wanted.clientOrderId, state: "canceled" });
  expect(await account.openOrders(market.id)).toEqual([]);
  expect((await account.find(wanted))?.state).toBe("canceled");
  const free = (balances: typeof before): string =>
    balances.find((each) => each.currency === market.quote)?.free ?? "0";
  await eventually(subject, async () => expect(sameAmount(free(await account.balances()), free(before))).toBe(true));
}

async function cancelsFinal({ account, order, others, subject }: CaseContext): Promise<void> {
  const canceled = order("buy", -10);
  await account.place(canceled);
  await account.cancel(canceled);
  expect((await account.cancel(canceled)).state).toBe("canceled");

  await others("sell", 1);
  const filled = order("buy", 1);
  await eventually(subject, async () => expect((await subject.exchange.book(filled.marketId, 1)).asks.length).toBe(2));
  await account.place(filled);
  await eventually(subject, async () => expect((await account.find(filled))?.state).toBe("filled"));
  expect(await account.cancel(filled)).toMatchObject({ state: "filled", clientOrderId: filled.clientOrderId });
}

async function takesLiquidity(context: CaseContext): Promise<void> {
  const { account, order, others, amount, price, subject } = context;
  await others("sell", 1);
  await others("sell", 2);
  const wanted = order("buy", 3, { amount: amount(2) });
  const report = await placedAndFinal(context, wanted);
  expect(report.state).toBe("filled");
  expect(sameAmount(report.filled, amount(2))).toBe(true);
  const cost = (parseAmount(price(1)) + parseAmount(price(2))) * parseAmount(amount());
  expect(sameAmount(report.cost, formatAmount(cost / 10n ** 8n))).toBe(true);
  const fills = await eventually(subject, async () => {
    const found = await fillsOf(context, report);
    expect(found.length).toBeGreaterThanOrEqual(2);
    return found;
  });
  const total = fills.reduce((sum, fill) => sum + parseAmount(fill.amount), 0n);
  expect(formatAmount(total)).toBe(formatAmount(parseAmount(amount(2))));
  expect(fills.every((fill) => !fill.isMaker && fill.side === "buy")).toBe(true);
  expect(new Set(fills.map((fill) => fill.id)).size).toBe(fills.length);
  await expect(account.openOrders()).resolves.toEqual([]);
}

async function filledInParts(context: CaseContext): Promise<void> {
  const { account, order, others, amount, subject } = context;
  const wanted = order("sell", 5, { amount: amount(2) });
  const { exchangeOrderId } = await account.place(wanted);
  await others("buy", 5);
  const half = await eventually(subject, async () => {
    const report = await account.find(wanted);
    expect(sameAmount(report?.filled ?? "0", amount())).toBe(true);
    return report;
  });
  expect(half?.state).toBe("open");
  await others("buy", 5);
  const whole = await eventually(subject, async () => {
    const report = await account.find(wanted);
    expect(report?.state).toBe("filled");
    return report;
  });
  expect(whole?.exchangeOrderId).toBe(exchangeOrderId);
  expect(sameAmount(whole?.filled ?? "0", amount(2))).toBe(true);
  if (!whole) return;
  const fills = await eventually(subject, async () => {
    const found = await fillsOf(context, whole);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(fills.every((fill) => fill.isMaker)).toBe(true);
}

async function marketOrder(context: CaseContext): Promise<void> {
  const { order, others, price, amount } = context;
  await others("buy", -1);
  await others("buy", -2);
  const { price: _, ...wanted } = order("sell", 0, { type: "market" });
  const report = await placedAndFinal(context, wanted);
  expect(report).toMatchObject({ state: "filled", type: "market" });
  const cost = (parseAmount(price(-1)) * parseAmount(amount())) / 10n ** 8n;
  expect(sameAmount(report.cost, formatAmount(cost))).toBe(true);
}

async function immediateOrCancel(context: CaseContext): Promise<void> {
  const { account, order, others, amount } = context;
  await others("sell", 1);
  const wanted = order("buy", 1, { amount: amount(2), timeInForce: "IOC" });
  const report = await placedAndFinal(context, wanted);
  expect(["canceled", "expired"]).toContain(report.state);
  expect(sameAmount(report.filled, amount())).toBe(true);
  expect(await account.openOrders()).toEqual([]);
}

async function fillOrKill(context: CaseContext): Promise<void> {
  const { order, others, amount } = context;
  await others("sell", 1);
  const tooMuch = order("buy", 1, { amount: amount(2), timeInForce: "FOK" });
  const report = await placedAndFinal(context, tooMuch);
  expect(["canceled", "expired", "rejected"]).toContain(report.state);
  expect(sameAmount(report.filled, "0")).toBe(true);
  expect((await placedAndFinal(context, order("buy", 1, { timeInForce: "FOK" }))).state).toBe("filled");
}

async function postOnly(context: CaseContext): Promise<void> {
  const { account, order, others, subject, market } = context;
  await others("sell", 1);
  await eventually(subject, async () =>
    expect((await subject.exchange.book(market.id, 1)).asks[0]).toBe(Number(context.price(1))),
  );
  await expectFailure(account.place(order("buy", 1, { postOnly: true })), "rejected", "wouldTake");
  expect((await account.place(order("buy", -1, { postOnly: true }))).state).toBe("open");
  expect(await account.openOrders()).toHaveLength(1);
}

async function amends({ account, order, price, amount, market }: CaseContext): Promise<void> {
  const wanted = order("buy", -10, { amount: amount(2) });
  await account.place(wanted);
  const moved = await account.amend(wanted, { price: price(-8) });
  expect(moved).toMatchObject({ clientOrderId: wanted.clientOrderId, state: "open" });
  expect(sameAmount(moved.price, price(-8))).toBe(true);
  const less = await account.amend(wanted, { amount: amount() });
  expect(sameAmount(less.amount, amount())).toBe(true);
  const [open, ...more] = await account.openOrders(market.id);
  expect(more).toEqual([]);
  expect(open?.clientOrderId).toBe(wanted.clientOrderId);
  expect(sameAmount(open?.price ?? "0", price(-8))).toBe(true);
  expect(sameAmount(open?.amount ?? "0", amount())).toBe(true);
}

async function stops({ account, order, others, price }: CaseContext): Promise<void> {
  // A price that was traded at, so that the stop is below it.
  await others("sell", 0);
  await others("buy", 0);
  const wanted = order("sell", -6, { type: "stop_limit", stopPrice: price(-5) });
  const report = await account.place(wanted);
  expect(report).toMatchObject({ type: "stop_limit", state: "open" });
  expect((await account.find(wanted))?.state).toBe("open");
  expect((await account.cancel(wanted)).state).toBe("canceled");
}

async function closedOrders({ account, order, market }: CaseContext): Promise<void> {
  const ids: string[] = [];
  for (const ticks of [-10, -11, -12]) {
    const wanted = order("buy", ticks);
    await account.place(wanted);
    await account.cancel(wanted);
    ids.unshift(wanted.clientOrderId);
  }
  const all = await account.closedOrders(market.id, { limit: 10 });
  expect(all.map((report) => report.clientOrderId)).toEqual(ids);
  expect(await account.closedOrders(market.id, { limit: 2 })).toHaveLength(2);
}

/** Buys three times what another offers, at a price that rises by a tick each time. */
async function threeFills(context: CaseContext): Promise<readonly Fill[]> {
  const { account, order, others, market, subject } = context;
  for (const ticks of [1, 2, 3]) {
    await others("sell", ticks);
    await placedAndFinal(context, order("buy", ticks));
  }
  return eventually(subject, async () => {
    const found = await account.fills(market.id, { limit: 100 });
    expect(found).toHaveLength(3);
    return found;
  });
}

async function listsFills(context: CaseContext): Promise<void> {
  const { account, market } = context;
  const fills = await threeFills(context);
  expect(fills.map((fill) => fill.atMs)).toEqual(fills.map((fill) => fill.atMs).toSorted((one, two) => one - two));
  for (const [index, fill] of fills.entries()) {
    expect(sameAmount(fill.price, context.price(index + 1))).toBe(true);
    if (fill.fee) expect(parseAmount(fill.fee.amount) > 0n).toBe(true);
  }
  expect(await account.fills(market.id, { limit: 2 })).toHaveLength(2);
}

async function listsFillsOfRange(context: CaseContext): Promise<void> {
  const { account, market } = context;
  const fills = await threeFills(context);
  const ids = (found: readonly Fill[]): string[] => found.map(({ id }) => id);
  for (const sinceMs of [undefined, ...fills.map(({ atMs }) => atMs)]) {
    for (const untilMs of [undefined, ...fills.map(({ atMs }) => atMs)]) {
      if (sinceMs !== undefined && untilMs !== undefined && sinceMs > untilMs) continue;
      const range = { ...(sinceMs !== undefined && { sinceMs }), ...(untilMs !== undefined && { untilMs }) };
      const meant = fills.filter(({ atMs }) => atMs >= (sinceMs ?? 0) && atMs <= (untilMs ?? Infinity));
      expect(ids(await account.fills(market.id, { ...range, limit: 10 }))).toEqual(ids(meant));
      const some = sinceMs === undefined ? meant.slice(-1) : meant.slice(0, 1);
      expect(ids(await account.fills(market.id, { ...range, limit: 1 }))).toEqual(ids(some));
    }
  }
}

/** Places an order that must be final soon, and answers how it ended. A refusal counts as rejected. */
async function placedAndFinal(
  { account, subject, exchange, market }: CaseContext,
  wanted: Parameters<CaseContext["account"]["place"]>[0],
): Promise<OrderReport> {
  // An adapter that fills from reported offers must have received the offers of others.
  await eventually(subject, async () => {
    const { bids, asks } = await exchange.book(market.id, 1);
    expect((wanted.side === "buy" ? asks : bids).length).toBe(2);
  });
  await subject.settle();
  await account.place(wanted);
  return eventually(subject, async () => {
    const report = await account.find(wanted);
    expect(report?.state).not.toBe("open");
    if (!report) throw new Error("the order is not there");
    return report;
  });
}

async function fillsOf({ account, market }: CaseContext, { exchangeOrderId }: OrderReport) {
  const fills = await account.fills(market.id, { limit: 100 });
  return fills.filter((fill) => fill.exchangeOrderId === exchangeOrderId);
}
