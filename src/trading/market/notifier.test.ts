import { describe, expect, test } from "vitest";
import { silentLog } from "../../kit/log/log.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { Notifier } from "./notifier.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A clock on which each look takes some microseconds. */
function clockOf(stepUs: number) {
  let now = 0;
  return { now: () => (now += stepUs) as Instant };
}

describe("telling", () => {
  test("happens once a turn for each listing, and counts what was skipped", async () => {
    const notifier = new Notifier(clockOf(0), silentLog());
    const heard: number[] = [];
    const stop = notifier.add((index) => heard.push(index));
    for (const index of [3, 1, 3, 3]) notifier.note(index);
    expect(heard).toEqual([]);
    await turn();
    expect([heard, notifier.skipped]).toEqual([[3, 1], 2]);
    stop();
    notifier.note(5);
    await turn();
    expect([heard, notifier.hasListeners]).toEqual([[3, 1], false]);
  });

  test("is cut into slices when it takes long, and goes on with the newest", async () => {
    const notifier = new Notifier(clockOf(6_000), silentLog());
    const heard: number[] = [];
    notifier.add((index) => heard.push(index));
    for (let index = 0; index < 100; index++) notifier.note(index);
    await turn();
    expect(heard).toHaveLength(32);
    notifier.note(0);
    notifier.note(99);
    for (let wait = 0; wait < 3; wait++) await turn();
    expect(heard).toEqual([...Array.from({ length: 100 }, (_, index) => index), 0]);
    expect(notifier.skipped).toBe(1);
  });

  test("of one listener does not end with the failure of another", async () => {
    const notifier = new Notifier(clockOf(0), silentLog());
    const heard: number[] = [];
    notifier.add(() => {
      throw new Error("bad listener");
    });
    notifier.add((index) => heard.push(index));
    notifier.note(1);
    notifier.note(2);
    await turn();
    expect(heard).toEqual([1, 2]);
  });

  test("ends with closing", async () => {
    const notifier = new Notifier(clockOf(0), silentLog());
    const heard: number[] = [];
    notifier.add((index) => heard.push(index));
    notifier.note(1);
    notifier.close();
    notifier.note(2);
    await turn();
    expect(heard).toEqual([]);
  });
});
