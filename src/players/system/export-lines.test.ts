import { expect, test } from "vitest";
import type { Instant } from "../../kit/time/instant.ts";
import { csvLine } from "./export-lines.ts";

test.each([
  ["two\nlines", '"two\nlines"'],
  ["two\rlines", '"two\rlines"'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ["=1+1", "'=1+1"],
  ["\r=1", '"\'\r=1"'],
  ["\n=1", '"\'\n=1"'],
  ["＝1", "'＝1"],
  ["plain", "plain"],
])("a line of CSV has the name %j as %s", (characterName, written) => {
  const line = csvLine({
    id: 1n,
    characterName,
    platformName: "",
    platformId: "76561198000000001",
    level: 5,
    tribeId: null,
    tribeName: null,
    isOnline: false,
    created: 1_700_000_000_000_000 as Instant,
    lastSeen: null,
    playtimeSeconds: 60,
  });
  expect(line).toBe(`1,${written},,76561198000000001,5,,,false,2023-11-14T22:13:20+00:00,,60\r\n`);
});
