import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { SparingLog } from "./sparing-log.ts";

test("a failure that repeats itself is written once in 30 seconds, and says how often it came", async () => {
  const [log, clock] = [keptLog(), manualClock()];
  const sparing = new SparingLog({ log, clock });
  const written = () => log.entries.map(({ message, fields }) => [message, String(fields["err"]), fields["leftOut"]]);
  for (let at = 0; at < 300; at++) {
    sparing.warn(new Error("the database is away"), "no orders");
    await clock.advance(100);
  }
  expect(written()).toEqual([["no orders", "Error: the database is away", undefined]]);
  sparing.warn(new Error("the database is away"), "no orders");
  expect(written().at(-1)).toEqual(["no orders", "Error: the database is away", 299]);
});

test("another failure, or of another kind of work, is written at once", () => {
  const log = keptLog();
  const sparing = new SparingLog({ log, clock: manualClock() });
  for (const [error, message] of [
    [new Error("away"), "no orders"],
    [new Error("denied"), "no orders"],
    [new Error("away"), "no runs"],
    ["away", "no mails"],
  ] as const) {
    sparing.warn(error, message);
  }
  expect(log.entries).toHaveLength(4);
});

test("failures that all differ are all written, and not all are remembered", () => {
  const log = keptLog();
  const sparing = new SparingLog({ log, clock: manualClock() });
  for (let at = 0; at < 1_000; at++) sparing.warn(new Error(String(at % 500)), "no orders");
  expect(log.entries).toHaveLength(1_000);
});
