import { expect, test } from "vitest";
import { planDuties, type DutyRow, type DutyTerms } from "./duties.ts";
import { RunOrders, type RunOrder } from "./run-orders.ts";

/** Booked as far as it has filled, unless the test says otherwise. */
const order = (row: number, more: Partial<RunOrder> = {}): RunOrder => ({
  id: row * 100 + (more.slice ?? 1) * 10 + (more.attempt ?? 0),
  row,
  slice: 1,
  attempt: 0,
  kind: "slice",
  side: "buy",
  state: "filled",
  amount: 10n,
  filled: 10n,
  booked: more.filled ?? 10n,
  cost: 0n,
  baseFee: 0n,
  fee: 0n,
  limit: 100n,
  entry: 100n,
  isOver: true,
  isDoubtful: false,
  isDeferred: false,
  isBooked: true,
  isSettled: true,
  endedMs: 1,
  ...more,
});

const row = (at: number, more: Partial<DutyRow> = {}): DutyRow => ({
  row: at,
  dependsOn: null,
  trigger: "on_conditions",
  child: undefined,
  toleranceMaximum: undefined,
  isStop: false,
  ...more,
});
const follower = (at: number, more: Partial<DutyRow> = {}): DutyRow =>
  row(at, { dependsOn: 0, trigger: "on_partial_fill", ...more });

const terms = (more: Partial<DutyTerms> = {}): DutyTerms => ({
  mayUseMarket: false,
  atTheEnd: "hold",
  isTradable: (_, amount) => amount >= 2n,
  unhedged: new Map(),
  givenUp: new Set(),
  ...more,
});

function plan(rows: readonly DutyRow[], orders: readonly RunOrder[], more: Partial<DutyTerms> = {}) {
  const all = new RunOrders();
  for (const each of orders) all.put(each);
  const { orders: owed, isOwed, failed } = planDuties(rows, all, terms(more));
  const shown = owed.map((each) => `${each.kind} ${each.row}/${each.slice}/${each.attempt} ${each.amount}`);
  return { owed: shown, isOwed, failed: Object.fromEntries(failed) };
}

test("a fill is hedged net of the fee in base, and what is too small waits for the next", () => {
  const rows = [row(0), follower(1)];
  expect(plan(rows, [order(0, { filled: 4n, baseFee: 1n, isOver: false })])).toMatchObject({ owed: ["hedge 1/1/0 3"] });
  expect(plan(rows, [order(0, { filled: 2n, baseFee: 1n })])).toMatchObject({ owed: [], isOwed: false });
  const hedged = order(1, { kind: "hedge", side: "sell", amount: 3n, filled: 3n });
  expect(plan(rows, [order(0, { filled: 4n, baseFee: 1n }), hedged])).toMatchObject({ owed: [], isOwed: false });
  expect(plan(rows, [order(0, { filled: 9n, baseFee: 1n }), hedged])).toMatchObject({ owed: ["hedge 1/2/0 5"] });
});

test("a fill is hedged once its fees are known, and is owed until then", () => {
  const rows = [row(0), follower(1)];
  const told = order(0, { filled: 10n, booked: 4n, baseFee: 1n, isOver: false, isBooked: false });
  expect(plan(rows, [told])).toMatchObject({ owed: ["hedge 1/1/0 3"], isOwed: true });
  expect(plan(rows, [{ ...told, booked: 0n, baseFee: 0n }])).toMatchObject({ owed: [], isOwed: true });
  const hedged = order(1, { kind: "hedge", side: "sell", amount: 3n, filled: 3n });
  const booked = { ...told, booked: 10n, baseFee: 2n, isBooked: true };
  expect(plan(rows, [booked, hedged])).toMatchObject({ owed: ["hedge 1/2/0 5"], isOwed: true });
  // Rows that nothing follows are owed nothing.
  expect(plan([row(0)], [told])).toMatchObject({ owed: [], isOwed: false });
});

test("a row that waits for whole orders follows no part of one", () => {
  const rows = [row(0), follower(1, { trigger: "on_fill" })];
  expect(plan(rows, [order(0, { filled: 4n, isOver: false })]).owed).toEqual([]);
  expect(plan(rows, [order(0, { filled: 4n })]).owed).toEqual(["hedge 1/1/0 4"]);
});

test("a hedge follows in the proportion of the children", () => {
  const rows = [row(0, { child: 10n }), follower(1, { child: 30n })];
  expect(plan(rows, [order(0, { filled: 4n })]).owed).toEqual(["hedge 1/1/0 12"]);
});

test("a hedge that is under way, or not clear, is waited for", () => {
  const rows = [row(0), follower(1)];
  const under = order(1, { kind: "hedge", filled: 0n, isOver: false });
  expect(plan(rows, [order(0, { filled: 20n, amount: 20n }), under])).toMatchObject({ owed: [], isOwed: true });
  const unbooked = order(1, { kind: "hedge", filled: 4n, isBooked: false });
  expect(plan(rows, [order(0), unbooked])).toMatchObject({ owed: [], isOwed: true });
});

