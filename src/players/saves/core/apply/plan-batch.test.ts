import { describe, expect, test } from "vitest";
import { member, profileFile, second, tribe, tribeFile } from "../../../../../test/support/save-batches.ts";
import type { HeldFile } from "./judge-files.ts";
import {
  concernedBy,
  groupFiles,
  logBefore,
  ownTribesOf,
  planBatch,
  planNewPlayers,
  planNewTribes,
  playersBefore,
  type AppliedFile,
  type BroughtFiles,
} from "./plan-batch.ts";
import type { AccountNames, PlayerRow } from "./plan-players.ts";

const NOW = second(100);
const names: AccountNames = (platformId, saved) => `${saved.name} of ${platformId.slice(-1)}`;
const nobodyErased = (): boolean => false;
const none = { ofPlayers: new Map<bigint, HeldFile[]>(), ofTribes: new Map<number, HeldFile[]>() };

const brought = (
  profiles: Parameters<typeof groupFiles>[1] = [],
  tribes: Parameters<typeof groupFiles>[2] = [],
  removed: string[] = [],
): BroughtFiles => groupFiles("island", profiles, tribes, removed);

const applied = (kind: AppliedFile["kind"], subjectId: string | null): AppliedFile => ({
  kind,
  subjectId,
  logMarks: Buffer.from("marks"),
});

/** A player as an earlier batch stored it. */
function rowOf(id: bigint, at: number, changes: Partial<PlayerRow> = {}): PlayerRow {
  const [row] = planNewPlayers(brought([profileFile({ id }, at)]), names, second(at));
  if (!row) throw new Error("a profile makes a player");
  return { ...row, ...changes };
}

describe("a batch concerns", () => {
  test("the players of its files, their earlier players, and lone players whose id is a tribe's", () => {
    const files = brought([profileFile({ id: 1n }, 5)], [tribeFile({ id: 7 }, 5)], ["2.arkprofile", "8.arktribe"]);
    expect(files.fileNames).toEqual(["2.arkprofile", "8.arktribe", "1.arkprofile", "7.arktribe"]);
    const before = [applied("profile", "2"), applied("tribe", "8"), applied("profile", "1"), applied("world", null)];
    expect(concernedBy(files, before)).toEqual({ players: [1n, 2n, 7n, 8n], tribes: [7, 8] });
  });

  test("no player when only a world was written", () => {
    expect(concernedBy(brought(), [applied("world", null)])).toEqual({ players: [], tribes: [] });
  });
});

describe("players and tribes that are met for the first time", () => {
  test("are as the newest of their files has them", () => {
    const files = brought(
      [profileFile({ id: 1n, level: 5 }, 5), profileFile({ id: 1n, level: 6 }, 6, "copy.arkprofile")],
      [tribeFile({ id: 7, name: "New" }, 6), tribeFile({ id: 7, name: "Old" }, 5, "copy.arktribe")],
    );
    expect(planNewPlayers(files, names, NOW)).toMatchObject([{ id: 1n, level: 6, platformName: "platform 1 of 1" }]);
    expect(planNewTribes(files, nobodyErased, NOW)).toMatchObject([{ id: 7, name: "New", server: "island" }]);
  });

  test("stand among the others in the order of their ids, without a past", () => {
    const stored = new Map([3n, 20n].map((id) => [id, rowOf(id, 5)]));
    const before = playersBefore(stored, new Set([100n, 7n]));
    expect(Array.from(before, ([id, row]) => [id, row?.id])).toEqual([
      [3n, 3n],
      [7n, undefined],
      [20n, 20n],
      [100n, undefined],
    ]);
  });
});

test("a player's own tribe is the one with his id, by his row or by his file", () => {
  const rows = new Map([
    [1n, rowOf(1n, 5, { tribeId: 1 })],
    [2n, rowOf(2n, 5, { tribeId: 9 })],
    [3n, undefined],
  ]);
  const files = brought([profileFile({ id: 2n, tribeId: 2 }, 6), profileFile({ id: 3n }, 6)]);
  expect(ownTribesOf(rows, files)).toEqual([1, 2]);
});

describe("a batch's plan", () => {
  const held = (fileName: string, at: number, server = "island"): HeldFile => ({
    server,
    fileName,
    modifiedAt: second(at),
  });
  const plan = (files: BroughtFiles, players: Map<bigint, PlayerRow | undefined>, others: HeldFile[] = []) =>
    planBatch(
      files,
      { players, tribes: new Map(), holders: { ...none, ofPlayers: new Map([[1n, others]]) } },
      names,
      nobodyErased,
      NOW,
    ).players;

  test("takes the content of its files", () => {
    const files = brought([profileFile({ id: 1n, level: 11 }, 6)]);
    expect(plan(files, new Map([[1n, rowOf(1n, 5)]]), [held("1.arkprofile", 5)])).toMatchObject([
      { before: { level: 10 }, after: { level: 11, isPresent: true }, isWritten: true },
    ]);
  });

  test("does not count a file that the batch takes away, but one of that name on another server", () => {
    const row = new Map([[1n, rowOf(1n, 5)]]);
    const gone = brought([], [], ["1.arkprofile"]);
    expect(plan(gone, row, [held("1.arkprofile", 5)])).toMatchObject([{ after: { isPresent: false } }]);
    expect(plan(gone, row, [held("1.arkprofile", 4, "ragnarok")])).toMatchObject([
      { after: { isPresent: true }, readAgain: { server: "ragnarok" } },
    ]);
  });

  test("is silent about players and tribes that never were", () => {
    expect(plan(brought(), new Map([[1n, undefined]]))).toEqual([]);
  });

  test("knows which tribes were there and which are", () => {
    const files = brought([], [tribeFile({ id: 7, members: [member(1n)] }, 6)], ["8.arktribe"]);
    const [before] = planNewTribes(brought([], [tribeFile({ id: 8 }, 5)]), nobodyErased, NOW);
    const tribes = new Map([
      [7, { before: undefined, listingsBefore: [] }],
      [8, { before, listingsBefore: [] }],
    ]);
    const { wasThere, isThere } = planBatch(
      files,
      { players: new Map(), tribes, holders: none },
      names,
      nobodyErased,
      NOW,
    );
    expect([7, 8, 9].map((id) => [wasThere(id), isThere(id)])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
  });
});

test.each([
  ["that was the tribe's before", applied("tribe", "7"), "marks"],
  ["that was another tribe's", applied("tribe", "77"), undefined],
  ["that was a player's", applied("profile", "7"), undefined],
  ["that is new", undefined, undefined],
])("of a file %s, the right marks are known", (_what, file, marks) => {
  const log = logBefore(tribe({ id: 7 }), file, 3);
  expect([log.marksBefore?.toString(), log.logCount]).toEqual([marks, 3]);
});
