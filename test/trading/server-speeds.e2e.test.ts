/**
 * tests/server-location-speed-to-exchange on several machines: of the process that answers and of the one that has the server, one
 * reaches the exchange and the other does not. PostgreSQL is all that connects them.
 */
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { masterKeyFromText } from "../../src/kit/auth/master-key.ts";
import { sealer } from "../../src/kit/auth/seal.ts";
import { ccxtWorld, type CcxtWorld } from "../support/ccxt-loopback.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { tradingProcesses } from "../support/trading-processes.ts";
import { tradingWorld, type TradingWorld } from "../support/trading-world.ts";
import { PATIENCE_MS, waitUntil } from "../support/wait-until.ts";

const near = await exchangeWorld();
const gone = await exchangeWorld();
await gone.loopback.close();

/** A shared server that packages include: a process has it, as every other, from its start. */
const SERVER = "3001";

/** Of all processes. */
const SECRET = "5e".repeat(32);

/** A round trip of two seconds is lost, as on a very busy machine: one of five at least is not. */
const MEASURED = { loss_percent: expect.toSatisfy((loss) => loss < 100), samples: 5, average_ms: expect.any(Number) };
const LOST = { loss_percent: 100, samples: 2, average_ms: null };

async function exchangeWorld(): Promise<CcxtWorld> {
  const world = await ccxtWorld({ timeoutMs: PATIENCE_MS });
  afterAll(() => world.close());
  return world;
}

/** A process that works, and so has all servers. */
async function holderOf(database: TestDatabase, place: CcxtWorld, code = "binance"): Promise<TradingWorld> {
  const exchanges = [await place.connect({ code })];
  const holder = await tradingWorld({ settings: EXAMPLE_SETTINGS, exchanges, database });
  await waitUntil(async () => expect(await workerOf(database)).toContain(holder.platform.node));
  return holder;
}

async function workerOf({ db }: TestDatabase): Promise<string> {
  const [row] = await db.query<{ worker: string | null }>({
    name: "test.workerOfServer",
    text: "select worker from trading.servers where id = $1",
    values: [Number(SERVER)],
  });
  return row?.worker ?? "";
}

/** A process that only answers requests, and what it answers to an admin. */
async function answering(database: TestDatabase, place: CcxtWorld) {
  const platform = { role: "http", sealer: sealer([masterKeyFromText(SECRET, "the test")]) } as const;
  const exchanges = [await place.connect()];
  const options = { settings: EXAMPLE_SETTINGS, exchanges, database, works: false, platform };
  const world = await tradingWorld(options);
  const { key, uid } = await world.person("admin");
  await furnish(world, uid);
  const params = { server_id: SERVER, exchange1: "binance", exchange2: "binance" };
  const measure = () => world.ask("POST", "tests/server-location-speed-to-exchange", { key, params });
  return {
    measure,
    /** As a client does that tries again while the answer is "not now". */
    measured: () =>
      waitUntil(async () => {
        const { status, json } = await measure();
        expect([status, json.data]).toEqual([200, expect.anything()]);
        return json.data;
      }),
    /** Of all time, and of questions that nothing was answered to. */
    async kept() {
      const [row] = await database.db.query<{ speeds: number; questions: number }>({
        name: "test.countKept",
        text: `select (select count(*) from trading.server_speeds where uid = $1) as speeds,
          (select count(*) from trading.server_questions) as questions`,
        values: [uid],
      });
      return row;
    },
  };
}

const platformDatabase = () => testDatabase({ rooms: ["kit", "trading"] });

