import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { failingDatabase } from "../../../test/support/failing-database.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { plusMillis } from "../time/instant.ts";
import { databaseClock, type MeasuredClock } from "./database-clock.ts";

const { db } = await testDatabase({ rooms: ["kit"] });

/** Our clock and the database's are one, but for this. */
function shifted(ms: () => number): Clock {
  const clock = systemClock();
  return { ...clock, now: () => plusMillis(clock.now(), ms()) };
}

/** How far two readings of one clock of this machine may be apart. */
const STRAY_MS = 50;

/** Answers that come late on a busy machine are passed over: asked again until one counts. */
const untilMeasured = (measured: MeasuredClock, condition: () => boolean) =>
  expect.poll(() => measured.measure().then(condition), { interval: 10 }).toBe(true);

test.each([0, 7_000, -90_000])("finds a clock that is %d ms wrong, as exactly as it says", async (wrongMs) => {
  const measured = databaseClock({ db, clock: shifted(() => wrongMs), log: keptLog() });
  expect([measured.aheadMs, measured.withinMs]).toEqual([0, undefined]);
  await untilMeasured(measured, () => measured.withinMs !== undefined);
  expect(Math.abs(measured.aheadMs + wrongMs)).toBeLessThanOrEqual((measured.withinMs ?? 0) + STRAY_MS);
});

test("warns once when clocks begin to differ, and says once that they agree again", async () => {
  let wrongMs = 60_000;
  const log = keptLog();
  const measured = databaseClock({ db, clock: shifted(() => wrongMs), log });
  await untilMeasured(measured, () => measured.aheadMs < -50_000);
  await measured.measure();
  expect(log.entries.map(({ level }) => level)).toEqual(["warn"]);
  wrongMs = 0;
  await untilMeasured(measured, () => measured.aheadMs > -1_000);
  await measured.measure();
  expect(log.entries.map(({ level }) => level)).toEqual(["warn", "info"]);
});

test("the last measurement holds while the database does not answer", async () => {
  const failing = failingDatabase(db);
  const measured = databaseClock({ db: failing.db, clock: shifted(() => 5_000), log: keptLog() });
  await untilMeasured(measured, () => measured.withinMs !== undefined);
  const { aheadMs } = measured;
  failing.mood = "refuses";
  await measured.measure();
  expect(measured.aheadMs).toBe(aheadMs);
});
