/** The market in several processes: one is connected, the others show what it hears, and one is missed for a moment only. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testDatabase } from "../support/database.ts";
import { persistentSocket } from "../support/persistent-socket.ts";
import { hasRedis, startRedis, type TestRedis } from "../support/redis.ts";
import { socketIoFollower, type SocketIoFollower } from "../support/socket-io-follower.ts";
import { tradingProcesses, type TradingNode, type TradingProcesses } from "../support/trading-processes.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

const EXCHANGES = ["simalpha", "simbeta", "simgamma", "simdelta"];
const PRICED = EXCHANGES.map((exchange) => `${exchange}-btcusdt`);

interface Shown {
  readonly state: string;
  readonly age_ms: number;
  readonly asks: { readonly price: number };
}

let redis: TestRedis;
let processes: TradingProcesses;
let worker: TradingNode;
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

async function symbolsOf(node: TradingNode): Promise<string[]> {
  const byExchange = (await node.get("/system/symbols")) as Record<string, { readonly id: string }[]>;
  return Object.entries(byExchange).flatMap(([exchange, list]) => list.map(({ id }) => `${exchange}-${id}`));
}

/** Who holds the leases of the exchanges now, as process ids. */
async function holders(): Promise<(readonly [exchange: string, pid: number])[]> {
  const rows = await db.query<{ name: string; owner: string }>({
    name: "test.leases",
    text: `select name, owner from kit.leases
           where name like 'market.feed.%' and expires_at > clock_timestamp() order by name`,
  });
  return rows.map(({ name, owner }) => [name.replace("market.feed.", ""), Number(owner.split("-").at(-2))] as const);
}

const heldBy = ({ process }: TradingNode) => EXCHANGES.toSorted().map((exchange) => [exchange, process.pid]);

/** To how many exchanges a process is connected itself. */
async function connectedOf(node: TradingNode): Promise<number> {
  return [...(await node.figures("tripod_market_connected")).values()].reduce((sum, each) => sum + each, 0);
}

describe.skipIf(!hasRedis)("a worker and two that answer requests", () => {
  beforeAll(async () => {
    redis = await startRedis();
    processes = await tradingProcesses(connection, redis.url);
    const started = [processes.start("worker"), processes.start("http"), processes.start("http")] as const;
    [worker, ...nodes] = await Promise.all(started);
    await vi.waitFor(async () => expect(await statesOnAll()).toEqual(everywhere("live")), {
      timeout: 25_000,
      interval: 200,
    });
  }, 40_000);
  afterAll(async () => {
    await processes?.stopAll();
    await redis?.stop();
  });

  test("those that answer requests show live prices, and are connected to nothing", async () => {
    expect(await holders()).toEqual(heldBy(worker));
    await expect.poll(() => connectedOf(worker)).toBe(EXCHANGES.length);
    for (const node of nodes) {
      expect(await connectedOf(node)).toBe(0);
      const symbols = await symbolsOf(node);
      for (const code of PRICED) expect(symbols).toContain(code);
      const [{ asks } = { asks: { price: 0 } }] = await pricesOf(node);
      expect(asks.price).toBeGreaterThan(0);
      await expect.poll(async () => (await pricesOf(node))[0]?.asks.price, { timeout: 10_000 }).not.toBe(asks.price);
    }
  });

  test("clients follow fifty markets through a restart of the process that they are connected to", async () => {
    const [node] = nodes as [TradingNode];
    const tags = (await symbolsOf(node)).slice(0, 50).map((code) => `asks/${code}-1`);
    expect(tags).toHaveLength(50);
    const plain = persistentSocket(node.port, tags);
    const older = following(socketIoFollower(2, node.port), tags);
    const snapshots = () => tags.filter((tag) => plain.newest(tag) && older.newest(tag)).length;
    await expect.poll(snapshots, { timeout: 15_000 }).toBe(50);

    const sessionsBefore = plain.sessions.length;
    const connectedBefore = older.of("connect").length;
    await node.stop();
    const heardBefore = older.heard.length;
    nodes[0] = await processes.start("http", { port: node.port });
    expect(nodes[0].port).toBe(node.port);
    const goesOn = () => {
      const session = plain.sessions.length > sessionsBefore ? plain.sessions.at(-1) : [];
      const priced = (session ?? []).filter(({ data }) => data);
      const again = older.heard.slice(heardBefore).flatMap(([event, value]) => {
        return event === "dp" ? [(value as { n: string }).n] : [];
      });
      const count = (names: readonly (string | undefined)[], tag: string) =>
        names.filter((name) => name === tag).length;
      const names = priced.map(({ channel }) => channel);
      return {
        plain: tags.filter((tag) => count(names, tag) > 1).length,
        socketIo: tags.filter((tag) => count(again, tag) > 1).length,
      };
    };
    await expect.poll(goesOn, { timeout: 30_000 }).toEqual({ plain: 50, socketIo: 50 });
    expect(older.of("connect").length).toBeGreaterThan(connectedBefore);
    const firsts = plain.sessions.at(-1)?.filter(({ seq }) => seq === 1);
    expect(firsts?.map(({ channel }) => channel).toSorted()).toEqual(tags.toSorted());
  }, 50_000);

  test("when the worker is killed prices grow old and say so, until another one has taken over", async () => {
    const [node] = nodes as [TradingNode];
    const standby = await processes.start("worker");
    await expect.poll(() => connectedOf(standby).catch(() => -1), { timeout: 15_000 }).toBe(0);
    expect(await holders()).toEqual(heldBy(worker));
    const killedMs = Date.now();
    await worker.process.kill();

    const samples: Shown[] = [];
    const next = async () => {
      const [shown] = await pricesOf(node);
      if (shown) samples.push(shown);
      return shown?.state;
    };
    await expect.poll(next, { timeout: 15_000, interval: 100 }).toBe("stale");
    await expect.poll(statesOnAll, { timeout: 5_000 }).toEqual(everywhere("stale"));
    const [old] = samples.slice(-1);
    const nextAge = async () => {
      await next();
      return samples.at(-1)?.age_ms;
    };
    await expect.poll(nextAge).toBeGreaterThan(old?.age_ms ?? 0);
    await expect.poll(next, { timeout: 30_000, interval: 100 }).toBe("live");
    await expect.poll(statesOnAll, { timeout: 10_000 }).toEqual(everywhere("live"));
    expect(await holders()).toEqual(heldBy(standby));
    expect(await connectedOf(standby)).toBe(EXCHANGES.length);

    const states = samples.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
    expect(states.at(0) === "live" ? states.slice(1) : states).toEqual(["stale", "live"]);
    // What is live was heard after the crash.
    const last = samples.at(-1);
    expect(Date.now() - (last?.age_ms ?? Infinity)).toBeGreaterThan(killedMs);
    worker = standby;
  }, 60_000);
});

/** Subscribes each time that it is connected, as the clients' `connect` handler does. */
function following(one: SocketIoFollower, tags: readonly string[]): SocketIoFollower {
  one.onConnect(() => {
    for (const tag of tags) one.emit("message", { subscribe: tag });
  });
  return one;
}