describe("two platforms on one database", () => {
  test("what the process that has the server reaches is measured, though the one that answers does not reach it", async () => {
    const database = await platformDatabase();
    await holderOf(database, near);
    const { measured, kept } = await answering(database, gone);
    const first = await measured();
    expect(first).toMatchObject({ server_id: SERVER, exchange1: MEASURED, exchange2: MEASURED, previous: [] });
    const { previous: _, ...shown } = first;
    expect((await measured()).previous).toEqual([shown]);
    expect(await kept()).toEqual({ speeds: 2, questions: 0 });
  });

  test("what the process that has the server does not reach is lost, though the one that answers reaches it", async () => {
    const database = await platformDatabase();
    await holderOf(database, gone);
    const { measured, kept } = await answering(database, near);
    expect(await measured()).toMatchObject({ combined_ms: null, exchange1: LOST, exchange2: LOST });
    expect(await kept()).toEqual({ speeds: 1, questions: 0 });
  });

  test("an exchange that the process with the server is not connected to is named", async () => {
    const database = await platformDatabase();
    await holderOf(database, near, "binanceus");
    const { measure, kept } = await answering(database, near);
    const refused = await waitUntil(async () => {
      const answer = await measure();
      expect(answer.status).toBe(404);
      return answer;
    });
    expect(refused.json.data).toMatchObject({
      code: 2300,
      error: `The process that has the server ${SERVER} is not connected to the exchange binance`,
    });
    expect(await kept()).toEqual({ speeds: 0, questions: 0 });
  });
});

describe("a server that no process has", () => {
  const says = `No process has the server ${SERVER} at this moment: try again in 5 seconds`;

  test("is not measured, and the caller is told when to try again", async () => {
    const { measure, kept } = await answering(await platformDatabase(), near);
    const { status, headers, json } = await measure();
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(json.data).toMatchObject({ code: 5200, error: says });
    expect(await kept()).toEqual({ speeds: 0, questions: 0 });
  });

  test("is not measured after its process was stopped, until another one has it", async () => {
    const database = await platformDatabase();
    const holder = await holderOf(database, near);
    const { measure, measured, kept } = await answering(database, gone);
    await measured();
    await holder.close();
    const { status, json } = await measure();
    expect([status, json.data.error]).toEqual([503, says]);
    expect(await kept()).toEqual({ speeds: 1, questions: 0 });
    await holderOf(database, near);
    expect(await measured()).toMatchObject({ exchange1: MEASURED });
  });

  test("because it is over is refused for good", async () => {
    const database = await platformDatabase();
    await holderOf(database, near);
    const { measure, kept } = await answering(database, near);
    await database.db.execute({
      name: "test.endServer",
      text: "update trading.servers set status = 'disabled' where id = $1",
      values: [Number(SERVER)],
    });
    const { status, headers, json } = await measure();
    expect([status, headers.get("retry-after"), json.data.code]).toEqual([409, null, 2320]);
    expect(json.data.error).toBe(
      `The server ${SERVER} is disabled, so nothing can be measured from it: choose another server`,
    );
    expect(await kept()).toEqual({ speeds: 0, questions: 0 });
  });
});

test("a worker on another machine measures; one that stands still and is killed is missed for a moment, and nothing hangs", async () => {
  const database = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
  const processes = await tradingProcesses(database.connection, undefined, 9);
  onTestFinished(() => processes.stopAll());
  const settings = {
    TRIPOD_TRADING_EXCHANGES: "binance",
    TRIPOD_TRADING_EXCHANGE_ADDRESSES: JSON.stringify({ binance: near.loopback.url }),
    TRIPOD_TRADING_TAPE_RECORD: "false",
    TRIPOD_SECRET_KEY: SECRET,
  };
  const worker = await processes.start("worker", { settings });
  const { measure, measured, kept } = await answering(database, gone);
  expect(await measured()).toMatchObject({ exchange1: MEASURED, exchange2: MEASURED });

  // As long as its lease lasts, it is asked; then no process has the server.
  worker.freeze();
  const { status, headers, json } = await measure();
  expect([status, headers.get("retry-after"), json.data.code]).toEqual([503, "5", 5200]);
  expect(json.data.error).toMatch(/did not answer|No process has/);
  await worker.process.kill();
  expect((await measure()).status).toBe(503);
  expect(await kept()).toEqual({ speeds: 1, questions: 0 });

  await processes.start("worker", { settings });
  expect(await measured()).toMatchObject({ exchange1: MEASURED, exchange2: MEASURED });
  expect(await kept()).toEqual({ speeds: 2, questions: 0 });
});
