import { expect, test } from "vitest";
import { fine, row } from "../../../../test/support/execution-row.ts";
import { FINE_ONE, formatFine } from "../../../kit/money/fine.ts";
import type { RowSettings } from "../../algorithms/index.ts";
import type { OrderType } from "../../exchanges/index.ts";
import type { Listing } from "../../market/index.ts";
import { RunOrders, type RunOrder } from "../core/run-orders.ts";
import { planRows } from "./plan-slice.ts";
import type { RunContext } from "./run-context.ts";

const LISTING = { code: "simalpha-btcusdt", exchange: "simalpha", market: { base: "BTC", quote: "USDT" } };
const BOOK = { isWhole: true, bids: [100, 9], asks: [100, 9] };

const filled = (amount: string, more: Partial<RunOrder> = {}): RunOrder => ({
  id: 1,
  row: 0,
  slice: 1,
  attempt: 0,
  kind: "slice",
  side: "buy",
  state: "filled",
  amount: fine(amount),
  filled: fine(amount),
  booked: fine(amount),
  cost: 0n,
  baseFee: 0n,
  fee: 0n,
  limit: undefined,
  entry: fine("100"),
  isOver: true,
  isDoubtful: false,
  isBooked: true,
  isSettled: true,
  isDeferred: false,
  endedMs: 1,
  ...more,
});

interface PlanFacts {
  readonly side?: "buy" | "sell";
  readonly hasRate?: boolean;
  /** Orders whose cancel was asked for. */
  readonly asked?: readonly number[];
  /** What the exchange takes. */
  readonly types?: readonly OrderType[];
  /** As what its orders were sent. */
  readonly sentAs?: OrderType;
}

/** What each row would send, in words. */
function planOf(
  rows: readonly RowSettings[],
  orders: readonly RunOrder[] = [],
  { side, hasRate = true, asked = [], types = [], sentAs = "market" }: PlanFacts = {},
): string[] {
  const known = new RunOrders();
  for (const order of orders) known.put(order);
  const memory = {
    orders: known,
    newest: new Map(
      orders.map(({ id }) => [id, { terms: { type: sentAs, cancelAskedMs: asked.includes(id) ? 1 : null } }]),
    ),
    toleranceRate: () => (hasRate ? FINE_ONE : undefined),
    kept: { slices: orders.length },
    playbook: { slicing: rows, settings: { rows }, listings: rows.map(() => LISTING as unknown as Listing) },
  };
  const exchanges = [{ code: LISTING.exchange, has: { orderTypes: types } }];
  const plan = { market: { depth: () => BOOK }, exchanges, memory };
  const context = { memory, plan, triggers: new Map() } as unknown as RunContext;
  return planRows(context, side).map(({ plan: each }) => {
    if (each.kind !== "order") return "why" in each ? each.why : each.kind;
    const { side: own, amountSteps, triggerTicks, row: settings } = each.child;
    const waits = triggerTicks === undefined ? "" : ` at ${formatFine(triggerTicks * settings.grid.tick)}`;
    return `${own} ${formatFine(amountSteps * settings.grid.step)}${waits}`;
  });
}

const leader = (more: Partial<RowSettings> = {}) => row("taker", more);
const follower = (more: Partial<RowSettings> = {}) =>
  row("taker", {
    row: 1,
    side: "sell",
    dependsOn: 0,
    trigger: "on_send",
    parent: undefined,
    child: undefined,
    ...more,
  });

test("a row that is sent with another has the quantity that the other sends in this slice", () => {
  expect(planOf([leader(), follower()])).toEqual(["buy 0.1", "sell 0.1"]);
  // A remainder that is too small for its own slice is sent with the last one.
  expect(planOf([leader(), follower()], [filled("0.86")])).toEqual(["buy 0.14", "sell 0.14"]);
  expect(planOf([leader(), follower({ child: fine("0.3") })])).toEqual(["buy 0.1", "sell 0.3"]);
  const chain = follower({ row: 2, dependsOn: 1, side: "buy" });
  expect(planOf([leader(), follower({ child: fine("0.3") }), chain])).toEqual(["buy 0.1", "sell 0.3", "buy 0.3"]);
});

test("a row that is sent with another sends nothing where the other sends nothing", () => {
  expect(planOf([leader(), follower({ child: fine("0.1") })], [filled("1")])).toEqual(["ended", "ended"]);
  const refused = planOf([leader({ child: fine("0.01") }), follower({ child: fine("0.1") })]);
  expect(refused).toEqual(["below_minimum", "ended"]);
  // Of a row that fires on fills, nothing is sent with the slice.
  expect(planOf([follower({ dependsOn: 5 })])).toEqual(["ended"]);
});

test("a row that is sent with another never exceeds its own total", () => {
  const own = follower({ parent: fine("0.16") });
  const before = [filled("0.1"), filled("0.1", { id: 2, row: 1, side: "sell" })];
  expect(planOf([leader(), own], before)).toEqual(["buy 0.1", "sell 0.06"]);
});

test("a row that is sent with another trades against its side in this slice, not in the one before", () => {
  const rows = [leader({ side: "from_condition" }), follower({ side: "from_condition" })];
  expect(planOf(rows, [filled("0.1")], { side: "sell" })).toEqual(["sell 0.1", "buy 0.1"]);
  expect(planOf(rows, [filled("0.1")], { side: "buy" })).toEqual(["buy 0.1", "sell 0.1"]);
  expect(planOf(rows)).toEqual(["no condition that holds names a side", "ended"]);
});

