import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import { apiUses } from "./api-uses.ts";
import type { NewAccess } from "./sql/accesses.ts";

const USE = { keyId: 7, uid: 2_000_001, address: "192.0.2.7", userAgent: "program" };

function world(record?: (access: NewAccess) => Promise<void>) {
  const written: NewAccess[] = [];
  const clock = manualClock();
  const log = keptLog();
  const keep = (access: NewAccess): Promise<void> => {
    written.push(access);
    return Promise.resolve();
  };
  return { written, clock, log, uses: apiUses({ record: record ?? keep, clock, log }) };
}

test("of the uses of a key from one address, one is written in an hour", async () => {
  const { uses, written, clock } = world();
  uses.note(USE);
  uses.note(USE);
  uses.note({ ...USE, address: "192.0.2.8" });
  uses.note({ ...USE, keyId: 8 });
  await uses.settled();
  expect(written.map((access) => access.sample)).toEqual(["key:7:192.0.2.7", "key:7:192.0.2.8", "key:8:192.0.2.7"]);
  await clock.advance(HOUR_MS);
  uses.note(USE);
  await uses.settled();
  expect(written).toHaveLength(4);
});

test("a use that could not be written is tried again at the next, and does no harm", async () => {
  let failures = 0;
  const { uses, log } = world(() => {
    failures++;
    return Promise.reject(new Error("the database is away"));
  });
  uses.note(USE);
  await uses.settled();
  uses.note(USE);
  await uses.settled();
  expect(failures).toBe(2);
  expect(log.entries.map(({ level }) => level)).toEqual(["warn", "warn"]);
});

test("a database that does not answer is not asked by every request", () => {
  let asked = 0;
  const { uses } = world(() => {
    asked++;
    return new Promise<void>(() => undefined);
  });
  for (let keyId = 1; keyId <= 100; keyId++) uses.note({ ...USE, keyId });
  expect(asked).toBe(8);
});