test("a hedge that failed is tried at moved prices, at the market, and then the run is paused or goes back", () => {
  const rows = [row(0), follower(1, { toleranceMaximum: 9n })];
  const failed = (attempt: number, kind: RunOrder["kind"]): RunOrder =>
    order(1, { kind, attempt, side: "sell", state: "expired", filled: 0n });
  const tried = [order(0), failed(0, "hedge")];
  expect(plan(rows, tried).owed).toEqual(["price 1/1/1 10"]);
  tried.push(failed(1, "price"), failed(2, "price"), failed(3, "price"));
  expect(plan(rows, tried)).toMatchObject({ owed: [], failed: { 1: 10n } });
  expect(plan(rows, tried, { atTheEnd: "unwind" }).owed).toEqual(["unwind 0/1/200 10"]);
  expect(plan(rows, tried, { mayUseMarket: true }).owed).toEqual(["market 1/1/4 10"]);
  // The cause of the pause is not tried again.
  expect(plan(rows, tried, { unhedged: new Map([["1", 10n]]) })).toMatchObject({ owed: [], isOwed: false, failed: {} });
  const back = order(0, { id: 999, kind: "unwind", side: "sell", attempt: 200 });
  expect(plan(rows, [...tried, back], { atTheEnd: "unwind" })).toMatchObject({ owed: [], isOwed: false });
  const onItsWay = { ...back, filled: 0n, booked: 0n, isOver: false };
  expect(plan(rows, [...tried, onItsWay], { atTheEnd: "unwind" })).toMatchObject({
    owed: [],
    isOwed: true,
    failed: {},
  });
});

test("a stop that follows fills holds no slice up while it waits, and grows with the fills", () => {
  const rows = [row(0), follower(1, { isStop: true })];
  expect(plan(rows, [order(0, { filled: 4n })])).toMatchObject({ owed: ["hedge 1/1/0 4"], isOwed: false });
  const fills = [order(0, { filled: 4n }), order(0, { slice: 2 })];
  expect(plan(rows, fills)).toMatchObject({ owed: ["hedge 1/1/0 14"], isOwed: false });
  // Its price was reached: from then on it is a hedge like any other.
  const released = order(1, { kind: "hedge", side: "sell", amount: 14n, filled: 0n, isOver: false });
  const more = [...fills, order(0, { slice: 3 })];
  expect(plan(rows, [...more, released])).toMatchObject({ owed: [], isOwed: true });
  expect(plan(rows, [...more, { ...released, isOver: true, state: "expired" }])).toMatchObject({
    isOwed: true,
    failed: { 1: 24n },
  });
  const sold = { ...released, filled: 14n, isOver: true };
  expect(plan(rows, [...more, sold])).toMatchObject({ owed: ["hedge 1/2/0 10"], isOwed: false });
});

test("legs of one slice come to the same share, once all of them are over", () => {
  const rows = [row(0, { toleranceMaximum: 9n }), row(1, { toleranceMaximum: 9n })];
  const short = order(1, { side: "sell", state: "expired", filled: 4n });
  expect(plan(rows, [order(0), short])).toMatchObject({ owed: ["price 1/1/1 6"], isOwed: true });
  expect(plan(rows, [order(0), { ...short, isOver: false }])).toMatchObject({ owed: [], isOwed: false });
  const none = [order(0, { filled: 0n }), order(1, { filled: 0n })];
  expect(plan(rows, none)).toMatchObject({ owed: [], isOwed: false });
  const still = [row(0), row(1)];
  expect(plan(still, [order(0), short])).toMatchObject({ owed: [], failed: { "1/1": 6n } });
  expect(plan(still, [order(0), short], { atTheEnd: "unwind" }).owed).toEqual(["unwind 0/1/200 6"]);
});

test("a row that is sent with another is a leg of its slice: where it fails, it is tried again, or traded back", () => {
  const rows = [row(0), row(1, { dependsOn: 0, trigger: "on_send", toleranceMaximum: 9n })];
  const failed = order(1, { side: "sell", state: "rejected", filled: 0n });
  expect(plan(rows, [order(0), failed])).toMatchObject({ owed: ["price 1/1/1 10"], isOwed: true });
  const still = [row(0), row(1, { dependsOn: 0, trigger: "on_send" })];
  expect(plan(still, [order(0), failed])).toMatchObject({ owed: [], failed: { "1/1": 10n } });
  expect(plan(still, [order(0), failed], { atTheEnd: "unwind" }).owed).toEqual(["unwind 0/1/200 10"]);
  // Also where a third row hedges the fills of the first one.
  const hedge = order(2, { kind: "hedge", side: "sell" });
  expect(plan([...still, follower(2)], [order(0), failed, hedge])).toMatchObject({ failed: { "1/1": 10n } });
});

