/** The market in several processes: one is connected, the others show what it hears, and one is missed for a moment only. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../support/database.ts";
import { leaseHolders } from "../support/exchange-leases.ts";
import { hasRedis, startRedis, type TestRedis } from "../support/redis.ts";
import { tradingProcesses, type TradingNode, type TradingProcesses } from "../support/trading-processes.ts";
import { waitUntil } from "../support/wait-until.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

const EXCHANGES = ["simalpha", "simbeta", "simdelta", "simgamma"];
const PRICED = EXCHANGES.map((exchange) => `${exchange}-btcusdt`);
const LEASE_SECONDS = 9;

interface Shown {
  readonly state: string;
  readonly age_ms: number;
  readonly asks: { readonly price: number };
}

let redis: TestRedis;
let processes: TradingProcesses;
let [worker, standby]: TradingNode[] = [];
let nodes: TradingNode[];

async function pricesOf(node: TradingNode): Promise<Shown[]> {
  const shown = (await node.get(`/public/fetch-symbol-price?code=${PRICED.join(",")}`)) as Record<string, Shown>;
  return PRICED.map((code) => shown[code] as Shown);
}

/** The states of all prices on all nodes; empty as long as they are not listed. */
async function statesOnAll(): Promise<string[]> {
  const shown = await Promise.all(nodes.map((node) => pricesOf(node).catch(() => [])));
  return shown.flat().map(({ state }) => state);
}

const everywhere = (state: string): string[] => nodes.flatMap(() => PRICED.map(() => state));

const heldBy = (node: TradingNode | undefined) => EXCHANGES.map((exchange) => [exchange, node?.process.pid]);

describe.skipIf(!hasRedis)("two that work and two that answer requests", () => {
  beforeAll(async () => {
    redis = await startRedis();
    processes = await tradingProcesses(connection, redis.url, LEASE_SECONDS);
    const answering = [processes.start("http"), processes.start("http")];
    worker = await processes.start("worker");
    await waitUntil(async () => expect(await leaseHolders(db)).toEqual(heldBy(worker)));
    // The second one finds all exchanges taken.
    standby = await processes.start("worker");
    nodes = await Promise.all(answering);
    await waitUntil(async () => expect(await statesOnAll()).toEqual(everywhere("live")));
  });
  afterAll(async () => {
    await processes?.stopAll();
    await redis?.stop();
  });

  test("those that answer requests show live prices, and are connected to nothing", async () => {
    await expect.poll(() => worker?.connected()).toBe(EXCHANGES.length);
    for (const node of nodes) {
      expect(await node.connected()).toBe(0);
      const [{ asks } = { asks: { price: 0 } }] = await pricesOf(node);
      expect(asks.price).toBeGreaterThan(0);
      await expect.poll(async () => (await pricesOf(node))[0]?.asks.price).not.toBe(asks.price);
    }
  });

  test("when the worker is killed prices grow old and say so, until the other one has taken over", async () => {
    const [node] = nodes as [TradingNode];
    await expect.poll(() => standby?.connected().catch(() => -1)).toBe(0);
    expect(await leaseHolders(db)).toEqual(heldBy(worker));
    // It waits until everything was seen: the machine may be busy with other tests.
    standby?.freeze();
    const killedMs = Date.now();
    await worker?.process.kill();

    const samples: Shown[] = [];
    const next = async () => {
      const [shown] = await pricesOf(node);
      if (shown) samples.push(shown);
      return shown?.state;
    };
    await expect.poll(next, { interval: 100 }).toBe("stale");
    await expect.poll(statesOnAll).toEqual(everywhere("stale"));
    const [old] = samples.slice(-1);
    const nextAge = async () => {
      await next();
      return samples.at(-1)?.age_ms;
    };
    await expect.poll(nextAge).toBeGreaterThan(old?.age_ms ?? 0);
    standby?.thaw();
    await expect.poll(next, { interval: 100 }).toBe("live");
    await expect.poll(statesOnAll).toEqual(everywhere("live"));
    expect(await leaseHolders(db)).toEqual(heldBy(standby));
    expect(await standby?.connected()).toBe(EXCHANGES.length);

    const states = samples.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
    expect(states.at(0) === "live" ? states.slice(1) : states).toEqual(["stale", "live"]);
    // What is live was heard after the crash.
    const last = samples.at(-1);
    expect(Date.now() - (last?.age_ms ?? Infinity)).toBeGreaterThan(killedMs);
  });
});