test("a row that only reduces trades no more than its run holds of the currency, wherever it was bought", () => {
  const exit = row("taker", { row: 1, side: "sell", reduceOnly: true, child: fine("0.3") });
  const rows = [leader(), exit];
  expect(planOf(rows)).toEqual(["buy 0.1", "nothing_to_reduce"]);
  expect(planOf(rows, [filled("0.1", { baseFee: fine("0.0015") })])).toEqual(["buy 0.1", "sell 0.098"]);
  expect(planOf(rows, [filled("0.5")])).toEqual(["buy 0.1", "sell 0.3"]);
  const sold = filled("0.45", { id: 2, row: 1, side: "sell" });
  expect(planOf(rows, [filled("0.5"), sold])).toEqual(["buy 0.1", "sell 0.05"]);
  // A quantity below the market's minimum is not sent.
  expect(planOf(rows, [filled("0.009")])).toEqual(["buy 0.1", "nothing_to_reduce"]);
  const short = row("taker", { row: 1, side: "buy", reduceOnly: true, child: fine("0.3") });
  expect(planOf([leader({ side: "sell" }), short], [filled("0.2", { side: "sell" })])).toEqual(["sell 0.1", "buy 0.2"]);
});

test("a row that only reduces leaves to open orders, and to earlier rows of the slice, what they may still take", () => {
  const exit = row("taker", { row: 1, side: "sell", reduceOnly: true, child: fine("0.3") });
  const resting = { id: 2, row: 1, side: "sell", state: "partially_filled", isOver: false, isSettled: false } as const;
  const open = filled("0.3", { ...resting, filled: fine("0.1"), booked: fine("0.1") });
  expect(planOf([leader(), exit], [filled("0.5"), open])).toEqual(["buy 0.1", "sell 0.2"]);
  const twin = { ...exit, row: 2 };
  expect(planOf([leader(), exit, twin], [filled("0.5")])).toEqual(["buy 0.1", "sell 0.3", "sell 0.2"]);
});

test("a row that only reduces ends with the others where no open order can give it anything to reduce", () => {
  const exit = row("taker", { row: 1, side: "sell", reduceOnly: true });
  expect(planOf([leader({ parent: fine("0.1") }), exit])).toEqual(["buy 0.1", "nothing_to_reduce"]);
  const all = [filled("0.1"), filled("0.1", { id: 2, row: 1, side: "sell" })];
  expect(planOf([leader({ parent: fine("0.1") }), exit], all)).toEqual(["ended", "ended"]);
  const open = filled("0.1", { filled: 0n, booked: 0n, state: "open", isOver: false, isSettled: false });
  expect(planOf([leader({ parent: fine("0.1") }), exit], [open])).toEqual(["wait", "nothing_to_reduce"]);
});

test("a row whose tolerance is in a currency without a rate holds the slice up, and one without a tolerance does not", () => {
  const bound = leader({ toleranceMaximum: fine("1") });
  expect(planOf([bound])).toEqual(["buy 0.1"]);
  expect(planOf([bound], [], { hasRate: false })).toEqual(["exchange_rate"]);
  expect(planOf([leader()], [], { hasRate: false })).toEqual(["buy 0.1"]);
});

test("a stop that is armed where its price is there already says so", () => {
  expect(planOf([row("stop", { offset: fine("-5") })])).toEqual(["trigger 95, which the price has reached already"]);
  expect(planOf([row("stop", { offset: fine("5") })])).toEqual(["trigger 105"]);
});

test("a stop that was met goes on until it has traded, and is not armed again at a worse price", () => {
  const rows = [row("stop", { offset: fine("5"), parent: fine("0.1") })];
  const last = (state: RunOrder["state"], traded = "0") =>
    filled("0.1", { state, filled: fine(traded), booked: fine(traded) });
  for (const state of ["not_sent", "rejected", "missing", "expired"] as const) {
    expect(planOf(rows, [last(state)])).toEqual(["buy 0.1"]);
  }
  expect(planOf(rows, [last("expired", "0.04")])).toEqual(["buy 0.06"]);
  // Of several slices, the next one waits for a stop of its own.
  const sliced = [row("stop", { offset: fine("5") })];
  expect(planOf(sliced, [last("filled", "0.1")])).toEqual(["trigger 105"]);
  expect(planOf(sliced, [last("expired", "0.04")])).toEqual(["trigger 105"]);
  expect(planOf(sliced, [last("expired")])).toEqual(["buy 0.1"]);
});

test("a cancelled stop is armed again", () => {
  const rows = [row("stop", { offset: fine("5"), parent: fine("0.1") })];
  const none = { filled: 0n, booked: 0n };
  expect(planOf(rows, [filled("0.1", { ...none, state: "canceled" })])).toEqual(["trigger 105"]);
  expect(planOf(rows, [filled("0.1", { ...none, state: "not_sent" })], { asked: [1] })).toEqual(["trigger 105"]);
  const open = { ...none, state: "open", isOver: false, isSettled: false } as const;
  expect(planOf(rows, [filled("0.1", open)])).toEqual(["wait"]);
});

test("a stop that its exchange holds was met where it has traded, and is placed again where it was refused", () => {
  const rows = [row("stop", { offset: fine("5"), parent: fine("0.1") })];
  const types = ["stop"] as const;
  expect(planOf(rows, [], { types })).toEqual(["buy 0.1 at 105"]);
  const refused = filled("0.1", { state: "rejected", filled: 0n, booked: 0n });
  expect(planOf(rows, [refused], { types, sentAs: "stop" })).toEqual(["buy 0.1 at 105"]);
  // It was sent for a rest of one that was met.
  expect(planOf(rows, [refused], { types, sentAs: "market" })).toEqual(["buy 0.1"]);
  const rest = filled("0.1", { state: "expired", filled: fine("0.04"), booked: fine("0.04") });
  expect(planOf(rows, [rest], { types, sentAs: "stop" })).toEqual(["buy 0.06"]);
});
