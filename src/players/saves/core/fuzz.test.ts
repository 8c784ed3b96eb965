import { expect, test } from "vitest";
import { mutateSaves } from "../../../../test/support/mutate-save.ts";

test("2,000 damaged files are read soundly or refused, and nothing else", () => {
  const { problems, outcomes } = mutateSaves({ count: 2_000, seed: 1 });
  expect(problems).toEqual([]);
  // Damage that reaches every part of the reader.
  for (const outcome of ["read", "cut_short", "malformed", "unknown_version", "unsupported", "nothing_here"]) {
    expect(outcomes[outcome] ?? 0, outcome).toBeGreaterThan(0);
  }
});