test("a leg that was given up is traded back or held, as the profile says, and never beside a hedge", () => {
  const rows = [row(0), follower(1, { toleranceMaximum: 9n })];
  const givenUp = new Set(["1"]);
  const more = { givenUp, mayUseMarket: true };
  expect(plan(rows, [order(0)], more)).toMatchObject({ owed: [], isOwed: true, failed: { 1: 10n } });
  expect(plan(rows, [order(0)], { ...more, atTheEnd: "unwind" })).toMatchObject({
    owed: ["unwind 0/1/200 10"],
    failed: {},
  });
  // Another leg than the one that was given up.
  expect(plan(rows, [order(0)], { ...more, givenUp: new Set(["2"]) }).owed).toEqual(["hedge 1/1/0 10"]);
  const back = order(0, { id: 999, kind: "unwind", side: "sell", attempt: 200 });
  // A new owner does not know that the leg was given up.
  const onItsWay = { ...back, filled: 0n, booked: 0n, isOver: false };
  expect(plan(rows, [order(0), onItsWay])).toMatchObject({ owed: [], isOwed: true, failed: {} });
  expect(plan(rows, [order(0), back], { ...more, atTheEnd: "unwind" })).toMatchObject({ owed: [], isOwed: false });
  const nothing = { ...back, state: "expired" as const, filled: 0n, booked: 0n };
  expect(plan(rows, [order(0), nothing], { ...more, atTheEnd: "unwind" })).toMatchObject({
    owed: [],
    failed: { 1: 10n },
  });
  // What an earlier hedge has filled stays hedged.
  const hedged = order(1, { kind: "hedge", side: "sell", amount: 4n, filled: 4n });
  expect(plan(rows, [order(0), hedged], { ...more, atTheEnd: "unwind" }).owed).toEqual(["unwind 0/2/200 6"]);
  const still = [row(0, { toleranceMaximum: 9n }), row(1, { toleranceMaximum: 9n })];
  const short = order(1, { side: "sell", state: "expired", filled: 4n });
  const leg = { givenUp: new Set(["1/1"]) };
  expect(plan(still, [order(0), short], leg)).toMatchObject({ owed: [], failed: { "1/1": 6n } });
  expect(plan(still, [order(0), short], { ...leg, atTheEnd: "unwind" }).owed).toEqual(["unwind 0/1/200 6"]);
});

/** An order of the second row that the exchange did not take for the moment. */
const deferred = (attempt: number, more: Partial<RunOrder> = {}): RunOrder =>
  order(1, {
    kind: "hedge",
    attempt,
    side: "sell",
    state: "rejected",
    filled: 0n,
    isDeferred: true,
    endedMs: 500,
    ...more,
  });

test("an order that the exchange did not take for the moment is no attempt: it is sent once more, and later", () => {
  const rows = [row(0), follower(1, { toleranceMaximum: 9n })];
  const all = new RunOrders();
  for (const each of [order(0), deferred(0), deferred(1)]) all.put(each);
  const { orders, isOwed } = planDuties(rows, all, terms());
  expect(isOwed).toBe(true);
  expect(orders).toMatchObject([{ kind: "hedge", attempt: 2, price: undefined, amount: 10n, notBeforeMs: 2_500 }]);
  // Then the attempts are all there still.
  const expired = order(1, { kind: "hedge", attempt: 2, side: "sell", state: "expired", filled: 0n });
  const tried = [order(0), deferred(0), deferred(1), expired];
  expect(plan(rows, tried).owed).toEqual(["price 1/1/3 10"]);
  const price = deferred(3, { kind: "price" });
  expect(plan(rows, [...tried, price]).owed).toEqual(["price 1/1/4 10"]);
});

test("a leg of a slice that was deferred is sent once more, and so is a way back", () => {
  const rows = [row(0), row(1)];
  expect(plan(rows, [order(0), deferred(0, { kind: "slice" })]).owed).toEqual(["hedge 1/1/1 10"]);
  expect(plan(rows, [deferred(0, { row: 0, kind: "slice" }), deferred(0, { kind: "slice" })])).toMatchObject({
    owed: [],
  });
  const lost = order(1, { state: "canceled", filled: 0n });
  const back = deferred(200, { id: 999, row: 0, kind: "unwind" });
  const undone = plan(rows, [order(0), lost, back], { atTheEnd: "unwind" });
  expect(undone).toMatchObject({ owed: ["unwind 0/1/201 10"], failed: {} });
});

test("orders that are deferred for ever come to an end: then they count", () => {
  const rows = [row(0), follower(1)];
  const tried = Array.from({ length: 9 }, (_, at) => deferred(at, { id: 100 + at }));
  expect(plan(rows, [order(0), ...tried.slice(0, 8)]).owed).toEqual(["hedge 1/1/8 10"]);
  expect(plan(rows, [order(0), ...tried])).toMatchObject({ owed: [], failed: { 1: 10n } });
});
