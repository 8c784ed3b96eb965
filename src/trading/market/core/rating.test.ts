import fc from "fast-check";
import { expect, test } from "vitest";
import { rate, type Measured } from "./rating.ts";

const well: Measured = { uptime: 1, latencyMs: 20, relativeSpreads: [0.0001, 0.0002, 0.0005], followed: 3 };
const LETTERS = ["A", "B", "C", "D"];

test.each([
  ["fast, tight and always well", well, "A"],
  ["slow", { ...well, latencyMs: 2_000 }, "B"],
  ["slow and wide", { ...well, latencyMs: 2_000, relativeSpreads: [0.05] }, "C"],
  ["often away", { ...well, uptime: 0.9 }, "C"],
  ["often away, slow and wide", { ...well, uptime: 0.9, latencyMs: 2_000, relativeSpreads: [0.05] }, "D"],
  ["never well", { ...well, uptime: 0, relativeSpreads: [] }, "D"],
  ["not measured yet", { ...well, relativeSpreads: [] }, "-"],
] as const)("%s", (_, measured, rating) => {
  expect(rate(measured)).toBe(rating);
});

test("is never better for being less well, slower or wider", () => {
  const numbers = fc.record({
    uptime: fc.double({ min: 0, max: 1, noNaN: true }),
    latencyMs: fc.integer({ min: 1, max: 3_000 }),
    spread: fc.double({ min: 0.00001, max: 0.2, noNaN: true }),
  });
  fc.assert(
    fc.property(numbers, numbers, (one, two) => {
      const letter = (uptime: number, latencyMs: number, spread: number): number =>
        LETTERS.indexOf(rate({ uptime, latencyMs, relativeSpreads: [spread], followed: 1 }));
      const better = letter(
        Math.max(one.uptime, two.uptime),
        Math.min(one.latencyMs, two.latencyMs),
        Math.min(one.spread, two.spread),
      );
      expect(better).toBeLessThanOrEqual(letter(one.uptime, one.latencyMs, one.spread));
    }),
  );
});
