/**
 * Strategies that die on the way: slices that fill at once while the price is near its start, resting orders that are stopped when a part has traded,
 * and resting orders whose fills are hedged on another market. User and market act on the exchange's state, whichever
 * process lives.
 */
import { formatFine, parseFine } from "../../../src/kit/money/fine.ts";
import { parseAmount } from "../../../src/kit/money/amount.ts";
import { systemClock } from "../../../src/kit/time/clock.ts";
import { toMillis } from "../../../src/kit/time/instant.ts";
import { strategyStore } from "../../../src/trading/strategies/sql/strategy-store.ts";
import { waitUntil } from "../wait-until.ts";
import type { Customer } from "./crash-cases.ts";
import type { CrashWorld } from "./crash-world.ts";
import { FROM_START } from "./from-start.ts";
import { SLICED, sliceProblems } from "./run-cases.ts";
import type { StrategyPlan } from "./start-strategy.ts";

export interface RunScenario {
  readonly endsAs: "completed" | "stopped";
  readonly plan: (world: CrashWorld) => StrategyPlan;
  /** The actions of user and market; resolves when they are done, with the check of the end. */
  readonly drive: (world: CrashWorld, customer: Customer, strategyId: number) => Promise<() => Promise<string[]>>;
}

const TWAP_BUY = 900_001;
const MAKER_TAKER = 900_003;
/** Amount of a rest; half of it trades. */
const REST = "0.02";
const HALF = "0.01";
/** The second market's quantity for one of the first. */
const RATIO = 10n;
const TAKER = "crash:taker";

export const SCENARIOS: Readonly<Record<string, RunScenario>> = {
  slices: {
    endsAs: "completed",
    plan: () => ({
      algorithm: FROM_START.id,
      settings: { ...SLICED.settings, condition_codes: ["binance-btcusdt"], condition_values: ["50"] },
    }),
    drive: ({ db }, _, id) => Promise.resolve(() => sliceProblems(db, id)),
  },
  "a stop": {
    endsAs: "stopped",
    plan: (world) => ({
      algorithm: TWAP_BUY,
      settings: {
        executable_codes: ["binance-btcusdt"],
        executable_values: [REST],
        executable_parents: [REST],
        executable_priceexact: [priceOfRest(world)],
      },
    }),
    async drive(world, customer, id) {
      await sellToRest(world, customer);
      await stop(world, customer, id, "stop");
      const before = new Set(await claimedOrders(world, id));
      return async () => {
        const after = await claimedOrders(world, id);
        return after.filter((order) => !before.has(order)).map((order) => `${order} was sent after the stop`);
      };
    },
  },
  hedges: {
    endsAs: "stopped",
    plan: (world) => ({
      algorithm: MAKER_TAKER,
      settings: {
        noconditions: "true",
        condition_codes: ["binance-btcusdt+binance-ethusdt"],
        condition_values: ["-5"],
        executable_codes: ["binance-btcusdt", "binance-ethusdt"],
        executable_values: [REST, "0.2"],
        executable_parents: [REST],
        executable_priceexact: [priceOfRest(world)],
        // A sale at any price near the market.
        executable_priceoffset: ["0", "-100"],
        // An order of the hedge that was lost with its process is followed by another one, at a price further away and
        // then at any: more of them than processes die. Without these, its owner has to look.
        executable_tolerancemaximum: ["0", "30"],
        failed_leg_market: "true",
      },
    }),
    async drive(world, customer, id) {
      await sellToRest(world, customer);
      await waitUntil(() => {
        const [hedge] = world.loopback.engine.closedOrders(customer.account, "ethusdt", 1);
        if (!hedge || hedge.filled === 0n) throw new Error("the fill is not hedged");
      });
      await stop(world, customer, id, "soft_stop");
      return () => hedgeProblems(world, id);
    },
  },
};

const CENT = 1_000_000n;

/** The best price of the book: nothing else trades before it, and it does not trade at once. */
function priceOfRest({ loopback }: CrashWorld): string {
  for (let rounds = 0; rounds < 1_000; rounds++) {
    const { bids, asks } = loopback.engine.book("btcusdt", 1);
    const [bid, ask] = [bids[0]?.[0] ?? 0n, asks[0]?.[0] ?? 0n];
    if (ask - bid > CENT) return String(Number(bid + CENT) / 1e8);
    loopback.world.trade(1);
  }
  throw new Error("there is no room between the best prices");
}

/** Half of what rests is sold to it, once the exchange has it. Orders before it in the book are sold to first. */
async function sellToRest({ loopback }: CrashWorld, { account }: Customer): Promise<void> {
  const half = parseAmount(HALF);
  const filled = (): bigint => {
    const [rest] = loopback.engine.openOrders(account, "btcusdt");
    if (!rest) throw new Error("nothing rests");
    return rest.filled;
  };
  await waitUntil(filled);
  for (let left = half - filled(); left > 0n; left = half - filled()) {
    loopback.apply({ kind: "deposit", account: TAKER, currency: "BTC", amount: left });
    loopback.apply({
      kind: "place",
      account: TAKER,
      marketId: "btcusdt",
      clientOrderId: "",
      side: "sell",
      type: "market",
      amount: left,
      timeInForce: "IOC",
      postOnly: false,
      atMs: toMillis(systemClock().now()),
    });
  }
}

/** As `strategy/stop` and `strategy/soft-stop` do. */
async function stop({ db }: CrashWorld, { ownerUid }: Customer, id: number, wish: "stop" | "soft_stop"): Promise<void> {
  const view = { ownerUid, uid: ownerUid, seesAccount: true };
  await strategyStore(db).stop({ view, changesAccount: true, at: systemClock().now() }, id, wish);
}

/** Orders that a sender was allowed to send. The stop has ended the others in its commit. */
async function claimedOrders({ db }: CrashWorld, strategyId: number): Promise<string[]> {
  const rows = await db.query<{ client_order_id: string }>({
    name: "test.claimedOrders",
    text: "select client_order_id from trading.orders where strategy_id = $1 and claimed_fence is not null",
    values: [strategyId],
  });
  return rows.map(({ client_order_id: id }) => id);
}

/**
 * The quantity that the resting order has bought, less its fees, is sold on the other market: all but a remainder too
 * small to trade.
 */
async function hedgeProblems({ db }: CrashWorld, strategyId: number): Promise<string[]> {
  const rows = await db.query<{ at: number; filled: string; fees: string }>({
    name: "test.tradedByRow",
    text: `select o.run_row as at, sum(f.amount)::text as filled,
        coalesce(sum(f.fee_amount) filter (where f.fee_currency = 'BTC'), 0)::text as fees
      from trading.order_fills f join trading.orders o on o.id = f.order_id where o.strategy_id = $1 group by 1`,
    values: [strategyId],
  });
  const of = (row: number): bigint => {
    const found = rows.find((each) => each.at === row);
    return (parseFine(found?.filled ?? "0") ?? 0n) - (parseFine(found?.fees ?? "0") ?? 0n);
  };
  const owed = of(0) * RATIO - of(1);
  // The other market trades in steps of 0.0001, and nothing below 5 USDT.
  const least = parseFine("0.003") ?? 0n;
  return owed >= 0n && owed < least ? [] : [`${formatFine(owed)} is hedged too little`];
}
