/**
 * A strategy whose process is not connected to its exchange, over processes of their own and Redis: it trades by levels behind
 * the best prices, which only whole books have.
 */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { masterKeyFromText } from "../../src/kit/auth/master-key.ts";
import { sealer as makeSealer } from "../../src/kit/auth/seal.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { exchangeKeyStore } from "../../src/trading/exchanges/sql/key-store.ts";
import { testDatabase } from "../support/database.ts";
import { leaseHolders } from "../support/exchange-leases.ts";
import { startStrategy } from "../support/order-crash/start-strategy.ts";
import { hasRedis, startRedis, type TestRedis } from "../support/redis.ts";
import { newPerson } from "../support/trading-people.ts";
import { tradingProcesses, type TradingNode, type TradingProcesses } from "../support/trading-processes.ts";
import { waitUntil } from "../support/wait-until.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
const secret = randomBytes(32).toString("hex");
const keys = exchangeKeyStore(db, makeSealer([masterKeyFromText(secret, "of the test")]));
const LEASE_SECONDS = 9;
const EXCHANGES = 4;
const TWAP_BUY = 900_001;

let redis: TestRedis;
let processes: TradingProcesses;
let feed: TradingNode;
let owner: TradingNode;

const startIn = (region: string): Promise<TradingNode> =>
  processes.start("worker", { settings: { TRIPOD_SECRET_KEY: secret, TRIPOD_TRADING_WORKER_REGIONS: region } });

/** The shared server of a region, once a process has it. */
async function serverOf(region: string): Promise<number> {
  return waitUntil(async () => {
    const [server] = await db.query<{ id: number }>({
      name: "test.activeServer",
      text: "select id from trading.servers where region = $1 and owner_id is null and status = 'active'",
      values: [region],
    });
    if (!server) throw new Error(`no process has the server of ${region}`);
    return server.id;
  });
}

async function newKey(): Promise<{ readonly keyId: number; readonly ownerUid: number }> {
  const { ownerUid } = await newPerson(db);
  const of = { ownerUid, uid: ownerUid, at: systemClock().now() };
  const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "secretOfTheTest01" };
  const key = await keys.addKey({ ...of, exchange: "simalpha", label: "x", credentials }, 10);
  if (!key) throw new Error("the key was not stored");
  const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
  await keys.recordTest({ ...of, id: key.id }, { status: "active", ...works });
  return { keyId: key.id, ownerUid };
}

async function ordersOf(strategyId: number) {
  return db.query<{ state: string }>({
    name: "test.ordersOfStrategy",
    text: "select state from trading.orders where strategy_id = $1",
    values: [strategyId],
  });
}

const slices = async (node: TradingNode): Promise<number> =>
  [...(await node.figures("tripod_trading_run_slices")).values()].reduce((sum, each) => sum + each, 0);

describe.skipIf(!hasRedis)("a strategy in another process than its prices", () => {
  beforeAll(async () => {
    redis = await startRedis();
    processes = await tradingProcesses(connection, redis.url, LEASE_SECONDS);
    feed = await startIn("london");
    await waitUntil(async () => expect(await leaseHolders(db)).toHaveLength(EXCHANGES));
    // The second one finds all exchanges taken.
    owner = await startIn("tokyo");
  });
  afterAll(async () => {
    await processes?.stopAll();
    await redis?.stop();
  });

  test("it fires by the third level and by what stands down to there, as whole books over Redis have them", async () => {
    const id = await startStrategy(db, await newKey(), {
      algorithm: TWAP_BUY,
      sliceDelay: "1",
      serverId: await serverOf("tokyo"),
      settings: {
        executable_codes: ["simalpha-btcusdt"],
        executable_values: ["0.001"],
        executable_parents: ["0.001"],
        executable_priceoffset: ["0"],
        executable_priceoffsetside: ["asks"],
        executable_priceoffsettype: ["ob3"],
        executable_obqtycumulativecheck: ["100"],
      },
    });
    await waitUntil(async () => expect(await ordersOf(id)).toHaveLength(1));
    // It was the one that is connected to nothing.
    expect([await owner.connected(), await slices(owner)]).toEqual([0, 1]);
    expect([await feed.connected(), await slices(feed)]).toEqual([EXCHANGES, 0]);
  });
});
