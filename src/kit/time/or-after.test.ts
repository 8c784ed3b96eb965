import { expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { systemClock } from "./clock.ts";
import { orAfter } from "./or-after.ts";

const never = new Promise<never>(() => undefined);

test("work that ends is waited for no longer, and leaves no timer behind", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await orAfter(Promise.resolve(), 600_000, systemClock());
  await expect(orAfter(Promise.reject(new Error("broken")), 600_000, systemClock())).rejects.toThrow("broken");
  expect(timers()).toBeLessThanOrEqual(before);
});

test("work that hangs is given up after the time", async () => {
  const clock = manualClock();
  let isOver = false;
  const waited = orAfter(never, 5_000, clock).then(() => (isOver = true));
  await clock.advance(4_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await waited;
});
