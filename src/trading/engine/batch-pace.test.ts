import { expect, test } from "vitest";
import { BatchPace } from "./batch-pace.ts";

test("an order waits until the one before it has left, or will not", async () => {
  const pace = new BatchPace();
  const [one, two, three, other] = [pace.enter(1), pace.enter(1), pace.enter(1), pace.enter(2)];
  expect([await one.before, await other.before]).toEqual([0, 0]);
  let isTwosTurn = false;
  void two.before.then(() => (isTwosTurn = true));
  await Promise.resolve();
  expect(isTwosTurn).toBe(false);
  one.left(1_000);
  expect(await two.before).toBe(1_000);
  // The second is withheld: the third keeps its distance from the first.
  two.left(undefined);
  expect(await three.before).toBe(1_000);
});
