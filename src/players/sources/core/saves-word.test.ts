import { expect, test } from "vitest";
import { savesWord, type SavesStatus } from "./saves-word.ts";

const good: SavesStatus = { state: "ok", sentence: "2 profiles and 1 tribe.", brokenFiles: [], unknownVersions: 0 };
const broken = { fileName: "7.arktribe", reason: "The file ends too early." };

test.each<[string, Partial<SavesStatus>, boolean, string, string?]>([
  ["all is well", {}, true, "2 profiles and 1 tribe."],
  [
    "a file is broken",
    { state: "partlyBroken", brokenFiles: [broken] },
    false,
    "2 profiles and 1 tribe.",
    "The file that cannot be read is 7.arktribe: The file ends too early.",
  ],
  [
    "files have an unknown version",
    { state: "partlyBroken", brokenFiles: [broken, broken], unknownVersions: 2 },
    false,
    "2 profiles and 1 tribe. 2 files have a version that this Tripod does not know: look for a newer Tripod.",
    "One that cannot be read is 7.arktribe: The file ends too early.",
  ],
  [
    "storing fails",
    { refusedSince: 5 },
    false,
    "2 profiles and 1 tribe. What was read last could not be stored yet; that is tried again.",
  ],
])(
  "when %s, operators are told so, and files are named in the detail alone",
  (_what, changes, isGood, says, detail) => {
    const kind = isGood ? "ok" : expect.any(String);
    expect(savesWord({ ...good, ...changes })).toEqual({
      isGood,
      kind,
      says,
      ...(detail === undefined ? {} : { detail }),
    });
  },
);
