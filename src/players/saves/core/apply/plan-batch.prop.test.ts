import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profileFile, second, tribeFile } from "../../../../../test/support/save-batches.ts";
import type { HeldFile } from "./judge-files.ts";
import { concernedBy, groupFiles, planBatch, playersBefore, type BatchPlan, type BroughtFiles } from "./plan-batch.ts";
import type { PlayerRow } from "./plan-players.ts";

const NOW = second(100);
const id = fc.integer({ min: 1, max: 4 });
const at = fc.integer({ min: 1, max: 5 });
const fileName = fc.constantFrom("a", "b", "c", "d");
const level = fc.integer({ min: 1, max: 3 });

const profiles = fc.uniqueArray(
  fc.record({ id, at, fileName, level }).map((each) => ({ ...each, fileName: `${each.fileName}.arkprofile` })),
  { selector: (each) => each.fileName },
);
const tribes = fc.uniqueArray(
  fc.record({ id, at, fileName }).map((each) => ({ ...each, fileName: `${each.fileName}.arktribe` })),
  { selector: (each) => each.fileName },
);
const held = fc.uniqueArray(
  fc.record({
    id,
    server: fc.constantFrom("island", "ragnarok"),
    fileName: fileName.map((name) => `${name}.arkprofile`),
    at,
  }),
  { selector: (each) => `${each.server} ${each.fileName}` },
);

type Profiles = typeof profiles extends fc.Arbitrary<infer Value> ? Value : never;
type Tribes = typeof tribes extends fc.Arbitrary<infer Value> ? Value : never;
type Held = typeof held extends fc.Arbitrary<infer Value> ? Value : never;

const filesOf = (someProfiles: Profiles, someTribes: Tribes = []): BroughtFiles =>
  groupFiles(
    "island",
    someProfiles.map((each) => profileFile({ id: BigInt(each.id), level: each.level }, each.at, each.fileName)),
    someTribes.map((each) => tribeFile({ id: each.id }, each.at, each.fileName)),
    [],
  );

function planOf(files: BroughtFiles, rows: ReadonlyMap<bigint, PlayerRow>, others: Held): BatchPlan {
  const ofPlayers = new Map<bigint, HeldFile[]>();
  for (const { id: subject, at: time, ...rest } of others) {
    const file = { ...rest, modifiedAt: second(time) };
    ofPlayers.set(BigInt(subject), [...(ofPlayers.get(BigInt(subject)) ?? []), file]);
  }
  const ids = concernedBy(files, []).players.filter((each) => !rows.has(each));
  const players = playersBefore(rows, new Set(ids));
  const before = { players, tribes: new Map(), holders: { ofPlayers, ofTribes: new Map<number, HeldFile[]>() } };
  return planBatch(
    files,
    before,
    (_, { name }) => name,
    () => false,
    NOW,
  );
}

describe("the plan of a batch", () => {
  test("concerns each player and tribe of its files once", () => {
    fc.assert(
      fc.property(profiles, tribes, (someProfiles, someTribes) => {
        const { players, tribes: tribeIds } = concernedBy(filesOf(someProfiles, someTribes), []);
        expect(new Set(players).size).toBe(players.length);
        expect(new Set(tribeIds)).toEqual(new Set(someTribes.map((each) => each.id)));
        expect(new Set(players)).toEqual(new Set([...someProfiles, ...someTribes].map((each) => BigInt(each.id))));
      }),
    );
  });

  test("does not depend on the order of its files", () => {
    fc.assert(
      fc.property(profiles, held, (some, others) => {
        const rows = new Map<bigint, PlayerRow>();
        const { players } = planOf(filesOf(some), rows, others);
        expect(planOf(filesOf(some.toReversed()), rows, others.toReversed()).players).toEqual(players);
      }),
    );
  });

  test("says that a player is present just when a file of his is there after the batch", () => {
    fc.assert(
      fc.property(profiles, held, (some, others) => {
        const left = others.filter(
          ({ server, fileName: name }) => server !== "island" || some.every((each) => each.fileName !== name),
        );
        const there = new Set([...some, ...left].map((each) => BigInt(each.id)));
        for (const { after } of planOf(filesOf(some), new Map(), others).players) {
          expect(after.isPresent).toBe(there.has(after.id));
        }
      }),
    );
  });

  test("changes nothing when the batch is applied again", () => {
    fc.assert(
      fc.property(profiles, held, (some, others) => {
        const other = others.filter(({ server }) => server !== "island");
        const once = planOf(filesOf(some), new Map(), other).players;
        const rows = new Map(once.map(({ after }) => [after.id, after]));
        const again = planOf(filesOf(some), rows, other).players;
        expect(again.filter(({ isWritten }) => isWritten)).toEqual([]);
      }),
    );
  });
});
