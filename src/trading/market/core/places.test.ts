import { expect, test } from "vitest";
import { placesOf } from "./places.ts";

test.each([
  ["0.01", 2],
  ["0.010", 2],
  ["0.00000001", 8],
  ["1", 0],
  ["1.0", 0],
  ["10", -1],
  ["1000", -3],
  ["0.5", 1],
  ["25", 0],
])("a step of %s has %i places", (step, places) => {
  expect(placesOf(step)).toBe(places);
});
