/**
 * A simulated day of publishers that copy each other, edit, disappear and attack, followed by processes that are
 * killed in the middle of their work: each story is there once, and none is lost.
 */
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { seededRandom } from "../../../../test/support/damaged-documents.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { planFarm, type FarmSize } from "../../../../test/support/feed-farm/farm-plan.ts";
import { FarmProcess } from "../../../../test/support/feed-farm/farm-process.ts";
import { openFarm } from "../../../../test/support/feed-farm/farm-server.ts";
import { expectFarm } from "../../../../test/support/feed-farm/expect-farm.ts";
import { heapBytes } from "../../../../test/support/heap.ts";
import { LeapingClock } from "../../../../test/support/leaping-clock.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";

/** Hours of the day that a soak follows; a test follows one with far fewer feeds. */
const soakHours = Number(process.env["TRIPOD_TEST_NEWS_HOURS"] ?? "0");
const isSoak = soakHours > 0;
const seed = Number(process.env["TRIPOD_TEST_NEWS_SEED"] ?? "16");
const SIZE: FarmSize & { readonly kills: number } = isSoak
  ? { seed, feeds: 200, hosts: 60, items: Math.round((5_000 * soakHours) / 24), hours: soakHours, kills: soakHours }
  : { seed, feeds: 12, hosts: 6, items: 80, hours: 1, kills: 2 };
/** After the last outage everything is found within this: waits double. */
const RECOVERY_MS = 3 * HOUR_MS;
const LEAP_MS = 15_000;
/** Until the lease of a dead process runs out. */
const LEASE_MS = MINUTE_MS;
/** Of the memory of a day, over that of its first hours. */
const MAX_GROWTH_BYTES = 96 * 1024 * 1024;

const database = await testDatabase({ rooms: ["kit", "trading"] });
const { db } = database;

test("each story of a day is there once, whatever publishers do and however often processes die", async () => {
  const shared = manualClock();
  const clock = new LeapingClock(shared, LEAP_MS);
  const nowMs = (): number => toMillis(shared.now());
  const plan = planFarm(SIZE, nowMs());
  const farm = await openFarm(plan, nowMs);
  const below = seededRandom(seed + 1);
  const all: FarmProcess[] = [];
  const alive = (): FarmProcess[] => all.filter(({ isDead }) => !isDead);
  const begin = (): void => {
    const owner = `farm ${all.length}`;
    const pool = database.open({ applicationName: owner });
    const next = new FarmProcess({ owner, db: pool, clock, sources: farm.sources });
    all.push(next);
    next.start();
  };
  const pass = async (ms: number): Promise<void> =>
    clock.pass(ms, async () => {
      for (const each of alive()) await each.settled();
    });
  const kill = async (victim: FarmProcess): Promise<void> => {
    void victim.dieAfter(below(200));
    while (!victim.isDead) await pass(MINUTE_MS);
    await victim.bury();
    await db.query({
      name: "test.buryFarm",
      text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()",
      values: [victim.owner],
    });
    await pass(LEASE_MS);
    // The database's clock is the machine's: a minute of the farm is none of it.
    await db.execute({
      name: "test.expireFarm",
      text: "update kit.leases set expires_at = 'epoch' where owner = $1",
      values: [victim.owner],
    });
  };

  try {
    begin();
    begin();
    let firstHeap = 0;
    const betweenMs = (plan.endMs - plan.startMs) / SIZE.kills;
    for (let killed = 0; killed < SIZE.kills; killed++) {
      await pass(betweenMs);
      if (killed === 1) firstHeap = heapBytes();
      const [victim] = alive();
      if (victim) await kill(victim);
      begin();
      if (isSoak) console.log(`${killed + 1} processes killed, at ${new Date(nowMs()).toISOString()}`);
    }
    await pass(Math.max(0, plan.endMs - nowMs()) + RECOVERY_MS);
    const grownBytes = heapBytes() - firstHeap;
    if (isSoak)
      console.log({ ...farm.counts, stories: plan.stories, grownMegabytes: Math.round(grownBytes / 1_048_576) });
    expect(grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
    await Promise.all(alive().map((each) => each.stop()));
    await expectFarm(db, plan, farm, SIZE.hours + (RECOVERY_MS + SIZE.kills * 4 * MINUTE_MS) / HOUR_MS);
    expect(all.flatMap(({ errors }) => errors)).toEqual([]);
  } finally {
    await Promise.all(all.map((each) => each.stop()));
    await farm.close();
  }
});
