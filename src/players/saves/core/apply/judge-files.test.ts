import { describe, expect, test } from "vitest";
import type { Instant } from "../../../../kit/time/instant.ts";
import { judgeFiles, type HeldFile } from "./judge-files.ts";

const held = (server: string, modifiedAt: number, fileName = "f"): HeldFile => ({
  server,
  fileName,
  modifiedAt: modifiedAt as Instant,
});
const source = (server: string, savedAt: number) => ({ server, savedAt: savedAt as Instant });
const [a1, a2, a3, b1, b2, b3] = [held("a", 1), held("a", 2), held("a", 3), held("b", 1), held("b", 2), held("b", 3)];

describe("a batch of server a", () => {
  test.each([
    ["brings new data", undefined, [], [a1], { take: a1, isPresent: true }],
    ["brings what is newer than b's", source("b", 1), [b1], [a2], { take: a2, isPresent: true }],
    ["brings what is older than b's", source("b", 2), [b2], [a1], { isPresent: true }],
    ["brings what is older than its own was", source("a", 3), [], [a1], { take: a1, isPresent: true }],
    ["goes back behind b", source("a", 3), [b2], [a1], { take: a1, isPresent: true, readAgain: b2 }],
    ["takes away the last one", source("a", 1), [], [], { isPresent: false }],
    ["takes away an old one", source("b", 2), [b2], [], { isPresent: true }],
    ["takes away the one that counted", source("a", 2), [b1], [], { isPresent: true, readAgain: b1 }],
    ["brings less than what is to be read again", source("b", 1), [b1, b3], [a2], { isPresent: true, readAgain: b3 }],
    ["brings what is as old as b's", source("b", 2), [b2], [a2], { isPresent: true }],
    ["brings less than its own other file", source("a", 3), [a3], [held("a", 2, "copy")], { isPresent: true }],
    ["brings two of one", undefined, [], [a1, held("a", 2, "copy")], { take: held("a", 2, "copy"), isPresent: true }],
    [
      "brings what is new to the store, though b has newer",
      undefined,
      [b2],
      [a1],
      { take: a1, isPresent: true, readAgain: b2 },
    ],
  ])("that %s", (_what, stored, others, mine, expected) => {
    expect(judgeFiles(stored, others, mine)).toEqual({ take: undefined, readAgain: undefined, ...expected });
  });
});
