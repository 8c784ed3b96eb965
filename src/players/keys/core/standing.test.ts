import { expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { standingOf } from "./standing.ts";

const now = fromMillis(1_700_000_000_000);
const [before, after] = [fromMillis(1_699_999_999_999), fromMillis(1_700_000_000_001)];

test.each([
  ["inForce", null, true],
  ["inForce", after, true],
  ["expired", now, true],
  ["expired", before, true],
  ["disabled", null, false],
  ["disabled", after, false],
  ["expired", before, false],
] as const)("a key is %s that expires at %s and is enabled: %s", (standing, expiresAt, isEnabled) => {
  expect(standingOf({ expiresAt, isEnabled }, now)).toBe(standing);
});
