import { describe, expect, test } from "vitest";
import { countedDatabase } from "../../../test/support/counted-database.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { failingDatabase } from "../../../test/support/failing-database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import type { Clock } from "../time/clock.ts";
import { plusMillis } from "../time/instant.ts";
import { LeaseHolder } from "./hold-lease.ts";
import { LeaseLost } from "./lease.ts";

const { db } = await testDatabase({ rooms: ["kit"] });

/** By the database's clock, which goes on: longer than a test takes. */
const TTL_MS = 600_000;
const STEP_MS = TTL_MS / 60;
let worlds = 0;

/** One process, whose clock a test moves, and another one with a clock of its own. */
function world({ reliedOn }: { readonly reliedOn?: number } = {}) {
  const shared = manualClock();
  const counted = countedDatabase(db);
  const network = failingDatabase(counted);
  const statements: string[] = [];
  const arrivals = { gate: (_statement: string): Promise<void> | void => undefined };
  const watched = watchedDatabase(network.db, {
    before({ name }) {
      statements.push(name);
      return arrivals.gate(name);
    },
  });
  const log = keptLog();
  const ahead = { ms: 0 };
  const clock: Clock = { ...shared, now: () => plusMillis(shared.now(), ahead.ms) };
  const owner = `process ${++worlds}`;
  const leases = new LeaseHolder({ db: watched, clock, log, owner, ttlMs: TTL_MS, ...(reliedOn && { reliedOn }) });
  const others = new LeaseHolder({ db, clock: manualClock(), log, owner: `other ${worlds}`, ttlMs: TTL_MS });
  /** Lets time pass at a pace at which the database answers. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await shared.advance(STEP_MS);
      await counted.rested();
      await shared.advance(0);
    }
  };
  const held = async (name = `lease ${worlds}`) => {
    const hold = await leases.hold(name);
    if (!hold) throw new Error("another process has the lease");
    return hold;
  };
  return { shared, network, statements, arrivals, log, ahead, leases, others, pass, held };
}

describe("a lease that is held", () => {
  test("is kept for longer than it lasts without renewals, and the others do not get it", async () => {
    const { shared, others, pass, held } = world();
    const hold = await held();
    await pass(5 * TTL_MS);
    expect(hold.isHeld()).toBe(true);
    expect(hold.signal.aborted).toBe(false);
    expect(hold.untilMs).toBeGreaterThan(shared.now() / 1000);
    expect(await others.hold(hold.lease.name)).toBeUndefined();
    await hold.release();
  });

  test("lasts no shorter where an earlier renewal is answered after a later one", async () => {
    const { shared, statements, arrivals, pass, held } = world();
    const hold = await held();
    let arrive: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (arrive = resolve));
    const count = (): number => statements.filter((name) => name === "kit.renew_leases").length;
    arrivals.gate = (name) => (name === "kit.renew_leases" && count() === 1 ? late : undefined);
    await pass(0.7 * TTL_MS);
    expect(count()).toBe(2);
    const untilMs = hold.untilMs;
    expect(untilMs).toBeGreaterThan(shared.now() / 1000 + TTL_MS / 2);
    arrive();
    await pass(STEP_MS);
    expect(hold.untilMs).toBe(untilMs);
    expect(hold.isHeld()).toBe(true);
    await hold.release();
  });

  test("is renewed together with all others of its holder, by one statement", async () => {
    const { statements, pass, held } = world();
    const holds = await Promise.all(Array.from({ length: 50 }, (_, index) => held(`many ${index}`)));
    statements.length = 0;
    await pass(TTL_MS / 2);
    expect(statements).toEqual(["kit.renew_leases"]);
    await pass(TTL_MS);
    expect(holds.every((hold) => hold.isHeld())).toBe(true);
    await Promise.all(holds.map((hold) => hold.release()));
  });

  test("goes to the next one at once when it is released, and is renewed no more", async () => {
    const { shared, statements, others, pass, held } = world();
    const hold = await held();
    await hold.release();
    expect([hold.isHeld(), hold.signal.aborted, shared.pending]).toEqual([false, true, 0]);
    const next = await others.hold(hold.lease.name);
    expect(next?.fence).toBeGreaterThan(hold.fence);
    await hold.release();
    await pass(TTL_MS);
    expect(next?.isHeld()).toBe(true);
    expect(statements).not.toContain("kit.renew_leases");
  });

  test("ends with the signal that it was asked for with, for the same reason", async () => {
    const { leases } = world();
    const stopping = new AbortController();
    const hold = await leases.hold("stopped", stopping.signal);
    stopping.abort(new Error("we stop"));
    expect(hold?.isHeld()).toBe(false);
    expect(hold?.signal.reason).toEqual(new Error("we stop"));
    await hold?.release();
    await expect(leases.hold("stopped", stopping.signal)).rejects.toThrow("we stop");
    await waitUntil(async () => expect(await world().others.hold("stopped")).toBeDefined());
  });
});

describe("a lease is lost", () => {
  test("when the database falls silent, at the moment that the process's own clock says, and for ever", async () => {
    const { shared, network, pass, held, log } = world();
    const hold = await held();
    network.mood = "silent";
    await shared.advance(0.9 * TTL_MS - 1);
    expect(hold.isHeld()).toBe(true);
    await shared.advance(1);
    expect(hold.isHeld()).toBe(false);
    expect(hold.signal.reason).toBeInstanceOf(LeaseLost);
    network.mood = "well";
    await pass(TTL_MS);
    expect(hold.isHeld()).toBe(false);
    expect(log.entries.map(({ message }) => message)).toEqual([expect.stringMatching(/^a lease was lost: /)]);
    await hold.release();
  });

  test("with the work told soon, though it asks nothing", async () => {
    const { shared, network, held } = world();
    const hold = await held();
    network.mood = "silent";
    let toldMs = 0;
    hold.signal.addEventListener("abort", () => (toldMs = shared.now() / 1000));
    await shared.advance(TTL_MS);
    expect(toldMs).toBeGreaterThanOrEqual(hold.untilMs);
    expect(toldMs - hold.untilMs).toBeLessThanOrEqual(TTL_MS / 30);
    network.mood = "well";
    await hold.release();
  });

  test("earlier where less of its time is relied on", async () => {
    const { shared, held } = world({ reliedOn: 0.5 });
    const hold = await held();
    expect(hold.untilMs).toBe(shared.now() / 1000 + TTL_MS / 2);
    await hold.release();
  });

  test("by a process that stood still, before its timers say so", async () => {
    const { ahead, held } = world();
    const hold = await held();
    ahead.ms = TTL_MS;
    expect(hold.isHeld()).toBe(false);
    expect(hold.signal.reason).toBeInstanceOf(LeaseLost);
    await hold.release();
  });

  test("by a renewal whose answer comes after its time", async () => {
    const { shared, arrivals, ahead, pass, held } = world();
    const hold = await held();
    arrivals.gate = (name) => {
      if (name === "kit.renew_leases") ahead.ms = 2 * TTL_MS;
    };
    await pass(TTL_MS / 3 + STEP_MS);
    expect(hold.untilMs).toBeLessThan(shared.now() / 1000 + ahead.ms);
    expect(hold.isHeld()).toBe(false);
    await hold.release();
  });

  test("when another process has taken it, and that one keeps it", async () => {
    const { pass, held } = world();
    const hold = await held();
    const other = await held(`kept beside ${hold.lease.name}`);
    await db.execute({
      name: "test.takeOver",
      text: "update kit.leases set owner = 'thief', fence = fence + 1 where name = $1",
      values: [hold.lease.name],
    });
    await pass(TTL_MS / 2);
    expect(hold.signal.reason).toBeInstanceOf(LeaseLost);
    expect(other.isHeld()).toBe(true);
    await hold.release();
    await other.release();
    const [row] = await db.query<{ taken: boolean }>({
      name: "test.isTaken",
      text: "select owner = 'thief' and expires_at > clock_timestamp() as taken from kit.leases where name = $1",
      values: [hold.lease.name],
    });
    expect(row?.taken).toBe(true);
  });

  test("not by a database that is away for less than it lasts: renewals are tried again, and reported once", async () => {
    const { network, statements, log, pass, held } = world();
    const hold = await held();
    network.mood = "refuses";
    await pass(TTL_MS / 2 + TTL_MS / 4);
    expect(statements.filter((name) => name === "kit.renew_leases").length).toBeGreaterThan(3);
    network.mood = "well";
    await pass(2 * TTL_MS);
    expect(hold.isHeld()).toBe(true);
    expect(log.entries.map(({ level }) => level)).toEqual(["warn"]);
    await hold.release();
  });
});

describe("a lease that is asked for", () => {
  test("is not waited for in silence, and is released where the answer comes too late", async () => {
    const { shared, arrivals, leases, others } = world();
    let arrive: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (arrive = resolve));
    arrivals.gate = (name) => (name === "kit.acquire_lease" ? late : undefined);
    const refused = expect(leases.hold("late")).rejects.toThrow(LeaseLost);
    await shared.advance(10_000);
    await refused;
    arrive();
    await waitUntil(async () => {
      const rows = await db.query({ name: "test.late", text: "select from kit.leases where name = 'late'" });
      expect(rows).toHaveLength(1);
    });
    await waitUntil(async () => expect(await others.hold("late")).toBeDefined());
  });

  test("is not held, and is free, where its time was over before the answer came", async () => {
    const { arrivals, ahead, leases, others } = world();
    arrivals.gate = (name) => {
      if (name === "kit.acquire_lease") ahead.ms += TTL_MS;
    };
    await expect(leases.hold("slow")).rejects.toThrow(LeaseLost);
    expect(await others.hold("slow")).toBeDefined();
  });
});

describe("work under a lease", () => {
  test("has it until it ends, whichever way, and is not begun where another process has it", async () => {
    const { leases, others } = world();
    const done = await leases.whileHeld("work", async (hold) => {
      expect(await others.whileHeld("work", () => Promise.resolve("both"))).toBeUndefined();
      return hold.isHeld();
    });
    expect(done).toBe(true);
    const failing = leases.whileHeld("work", () => Promise.reject(new Error("it broke")));
    await expect(failing).rejects.toThrow("it broke");
    expect(await others.whileHeld("work", () => Promise.resolve("now"))).toBe("now");
  });
});
