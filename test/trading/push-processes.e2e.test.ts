/**
 * Clients of two processes that answer requests and share the exchanges: what they follow goes on when the one that is
 * connected stands still, and when it is killed and comes back.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askingFollower, type AskingFollower } from "../support/asking-follower.ts";
import { testDatabase } from "../support/database.ts";
import { leaseHolders } from "../support/exchange-leases.ts";
import { freePort } from "../support/free-port.ts";
import { persistentSocket, type PersistentSocket } from "../support/persistent-socket.ts";
import { hasRedis, startRedis, type TestRedis } from "../support/redis.ts";
import { tradingProcesses, type TradingNode, type TradingProcesses } from "../support/trading-processes.ts";
import { waitUntil } from "../support/wait-until.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

const EXCHANGES = 4;
const LEASE_SECONDS = 3;
/** The machine may be busy with other tests. */

let redis: TestRedis;
let processes: TradingProcesses;
let hosts: [string, string];
let nodes: [TradingNode, TradingNode];
let tags: string[];

const portOf = (host: string): number => Number(host.split(":")[1]);

/** Which of the two hosts has an exchange, by exchange; none while nobody holds its lease. */
async function owners(): Promise<Map<string, string | undefined>> {
  const held = await leaseHolders(db);
  return new Map(
    held.map(([exchange, pid]) => [exchange, hosts[nodes.findIndex(({ process }) => process.pid === pid)]]),
  );
}

async function fiftyTags(node: TradingNode): Promise<string[]> {
  const byExchange = (await node.get("/system/symbols")) as Record<string, { readonly id: string }[]>;
  const codes = Object.entries(byExchange).flatMap(([exchange, list]) => list.map(({ id }) => `${exchange}-${id}`));
  return codes.slice(0, 50).map((code) => `asks/${code}-1`);
}

/** Of how many of the channels the clients have had a price, counted from now on. */
function movement(plain: PersistentSocket, asking: AskingFollower) {
  const sessions = plain.sessions.length;
  const heard = plain.sessions.at(-1)?.length ?? 0;
  const counts = new Map(tags.map((tag) => [tag, asking.count(tag)]));
  return () => {
    const since = plain.sessions
      .slice(sessions - 1)
      .flatMap((session, at) => (at === 0 && sessions > 0 ? session.slice(heard) : session));
    const priced = new Set(since.flatMap(({ channel, data }) => (data ? [channel] : [])));
    return {
      plain: tags.filter((tag) => priced.has(tag)).length,
      asking: tags.filter((tag) => asking.count(tag) > (counts.get(tag) ?? 0)).length,
    };
  };
}

/** The client follows each channel where its exchange is now. */
async function followsOwners({ places }: AskingFollower): Promise<boolean> {
  const owned = await owners();
  const exchangeOf = (tag: string): string => tag.slice("asks/".length).split("-")[0] ?? "";
  return owned.size === EXCHANGES && tags.every((tag) => places.get(tag) === owned.get(exchangeOf(tag)));
}

describe.skipIf(!hasRedis)("clients of two nodes", () => {
  beforeAll(async () => {
    redis = await startRedis();
    processes = await tradingProcesses(connection, redis.url, LEASE_SECONDS);
    hosts = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const start = (host: string) => processes.start("all", { port: portOf(host), host });
    const first = start(hosts[0]);
    await waitUntil(async () => expect(await leaseHolders(db)).toHaveLength(EXCHANGES));
    // The second one finds all exchanges taken.
    nodes = await Promise.all([first, start(hosts[1])]);
    tags = await waitUntil(async () => {
      const found = await fiftyTags(nodes[1]);
      expect(found).toHaveLength(50);
      return found;
    });
  });
  afterAll(async () => {
    await processes?.stopAll();
    await redis?.stop();
  });

  test("are sent to the other one, and told its prices, when the one that is connected has stood still", async () => {
    const [still, other] = nodes;
    const plain = persistentSocket(still.port, tags);
    const asking = askingFollower([hosts[1], hosts[0]], tags);
    const first = movement(plain, asking);
    await expect.poll(() => followsOwners(asking)).toBe(true);
    expect(new Set(asking.places.values())).toEqual(new Set([hosts[0]]));
    await expect.poll(first).toEqual({ plain: 50, asking: 50 });

    const sessions = plain.sessions.length;
    still.freeze();
    await expect
      .poll(async () => (await leaseHolders(db)).map(([, pid]) => pid))
      .toEqual(Array.from({ length: EXCHANGES }, () => other.process.pid));
    still.thaw();
    await expect.poll(() => followsOwners(asking)).toBe(true);
    expect(
      asking.sentAway
        .filter(([host]) => host === hosts[0])
        .map(([, tag]) => tag)
        .toSorted(),
    ).toEqual(tags.toSorted());
    expect(new Set(asking.places.values())).toEqual(new Set([hosts[1]]));
    await expect.poll(movement(plain, asking)).toEqual({ plain: 50, asking: 50 });
    expect(plain.sessions.length).toBe(sessions);
  });

  test("follow fifty markets through the death and the return of the one that is connected", async () => {
    const [, killed] = nodes;
    const plain = persistentSocket(killed.port, tags);
    const asking = askingFollower(hosts, tags);
    const first = movement(plain, asking);
    await expect.poll(() => followsOwners(asking)).toBe(true);
    await expect.poll(first).toEqual({ plain: 50, asking: 50 });

    const sessions = plain.sessions.length;
    await killed.process.kill();
    nodes[1] = await processes.start("all", { port: killed.port, host: hosts[1] });
    await expect.poll(() => plain.sessions.length).toBeGreaterThan(sessions);
    await expect.poll(() => followsOwners(asking)).toBe(true);
    await expect.poll(movement(plain, asking)).toEqual({ plain: 50, asking: 50 });
    const firsts = plain.sessions.at(-1)?.filter(({ seq }) => seq === 1);
    expect(firsts?.map(({ channel }) => channel).toSorted()).toEqual(tags.toSorted());
  });
});
