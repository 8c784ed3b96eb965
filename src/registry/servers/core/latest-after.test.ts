import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { latestAfter } from "./latest-after.ts";
import type { ServerStatus } from "./status.ts";

const version = (text: string, status: ServerStatus = "active", publishedAt = 0) => ({
  version: text,
  publishedAt: publishedAt as Instant,
  status,
});

describe("after a change, latest names", () => {
  test.each([
    ["the first version", [], [version("1.0.0")], "1.0.0"],
    ["a higher version that was added", [version("1.0.0")], [version("1.0.1")], "1.0.1"],
    ["the same as before when a lower version was added", [version("1.0.0")], [version("1.0.0-rc.1")], "1.0.0"],
    ["a lower version that was added to deleted ones", [version("2.0.0", "deleted")], [version("1.0.0")], "1.0.0"],
    ["the later of two texts without an order", [version("x", "active", 1)], [version("a", "active", 2)], "a"],
    [
      "the next one when the latest was deleted",
      [version("1.0.0"), version("2.0.0")],
      [version("2.0.0", "deleted")],
      "1.0.0",
    ],
    ["a version that was restored", [version("1.0.0"), version("2.0.0", "deleted")], [version("2.0.0")], "2.0.0"],
    ["the highest of several that were written", [version("1.0.0")], [version("3.0.0"), version("2.0.0")], "3.0.0"],
    [
      "the highest when all were deleted",
      [version("1.0.0"), version("2.0.0")],
      [version("1.0.0", "deleted"), version("2.0.0", "deleted")],
      "2.0.0",
    ],
  ])("%s", (_what, stored, written, expected) => {
    expect(latestAfter(stored, written)).toBe(expected);
  });

  test("never nothing", () => {
    expect(() => latestAfter([], [])).toThrow("a server has at least one version");
  });
});
