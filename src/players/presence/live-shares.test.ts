import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../kit/time/clock.ts";
import { LiveEvents } from "./live-events.ts";

test("one owner has no more than its share of streams, and gets a place back when one ends", async () => {
  const start = { seq: 1, mark: "0000beef" };
  const events = new LiveEvents({ clock: systemClock(), start, maxReaders: 4, maxOfOwner: 2 });
  onTestFinished(() => events.close());
  const open = (owner: string) => events.subscribe(new AbortController().signal, undefined, undefined, owner);
  const [one, two] = [open("greedy"), open("greedy")];
  expect([one, two].every((each) => each !== undefined)).toBe(true);
  expect([events.hasShareFor("greedy"), open("greedy")]).toEqual([false, undefined]);
  expect([events.hasShareFor("other"), open("other") !== undefined]).toEqual([true, true]);
  const stream = one?.[Symbol.asyncIterator]();
  await stream?.return?.();
  await stream?.return?.();
  expect(events.hasShareFor("greedy")).toBe(true);
  expect(open("greedy")).toBeDefined();
  expect(open("greedy")).toBeUndefined();
  // A caller that is gone already takes no place.
  await two?.[Symbol.asyncIterator]().return?.();
  events.subscribe(AbortSignal.abort(), undefined, undefined, "greedy");
  expect(events.hasShareFor("greedy")).toBe(true);
});
