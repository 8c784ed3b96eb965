/** Strategies of a subscriber that follow signals at a simulated exchange. */
import { expect } from "vitest";
import { addressIn, runJob, signalUser, type SignalUser } from "./signal-talk.ts";
import { strategyTalk, twapValues, type StrategyParams } from "./strategy-talk.ts";
import type { TradingWorld } from "./trading-world.ts";
import { waitUntil } from "./wait-until.ts";

/** Beyond the best price: it is filled at once. */
export const BUYS: StrategyParams = { executable_priceoffset: ["5000"], executable_parents: ["0.03"] };
export const SELLS: StrategyParams = {
  algorithm_id: "900002",
  executable_priceoffset: ["-5000"],
  executable_values: ["1"],
};

interface Act {
  readonly kind: string;
  readonly state: string;
  readonly why: string;
}

/** An author and a follower with an exchange key. */
export async function followingBench(world: TradingWorld) {
  const [author, follower] = [await signalUser(world, "pro"), await signalUser(world, "pro")];
  return { author, ...(await followerBench(world, author, follower)) };
}

/** What a follower does, and what becomes of it. */
export async function followerBench(world: TradingWorld, author: SignalUser, follower: SignalUser) {
  const { db } = world.platform;
  const mine = strategyTalk(follower);
  const key = await mine.keyAt("simalpha");

  async function strategy(values: StrategyParams): Promise<string> {
    const id = await mine.newProfile();
    const { profile } = await mine.done("edit-profile", { id, ...twapValues(key, { slice_delay: 1, ...values }) });
    return profile.strategies[0].id;
  }

  const follow = (id: string, more: Record<string, string>) =>
    follower.done("subscription-manage", { id, action: "subscribe", ...more });

  async function hookOf(id: string): Promise<(text: string) => Promise<number>> {
    const { url } = await author.done("hooks/create", { id, maximum_amount: "1000000" });
    const address = addressIn(world, url);
    return async (text) => (await fetch(address, { method: "POST", body: text })).status;
  }

  const acts = (signalId: string): Promise<Act[]> =>
    db.query<Act>({
      name: "test.actsOfSignal",
      text: `select a.kind, a.state, a.why from trading.signal_acts a
        join trading.signal_subscriptions u on u.id = a.subscription_id where u.signal_id = $1 order by a.id`,
      values: [Number(signalId)],
    });

  const runsOf = async (strategyId: string): Promise<number> => {
    const [row] = await db.query<{ runs: number }>({
      name: "test.runsOfStrategy",
      text: "select count(*) as runs from trading.runs where strategy_id = $1",
      values: [Number(strategyId)],
    });
    return row?.runs ?? 0;
  };

  /** The quantity that strategies have bought less what they have sold, net of fees in the base currency. */
  const held = async (...strategyIds: readonly string[]): Promise<number> => {
    const [row] = await db.query<{ held: string }>({
      name: "test.heldByStrategies",
      text: `select coalesce(sum(case o.side when 'buy' then f.amount else -f.amount end
          - case f.fee_currency when 'BTC' then f.fee_amount else 0 end), 0) as held
        from trading.orders o join trading.order_fills f on f.order_id = o.id where o.strategy_id = any ($1::bigint[])`,
      values: [strategyIds.map(Number)],
    });
    return Number(row?.held ?? 0);
  };

  const stateOf = async (id: string): Promise<string> => {
    const { strategies } = await mine.done("strategy/data/list", { limit: 100 });
    return strategies.find((each: { id: string }) => each.id === id).state;
  };
  const untilState = (id: string, state: string) => waitUntil(async () => expect(await stateOf(id)).toBe(state));

  /** As workers do, again and again until nothing is pending. */
  const untilActed = (signalId: string) =>
    waitUntil(async () => {
      await runJob(world, "trading.actOnSignals");
      expect((await acts(signalId)).filter(({ state }) => state === "pending")).toEqual([]);
    });

  return { follower, mine, key, strategy, follow, hookOf, acts, runsOf, held, stateOf, untilState, untilActed };
}
