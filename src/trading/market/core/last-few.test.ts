import { expect, test } from "vitest";
import { LastFew } from "./last-few.ts";

test.each([0, 1, 2, 3, 4, 6, 7])("of %d things the last three are kept, the newest last", (count) => {
  const ring = new LastFew<number>(3);
  const all = Array.from({ length: count }, (_, at) => at);
  for (const each of all) ring.push(each);
  expect(ring.list()).toEqual(all.slice(-3));
});
