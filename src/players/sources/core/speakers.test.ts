import { expect, test } from "vitest";
import { speakerOf } from "./speakers.ts";

const ONLINE = [
  { platformId: "1", name: "Ann" },
  { platformId: "2", name: "Twin" },
  { platformId: "3", name: "Twin" },
  { platformId: "4", name: "Bob" },
  { platformId: "5", name: "N?me" },
];

test.each([
  ["Ann", [], "1"],
  ["Ann", ["4"], "1"],
  // One of several, none of them erased.
  ["Twin", [], "unknown"],
  ["Twin", ["4"], "unknown"],
  ["Twin", ["3"], "erased"],
  ["Bob", ["4"], "erased"],
  // The name of no online player, or one with lost letters: it may be any player's.
  ["Cid", [], "unknown"],
  ["Cid", ["4"], "erased"],
  ["N?me", [], "unknown"],
  ["N?me", ["4"], "erased"],
  ["", ["4"], "erased"],
])("the speaker named %j, where %j were erased, is %s", (name, erased, expected) => {
  const speaker = speakerOf(name, ONLINE, { hasAny: erased.length > 0, accounts: new Set(erased) });
  expect(speaker.kind === "known" ? speaker.platformId : speaker.kind).toBe(expected);
});
