import { afterEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { failingDatabase } from "../../../test/support/failing-database.ts";
import { keptLog, type KeptLog } from "../../../test/support/kept-log.ts";
import { until } from "../../../test/support/rcon.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import type { Database } from "../../kit/sql/database.ts";
import { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { LeaseKeeper, type HeldWork } from "./lease-keeper.ts";
import { SOURCE_TIMING } from "./timing.ts";

const { db } = await testDatabase({ rooms: ["kit"] });
const TIMING = { ...SOURCE_TIMING, leaseMs: 1_200, retryMs: 40 };
const keepers: LeaseKeeper[] = [];
let names = 0;

afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.stop()));
});

interface Kept {
  readonly keeper: LeaseKeeper;
  readonly log: KeptLog;
  /** Fences of each time that it was held. */
  readonly fences: number[];
  /** Why each of these ended. */
  readonly reasons: unknown[];
  readonly isWorking: () => boolean;
}

/** A keeper that starts at once and does nothing but note how it goes. */
function kept(name: string, database: Database = db, work: HeldWork = untilAborted): Kept {
  const [fences, reasons, log]: [number[], unknown[], KeptLog] = [[], [], keptLog()];
  let working = 0;
  const clock = systemClock();
  const owner = `node ${keepers.length}`;
  const leases = new LeaseHolder({ db: database, clock, log, owner, ttlMs: TIMING.leaseMs });
  const deps = { leases, clock, random: systemRandom(), log, timing: TIMING, kept: { count: 0 } };
  const keeper = new LeaseKeeper(name, deps, async (fence, signal) => {
    fences.push(fence);
    signal.addEventListener("abort", () => reasons.push(signal.reason), { once: true });
    working++;
    signal.addEventListener("abort", () => working--, { once: true });
    await work(fence, signal);
  });
  keepers.push(keeper);
  keeper.start();
  return { keeper, log, fences, reasons, isWorking: () => working > 0 };
}

function untilAborted(_fence: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function freshName(): string {
  return `lease ${++names}`;
}

describe("a lease", () => {
  test("is kept by one of several, for longer than it lasts without renewal", async () => {
    const name = freshName();
    const all = [kept(name), kept(name), kept(name)];
    await until(() => expect(all.filter(({ isWorking }) => isWorking())).toHaveLength(1));
    const [row] = await db.query<{ expires_at: number }>({ name: "test.lease", text: LEASE, values: [name] });
    await until(async () => {
      const [later] = await db.query<{ expires_at: number }>({ name: "test.lease", text: LEASE, values: [name] });
      expect(later?.expires_at).toBeGreaterThan((row?.expires_at ?? 0) + 1.5 * TIMING.leaseMs * 1_000);
    });
    expect(all.flatMap(({ fences }) => fences)).toHaveLength(1);
  });

  test("goes to the next one at once when its keeper is stopped", async () => {
    const name = freshName();
    const first = kept(name);
    await until(() => expect(first.fences).toHaveLength(1));
    const second = kept(name);
    await first.keeper.stop();
    expect(first.isWorking()).toBe(false);
    const [row] = await db.query<{ free: boolean }>({
      name: "test.free",
      text: "select expires_at <= clock_timestamp() or fence > $2 as free from kit.leases where name = $1",
      values: [name, first.fences[0]],
    });
    expect(row?.free).toBe(true);
    await until(() => expect(second.fences[0]).toBeGreaterThan(first.fences[0] ?? Infinity));
  });

  test("goes to the next one when its keeper falls silent, which has stopped working by then", async () => {
    const name = freshName();
    const network = failingDatabase(db);
    const dead = kept(name, network.db);
    await until(() => expect(dead.fences).toHaveLength(1));
    network.mood = "silent";
    let deadWorked: boolean | undefined;
    const next = kept(name, db, async (fence, signal) => {
      deadWorked ??= dead.isWorking();
      await untilAborted(fence, signal);
    });
    await until(() => expect(next.fences[0]).toBeGreaterThan(dead.fences[0] ?? Infinity));
    expect(deadWorked).toBe(false);
    expect(dead.reasons).toEqual([expect.any(LeaseLost)]);
    network.mood = "well";
  });

  test("is kept while the database is away for less than it lasts", async () => {
    const network = failingDatabase(db);
    const { fences, isWorking, log } = kept(freshName(), network.db);
    await until(() => expect(isWorking()).toBe(true));
    network.mood = "refuses";
    await until(() =>
      expect(log.entries.map(({ message }) => message)).toEqual([expect.stringContaining("the lease")]),
    );
    network.mood = "well";
    const renewed = await nextRenewal();
    expect(renewed).toBe(true);
    expect(fences).toHaveLength(1);

    async function nextRenewal(): Promise<boolean> {
      const [before] = await db.query<{ expires_at: number }>({
        name: "test.lease",
        text: LEASE,
        values: [`lease ${names}`],
      });
      await until(async () => {
        const [now] = await db.query<{ expires_at: number }>({
          name: "test.lease",
          text: LEASE,
          values: [`lease ${names}`],
        });
        expect(now?.expires_at).toBeGreaterThan(before?.expires_at ?? 0);
      });
      return isWorking();
    }
  });

  test("that another took ends the work, and is tried for again", async () => {
    const name = freshName();
    const { fences, reasons } = kept(name);
    await until(() => expect(fences).toHaveLength(1));
    const taken = (fences[0] ?? 0) + 1_000_000;
    await db.execute({
      name: "test.take",
      text: "update kit.leases set fence = $2, owner = 'other', expires_at = clock_timestamp() where name = $1",
      values: [name, taken],
    });
    await until(() => expect(fences.slice(1)).toEqual([taken + 1]));
    expect(reasons).toEqual([expect.any(LeaseLost)]);
  });

  test("whose work fails is released, tried for again, and reported", async () => {
    const name = freshName();
    let tries = 0;
    const { fences, log } = kept(name, db, async (fence, signal) => {
      if (++tries < 3) throw new Error("it could not begin");
      await untilAborted(fence, signal);
    });
    await until(() => expect(fences).toHaveLength(3));
    expect(log.entries.map(({ level }) => level)).toEqual(["warn", "warn"]);
  });

  test("is not taken by a keeper that was stopped before it got it", async () => {
    const name = freshName();
    const early = kept(name);
    await early.keeper.stop();
    expect(early.isWorking()).toBe(false);
    const late = kept(name);
    await until(() => expect(late.isWorking()).toBe(true));
  });
});

const LEASE = "select expires_at from kit.leases where name = $1";
