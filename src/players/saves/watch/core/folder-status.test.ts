import { describe, expect, test } from "vitest";
import { fromMillis } from "../../../../kit/time/instant.ts";
import { folderStatus, MAX_BROKEN_NAMED, type FolderState, type StatusFile } from "./folder-status.ts";

const since = fromMillis(1_000);
const rest = {
  missing: 0,
  shadowedFiles: [],
  lastScanAt: undefined,
  lastChangeAt: undefined,
  lastGoodReadAt: undefined,
  refusedSince: undefined,
};

function file(fileName: string, isInForce: boolean, reason?: string): StatusFile {
  const kind = fileName.startsWith("t") ? "tribe" : "profile";
  return { fileName, kind, isInForce, ...(reason === undefined ? {} : { brokenBecause: { reason, since } }) };
}

const good = [file("p1", true), file("p2", true), file("t1", true)];

describe("the sentence", () => {
  test.each<[string, FolderState, readonly StatusFile[], number, string]>([
    ["starting", { kind: "starting" }, [], 0, "The folder has not been read yet."],
    ["ok", { kind: "readable" }, good, 0, "2 profiles and 1 tribe."],
    ["ok", { kind: "readable" }, good, 1, "2 profiles and 1 tribe. 1 file is out of sight, and removed if that lasts."],
    [
      "partlyBroken",
      { kind: "readable" },
      [...good, file("p3", false, "bad"), file("p4", true, "bad")],
      2,
      "3 profiles and 1 tribe. 2 files are out of sight, and removed if that lasts. " +
        "2 files cannot be read; what was last read from them stays.",
    ],
    [
      "looksEmpty",
      { kind: "looksEmpty", since },
      good,
      3,
      "The folder looks empty, and no newer world save says that it is meant to be. " +
        "The last known 2 profiles and 1 tribe stay as they are.",
    ],
    [
      "unreachable",
      { kind: "unreachable", since, reason: "permission denied" },
      [],
      0,
      "The folder cannot be read: permission denied.",
    ],
  ])("of a folder that is %s says what is the matter", (state, folder, files, missing, expected) => {
    const status = folderStatus(folder, files, { ...rest, missing });
    expect([status.state, status.sentence]).toEqual([state, expected]);
  });
});

test("broken files are all counted, and the first hundred named", () => {
  const files = Array.from({ length: 150 }, (_, index) => file(`p${index}`, false, "bad"));
  const status = folderStatus({ kind: "readable" }, files, rest);
  expect([status.broken, status.brokenFiles.length, status.profiles]).toEqual([150, MAX_BROKEN_NAMED, 0]);
  expect(status.brokenFiles[0]).toEqual({ fileName: "p0", kind: "profile", reason: "bad", since });
});
