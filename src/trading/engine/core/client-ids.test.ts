import fc from "fast-check";
import { expect, test } from "vitest";
import {
  clientIdOf,
  installationPrefix,
  intentKey,
  MAX_CLIENT_ID_LENGTH,
  nextBlock,
  parseClientId,
  takeId,
} from "./client-ids.ts";

test("an id is the prefix and the number, and is found again", () => {
  expect(clientIdOf("ab", 2_000_130)).toBe("ab16vb6");
  expect(parseClientId("ab", "ab16vb6")).toBe(2_000_130);
});

test.each([
  "",
  "ab",
  "ac16vb6",
  "ab16VB6",
  "ab016vb6",
  "ab16vb6!",
  "ab-1",
  "ab1.5",
  `ab${"z".repeat(14)}`,
  "execute2000130",
])("%j is not one of ours", (text) => {
  expect(parseClientId("ab", text)).toBeUndefined();
});

test("every id of 53 bits fits what all exchanges take, and comes back", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (customId, random) => {
      const prefix = installationPrefix(random);
      const id = clientIdOf(prefix, customId) ?? "";
      expect(id).toMatch(/^[a-z]{2}[a-z0-9]+$/);
      expect(id.length).toBeLessThanOrEqual(MAX_CLIENT_ID_LENGTH);
      expect(parseClientId(prefix, id)).toBe(customId);
    }),
  );
  expect([clientIdOf("a1", 1), clientIdOf("abc", 1), clientIdOf("ab", -1), clientIdOf("ab", 2 ** 53)]).toEqual(
    Array(4).fill(undefined),
  );
});

test("blocks grow for ever, after a restored backup and a clock that went back too", () => {
  const now = Date.UTC(2026, 0, 1);
  const first = nextBlock(now, 0, 2);
  expect(nextBlock(now, first.end, 2).next).toBe(first.end);
  expect(nextBlock(now - 1000, first.end, 2).next).toBe(first.end);
  // The backup does not contain the first block.
  expect(nextBlock(now + 1, 0, 2).next).toBeGreaterThan(first.end);
  expect(Number.isSafeInteger(nextBlock(Date.UTC(2200, 0, 1), 0, 1_000_000).end)).toBe(true);
});

test("a block gives each of its ids once", () => {
  const one = takeId({ next: 5, end: 7 });
  const two = one && takeId(one.block);
  expect([one?.customId, two?.customId, two && takeId(two.block)]).toEqual([5, 6, undefined]);
});

test("an intent has one key, and no two intents the same", () => {
  const intents = fc.record({ runId: fc.nat().map(String), row: fc.nat(50), slice: fc.nat(), attempt: fc.nat(9) });
  fc.assert(
    fc.property(intents, intents, (one, other) => {
      const isSame =
        one.runId === other.runId &&
        one.row === other.row &&
        one.slice === other.slice &&
        one.attempt === other.attempt;
      expect(intentKey(one) === intentKey(other)).toBe(isSame);
    }),
  );
});
