/** Looks at halts never overlap, whenever they are asked for. */
import { expect, test } from "vitest";
import { HaltView } from "./halt-view.ts";

test("looks follow each other, and each call sees what was stored before it", async () => {
  let [stored, looking, most] = [0, 0, 0];
  const confirmed: number[] = [];
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const readEpoch = async (): Promise<number> => {
    most = Math.max(most, ++looking);
    const epoch = stored;
    await pause();
    looking--;
    return epoch;
  };
  const loadHalts = () => Promise.resolve({ epoch: stored, halts: [] });
  const confirm = (_: string, epoch: number) => Promise.resolve(void confirmed.push(epoch));
  const view = new HaltView({ readEpoch, loadHalts, confirm }, "test");
  const seen = async (): Promise<void> => {
    const at = ++stored;
    await view.refresh();
    expect(confirmed.at(-1)).toBeGreaterThanOrEqual(at);
  };
  const calls: Promise<void>[] = [];
  // Also in the moment in which one has ended and the next has not begun.
  for (let round = 0; round < 50; round++) {
    calls.push(
      seen(),
      seen(),
      view.refresh().then(() => view.refresh()),
    );
    if (round % 3 === 0) await pause();
    for (let hops = 0; hops < round % 7; hops++) await Promise.resolve();
  }
  await Promise.all(calls);
  expect(most).toBe(1);
  expect(confirmed).toEqual(confirmed.toSorted((one, other) => one - other));
});

test("a look that fails is an error of its callers, and the next one looks again", async () => {
  let isAway = true;
  const store = {
    readEpoch: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(1)),
    loadHalts: () => Promise.resolve({ epoch: 1, halts: [] }),
    confirm: () => Promise.resolve(),
  };
  const view = new HaltView(store, "test");
  await expect(view.refresh()).rejects.toThrow("away");
  expect(view.isKnown).toBe(false);
  isAway = false;
  await view.refresh();
  expect(view.isKnown).toBe(true);
});

test("an epoch that something else has read is looked into where it is not the one that was confirmed", async () => {
  let [stored, reads] = [1, 0];
  const confirmed: number[] = [];
  const store = {
    readEpoch: () => Promise.resolve(++reads && stored),
    loadHalts: () => Promise.resolve({ epoch: stored, halts: [] }),
    confirm: (_: string, epoch: number) => Promise.resolve(void confirmed.push(epoch)),
  };
  const view = new HaltView(store, "test");
  await view.noticed(1);
  await view.noticed(1);
  expect([reads, confirmed, view.isKnown]).toEqual([1, [1], true]);
  stored = 2;
  await view.noticed(2);
  await view.noticed(2);
  // An answer that was on its way for long.
  await view.noticed(1);
  expect([reads, confirmed]).toEqual([3, [1, 2]]);
});
