/** Measurements at the process that has a server: the desks of two processes on one database. */
import { afterEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock, type ManualClock } from "../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { inProcessBus } from "../../kit/bus/in-process-bus.ts";
import { silentLog } from "../../kit/log/log.ts";
import type { Exchange } from "../exchanges/index.ts";
import { ServerSpeedDesk, type ServerHolders } from "./server-speed-desk.ts";
import { serverQuestionStore } from "./sql/server-question-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const questions = serverQuestionStore(db);
const desks: ServerSpeedDesk[] = [];

afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.stop();
  expect(await countQuestions()).toBe(0);
});

async function countQuestions(): Promise<number> {
  const [row] = await db.query<{ waiting: number }>({
    name: "test.countServerQuestions",
    text: "select count(*) as waiting from trading.server_questions",
  });
  return row?.waiting ?? 0;
}

/** Takes questions to a process however old they are: the ids. */
async function takeFor(worker: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: "test.takeServerQuestions",
    text: `update trading.server_questions set taken_at = clock_timestamp() where worker = $1 and taken_at is null
      returning id`,
    values: [worker],
  });
  return rows.map(({ id }) => id);
}

/** Whether a promise has ended, and how, while the time goes on. */
async function outcomeOf<Value>(clock: ManualClock, stepMs: number, work: Promise<Value>): Promise<unknown> {
  const ended = work.catch((error: unknown) => error);
  return waitUntil(async () => {
    await clock.advance(stepMs);
    const found = await Promise.race([ended, Promise.resolve("waiting")]);
    expect(found).not.toBe("waiting");
    return found;
  });
}

interface Place {
  readonly clock?: ManualClock;
  readonly name?: string;
  readonly find: ServerHolders["find"];
  /** How far each exchange is, milliseconds; infinitely far it never answers. */
  readonly ways?: Readonly<Record<string, number>>;
}

/** Hints reach every desk, so that no time has to pass. */
const bus = inProcessBus(silentLog());

/** The desk of one process, and how often it has measured each exchange. */
function openDesk({ clock = manualClock(), name, find, ways = {} }: Place) {
  const pings: string[] = [];
  const connectedExchange = (code: string): Exchange | undefined => {
    const ms = ways[code];
    if (ms === undefined) return undefined;
    const ping = (): Promise<number> => {
      pings.push(code);
      return ms === Infinity ? new Promise(() => undefined) : Promise.resolve(ms);
    };
    return { code, ping } as Partial<Exchange> as Exchange;
  };
  const holders = { own: () => name, find };
  const parts = { holders, connectedExchange, questions, bus, clock, log: silentLog() };
  const desk = new ServerSpeedDesk(parts);
  desks.push(desk);
  return { desk, clock, pings };
}

const heldBy = (name: string | undefined) => () => Promise.resolve(name);

describe("the process that has the server", () => {
  test("measures for the others, and keeps its figures for ten seconds", async () => {
    const find = heldBy("holder 1");
    const holder = openDesk({ name: "holder 1", find, ways: { near: 1, far: 90 } });
    const asking = openDesk({ find, ways: { near: 700, far: 700 } });
    holder.desk.start();
    const ask = () => asking.desk.measure(1, ["near", "far"]);
    const figures = [{ averageMs: 1, samples: 5 }, { averageMs: 90 }];
    expect(await ask()).toMatchObject(figures);
    expect(await ask()).toMatchObject(figures);
    expect(await holder.desk.measure(1, ["far", "near"])).toMatchObject(figures.toReversed());
    expect(holder.pings.toSorted().join(" ")).toBe("far far far far far near near near near near");
    await holder.clock.advance(10_000);
    expect(await ask()).toMatchObject(figures);
    expect(holder.pings).toHaveLength(20);
    expect(asking.pings).toEqual([]);
  });

  test("says that it is not connected to an exchange", async () => {
    const find = heldBy("holder 1");
    openDesk({ name: "holder 1", find, ways: { near: 1 } }).desk.start();
    const asking = openDesk({ find, ways: { near: 1, far: 1 } });
    await expect(asking.desk.measure(1, ["near", "far"])).rejects.toMatchObject({
      status: 404,
      message: "The process that has the server 1 is not connected to the exchange far",
    });
  });

  test("answers that nothing was measured when it is stopped at that", async () => {
    const find = heldBy("holder 1");
    const holder = openDesk({ name: "holder 1", find, ways: { near: Infinity } });
    const asking = openDesk({ find });
    holder.desk.start();
    const asked = asking.desk.measure(1, ["near", "near"]).catch((error: unknown) => error);
    await waitUntil(() => expect(holder.pings).toEqual(["near"]));
    await holder.desk.stop();
    expect(await asked).toMatchObject({ status: 503 });
  });
});

describe("a measurement", () => {
  test("is refused when no process takes the server within two seconds", async () => {
    const { desk, clock, pings } = openDesk({ find: heldBy(undefined), ways: { near: 1 } });
    expect(await outcomeOf(clock, 100, desk.measure(7, ["near", "near"]))).toMatchObject({
      status: 503,
      code: "5200",
      message: "No process has the server 7 at this moment: try again in 5 seconds",
      headers: { "Retry-After": "5" },
    });
    expect(pings).toEqual([]);
  });

  test("waits for the process that takes a server which was rented a moment ago", async () => {
    const looks: (string | undefined)[] = [undefined, undefined, "me 1"];
    const find = () => Promise.resolve(looks.shift());
    const { desk, clock } = openDesk({ name: "me 1", find, ways: { near: 1 } });
    expect(await outcomeOf(clock, 50, desk.measure(7, ["near", "near"]))).toMatchObject([{ averageMs: 1 }, {}]);
  });

  test("is refused when the process that has the server does not answer in time", async () => {
    const { desk, clock } = openDesk({ find: heldBy("silent 1") });
    expect(await outcomeOf(clock, 1_000, desk.measure(7, ["near", "far"]))).toMatchObject({
      status: 503,
      code: "5200",
      message: "The process that has the server 7 did not answer: try again in 5 seconds",
      headers: { "Retry-After": "5" },
    });
  });

  test("is refused as soon as that process no longer has the server, and its late answer is dropped", async () => {
    let holder: string | undefined = "dying 1";
    const { desk, clock } = openDesk({ find: () => Promise.resolve(holder) });
    const asked = desk.measure(7, ["near", "near"]).catch((error: unknown) => error);
    const [taken] = await waitUntil(async () => {
      const found = await takeFor("dying 1");
      expect(found).toHaveLength(1);
      return found;
    });
    // Another run of the same process.
    holder = "dying 2";
    await clock.advance(1_000);
    expect(await asked).toMatchObject({ status: 503 });
    await questions.answer(taken ?? 0, { failure: "not_measured" });
    expect(await takeFor("dying 2")).toEqual([]);
  });

  test("is asked for once, however many requests wait for it", async () => {
    const { desk, clock } = openDesk({ find: heldBy("busy 1") });
    const asked = [1, 2, 3, 4, 5].map(() => desk.measure(7, ["near", "far"]));
    const taken: number[] = [];
    await waitUntil(async () => {
      taken.push(...(await takeFor("busy 1")));
      expect(taken).toHaveLength(2);
    });
    const trips = { minimumMs: 1, averageMs: 1, maximumMs: 1, lossPercent: 0, samples: 5 };
    for (const id of taken) await questions.answer(id, { trips });
    for (const each of asked) {
      expect(await outcomeOf(clock, 100, each)).toMatchObject([{ averageMs: 1 }, { averageMs: 1 }]);
    }
    expect(await takeFor("busy 1")).toEqual([]);
  });
});
