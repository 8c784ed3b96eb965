/** Requests about signals, by users of several packages, against a platform with simulated exchanges. */
import type { BaseId } from "../../src/trading/billing/core/packages.ts";
import { postEntry } from "../../src/trading/ledger/index.ts";
import type { PriceTrigger } from "../../src/trading/signals/price-triggers.ts";
import { sealPayload } from "./seal-payload.ts";
import type { MadeKey } from "../../src/trading/operator.ts";
import type { TradingWorld } from "./trading-world.ts";
import { waitUntil } from "./wait-until.ts";

type Params = Readonly<Record<string, string | number | boolean>>;
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
type Data = any;

export interface SignalUser {
  readonly uid: number;
  readonly key: MadeKey;
  ask(path: string, params?: Params): ReturnType<TradingWorld["ask"]>;
  /** The data of an answer that must be 200. */
  done(path: string, params?: Params): Promise<Data>;
  /** The status of an answer with its data. */
  refused(path: string, params?: Params): Promise<Data>;
}

export const CODE = "simalpha-btcusdt";

/** A user with 10,000 USD on one of the packages; paths are of the marketplace where they name no area. */
export async function signalUser(world: TradingWorld, plan: BaseId): Promise<SignalUser> {
  const { uid, key } = await world.person();
  const at = world.platform.clock.now();
  const amount = 10_000n * 100_000_000n;
  await world.platform.db.transaction((tx) =>
    postEntry(tx, {
      reference: `signals:${uid}`,
      type: "deposit",
      ownerUid: uid,
      description: "",
      at,
      postings: [
        { account: `user:${uid}`, currency: "USD", amount },
        { account: "platform:deposits", currency: "USD", amount: -amount },
      ],
    }),
  );
  if (plan !== "free") await world.trading.deps.billing.changePackage({ ownerUid: uid, uid, at }, plan);
  return userWith(world, uid, key);
}

/** The same for a user that there is. */
export function userWith(world: TradingWorld, uid: number, key: MadeKey): SignalUser {
  const ask = (path: string, params: Params = {}) =>
    world.ask("POST", path.includes("/") && !path.startsWith("hooks/") ? path : `marketplace/${path}`, { key, params });
  return {
    uid,
    key,
    ask,
    async done(path, params) {
      const { status, json, text } = await ask(path, params);
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      return json.data;
    },
    async refused(path, params) {
      const { status, json } = await ask(path, params);
      return { status, ...json.data };
    },
  };
}

/** Publishes a signal of the first simulated market; answers its id. */
export async function publish(world: TradingWorld, author: SignalUser, terms: object = {}): Promise<string> {
  await waitUntil(() => {
    if (!world.trading.deps.market.listing(CODE)) throw new Error("the exchange is not connected yet");
  });
  const developer = await author.done("developer-key");
  const payload = sealPayload(
    { name: "Trend", code: CODE, description: "Follows the trend of bitcoin.", ...terms },
    developer,
  );
  return (await author.done("signals-add", { key: developer.key, payload })).id;
}

export type Trigger = readonly [signal: "buy" | "sell", action: "open" | "close"];

export const OPEN: Trigger = ["buy", "open"];
export const CLOSE: Trigger = ["sell", "close"];

/** The body of a trigger. */
export function triggerOf(id: string, [signal, action]: Trigger, more: Params = {}): Params {
  return { id, signal, action, execute_within: 60_000, maximum_amount: "1000", ...more };
}

/** Where an address of a hook is reached in this world. */
export function addressIn(world: TradingWorld, url: string): string {
  return `${world.url}/api/v2${url.split("/api/v2")[1] ?? ""}`;
}

/** Runs a job of the platform once, with parts of its own where a test has some. */
export async function runJob(world: TradingWorld, name: string, parts: object = {}): Promise<void> {
  const bound = world.trading.jobs.find(({ job }) => job.name === name);
  if (!bound) throw new Error(`there is no job ${name}`);
  const { signal } = new AbortController();
  await bound.job.run({ ...(bound.deps as object), ...parts }, {}, { attempt: 1, maxAttempts: 1, signal });
}

/** Prices the triggers of a signal as a tape would that has these prices, in their order; those of others have none. */
export async function priceAll(
  world: TradingWorld,
  signalId: string,
  prices: readonly (string | undefined)[],
): Promise<void> {
  const rows = await world.platform.db.query<{ id: number }>({
    name: "test.iterationsOfSignal",
    text: "select id from trading.signal_iterations where signal_id = $1",
    values: [Number(signalId)],
  });
  const own = new Set(rows.map(({ id }) => id));
  const left = [...prices];
  const priceTrigger: PriceTrigger = ({ iterationId }) =>
    Promise.resolve(own.has(iterationId) ? left.shift() : undefined);
  await runJob(world, "trading.priceSignals", { priceTrigger, tapeDelayMs: 0 });
}
