/** Orders that the database has lost, at exchanges whose lists do not show them. */
import { expect, test } from "vitest";
import { silentLog } from "../../kit/log/log.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { ExchangeFailure, type Fill, type OrderReport } from "../exchanges/index.ts";
import { clientIdOf } from "./core/client-ids.ts";
import { LostOrders } from "./lost-orders.ts";
import type { SendContext } from "./send-context.ts";

const NOW_MS = Date.UTC(2026, 0, 2);
const OURS = clientIdOf("ab", NOW_MS * 1024) ?? "";

/** An account with these orders at its exchange, by the exchange's id. Its list shows some of them. */
function accountOf(orders: Readonly<Record<string, string>>, listed: readonly string[] = []) {
  const clock = { nowMs: NOW_MS };
  const fails = new Map<string, ExchangeFailure>();
  const asked: string[] = [];
  const adopted: string[] = [];
  const reportOf = (exchangeOrderId: string): OrderReport =>
    ({ marketId: "btcusdt", exchangeOrderId, clientOrderId: orders[exchangeOrderId], state: "filled" }) as OrderReport;
  const account = {
    closedOrders: () => {
      asked.push("list");
      const failure = fails.get("list");
      return failure ? Promise.reject(failure) : Promise.resolve(listed.map(reportOf));
    },
    find: ({ exchangeOrderId }: { readonly exchangeOrderId: string }) => {
      asked.push(exchangeOrderId);
      const failure = fails.get(exchangeOrderId);
      if (failure) return Promise.reject(failure);
      return Promise.resolve(exchangeOrderId in orders ? reportOf(exchangeOrderId) : undefined);
    },
  };
  const context = {
    account,
    book: { find: () => undefined },
    key: { keyId: 1 },
    log: silentLog(),
    nowMs: () => clock.nowMs,
    prefix: "ab",
  } as unknown as SendContext;
  const lost = new LostOrders(context, (report) => Promise.resolve(void adopted.push(report.exchangeOrderId)));
  const trade = (exchangeOrderId: string, more: Partial<Fill> = {}): void =>
    lost.note({ marketId: "btcusdt", exchangeOrderId, clientOrderId: "", atMs: clock.nowMs, ...more } as Fill);
  return { lost, trade, clock, fails, asked, adopted };
}

test("an order that the list of ended orders does not show is asked for, and adopted where it is ours", async () => {
  const { lost, trade, asked, adopted } = accountOf({ x1: "byHand1", x2: OURS, x3: "byHand3" }, ["x1"]);
  for (const id of ["x1", "x2", "x3", "gone"]) trade(id);
  await lost.find();
  expect(asked).toEqual(["list", "x2", "x3", "gone"]);
  expect(adopted).toEqual(["x2"]);
  expect(lost.isSeeking).toBe(false);
  // Every question was answered.
  await lost.find();
  expect(asked).toHaveLength(4);
});

test("an order of ours that the list shows is adopted, whether it has traded or not", async () => {
  const { lost, trade, asked, adopted } = accountOf({ x1: OURS, x2: OURS }, ["x1", "x2"]);
  trade("x1");
  await lost.find();
  expect([asked, adopted]).toEqual([["list"], ["x1", "x2"]]);
});

test("of many orders a few are asked for with each poll, until all are", async () => {
  const orders = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`x${String(at)}`, OURS]));
  const { lost, trade, asked, adopted } = accountOf(orders);
  for (const id of Object.keys(orders)) trade(id);
  const counts: number[] = [];
  while (lost.isSeeking) {
    await lost.find();
    counts.push(adopted.length);
  }
  expect(counts).toEqual([10, 20, 25]);
  expect(asked.filter((each) => each === "list")).toHaveLength(1);
});

test("an exchange that does not answer is asked again, one that refuses the question is not", async () => {
  const { lost, trade, fails, asked, adopted } = accountOf({ x1: OURS, x2: OURS, x3: OURS });
  const down = new ExchangeFailure("unavailable", "network", "down");
  fails.set("list", down);
  fails.set("x1", down);
  fails.set("x2", new ExchangeFailure("rejected", "unknownMarket", "no such market"));
  for (const id of ["x1", "x2", "x3"]) trade(id);
  await expect(lost.find()).rejects.toBe(down);
  fails.delete("x1");
  await lost.find();
  expect(asked).toEqual(["list", "x1", "x2", "x3", "x1"]);
  expect(adopted).toEqual(["x3", "x1"]);
  expect(lost.isSeeking).toBe(false);
});

test("a key that its exchange does not take for a while loses no question", async () => {
  const { lost, trade, fails, adopted } = accountOf({ x1: OURS });
  fails.set("x1", new ExchangeFailure("rejected", "badKey", "not from this address"));
  trade("x1");
  await expect(lost.find()).rejects.toThrow("not from this address");
  fails.clear();
  await lost.find();
  expect(adopted).toEqual(["x1"]);
});

test("a question that is not answered for a day is given up", async () => {
  const { lost, trade, clock, fails } = accountOf({ x1: OURS });
  fails.set("x1", new ExchangeFailure("unavailable", "other", "not understood"));
  trade("x1");
  await expect(lost.find()).rejects.toThrow("not understood");
  clock.nowMs += DAY_MS;
  await lost.find();
  expect(lost.isSeeking).toBe(false);
});

test("trades of orders with other names, and those of more than a day ago, ask nothing", async () => {
  const { lost, trade, asked } = accountOf({ x1: "byHand1", x2: OURS });
  trade("x1", { clientOrderId: "byHand1" });
  trade("x2", { atMs: NOW_MS - DAY_MS - 1 });
  await lost.find();
  expect(asked).toEqual([]);
});
