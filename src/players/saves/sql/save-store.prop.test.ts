import fc from "fast-check";
import { expect, test } from "vitest";
import { member, profileFile, savesWorld, tribeFile } from "../../../../test/support/save-batches.ts";
import { naiveState, type NaiveFile, type NaiveState } from "./save-store.naive.ts";

const world = await savesWorld();

const id = fc.integer({ min: 1, max: 4 });
const at = fc.integer({ min: 1, max: 6 });
const server = fc.constantFrom("a", "b");

/** Two files of one server are never written at the same moment; those of two servers may be. */
const file: fc.Arbitrary<NaiveFile> = fc.oneof(
  fc
    .record({
      id,
      at,
      level: fc.integer({ min: 1, max: 9 }),
      tribeId: fc.option(id, { nil: undefined }),
      name: id,
      copy: id,
    })
    .map(({ id: of, at: when, level, tribeId, name, copy }) => {
      const changes = { id: BigInt(of), level, tribeId, characterName: `name ${name}` };
      return { kind: "profile" as const, ...profileFile(changes, when * 100 + copy, `${copy}.arkprofile`) };
    }),
  fc
    .record({ id, at, name: id, members: fc.array(id, { maxLength: 3 }) })
    .map(({ id: of, at: when, name, members }) => ({
      kind: "tribe" as const,
      ...tribeFile({ id: of, name: `name ${name}`, members: members.map((each) => member(BigInt(each))) }, when * 100),
    })),
);

/** A server's disk at the next look. Batches may come twice. */
const step = fc.record({
  server,
  written: fc.array(file, { maxLength: 4 }),
  removed: fc.array(fc.tuple(fc.constantFrom("arkprofile", "arktribe"), id), { maxLength: 2 }),
  isRepeated: fc.boolean(),
});

test("whatever servers write and remove, in batches that may come twice, the stored data equal the content of their files", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await world.clear();
      const disks = new Map([
        ["a", new Map<string, NaiveFile>()],
        ["b", new Map<string, NaiveFile>()],
      ]);
      for (const [index, { server: of, written, removed, isRepeated }] of steps.entries()) {
        const disk = disks.get(of) ?? new Map<string, NaiveFile>();
        const gone = removed.map(([kind, name]) => `${name}.${kind}`).filter((name) => disk.delete(name));
        const unique = new Map(written.map((each) => [each.fileName, each]));
        for (const [name, each] of unique) disk.set(name, each);
        const batch = batchOf([...unique.values()], gone);
        await world.apply(of, batch, 1_000 + index);
        if (isRepeated) await world.apply(of, batch, 1_000 + index);
      }
      await restart(disks);
      expect(await storedState()).toEqual(naiveState(disks));
      expect(await contradictions()).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

function batchOf(files: readonly NaiveFile[], gone: readonly string[] = []): Parameters<typeof world.apply>[1] {
  return {
    profiles: files.filter((each) => each.kind === "profile"),
    tribes: files.filter((each) => each.kind === "tribe"),
    removed: gone.filter((name) => !files.some(({ fileName }) => fileName === name)),
  };
}

/** Reads what is not known as it is, as a watcher does when it starts. */
async function restart(disks: ReadonlyMap<string, ReadonlyMap<string, NaiveFile>>): Promise<void> {
  for (const [of, disk] of disks) {
    const known = await world.store.knownFiles(of);
    expect([...known.keys()].sort()).toEqual([...disk.keys()].sort());
    const unread = [...disk.values()].filter(({ fileName, stamp }) => known.get(fileName) !== stamp);
    await world.apply(of, batchOf(unread), 2_000);
  }
}

async function storedState(): Promise<NaiveState> {
  return {
    players: await world.rows(
      "select id, level, server, character_name from players.players where is_present order by id",
    ),
    tribes: await world.rows("select id, name, server from players.tribes where is_present order by id"),
    members: await world.rows(`select m.tribe_id, m.player_id, m.has_profile from players.tribe_members m
      join players.tribes t on t.id = m.tribe_id and t.is_present order by 1, 2`),
    memberships: await world.rows(
      "select player_id, tribe_id from players.memberships where until is null order by player_id",
    ),
  };
}

/** Names that are not those of the rows, and histories with gaps in the order of time. */
function contradictions(): Promise<object[]> {
  return world.rows(`
    select 'name' as what, p.id from players.players p left join players.names n
      on n.player_id = p.id and n.kind = 'character' and n.until is null
      where n.name is distinct from p.character_name
    union all
    select 'tribe name', t.id from players.tribes t left join players.tribe_names n
      on n.tribe_id = t.id and n.until is null where n.name is distinct from t.name
    union all
    select 'overlap', m.player_id from players.memberships m join players.memberships o
      on o.player_id = m.player_id and o.since > m.since and (m.until is null or m.until > o.since)
    union all
    select 'same again', n.player_id from players.names n join players.names o
      on o.player_id = n.player_id and o.kind = n.kind and o.since = n.until and o.name = n.name`);
}

test("what is not announced is not shown differently", async () => {
  const shown = async (): Promise<{ players: Map<string, string>; tribes: Map<string, string> }> => ({
    players: mapOf(
      await world.rows(`select id, concat_ws('|', character_name, platform_name, level) as shown from players.players`),
    ),
    tribes: mapOf(
      await world.rows(`select t.id, concat_ws('|', t.name, t.owner_id, (
        select count(*) from players.tribe_members m where m.tribe_id = t.id)) as shown
      from players.tribes t where t.is_present`),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      await world.clear();
      let before = await shown();
      for (const { server: of, written, removed } of steps) {
        const unique = new Map(written.map((each) => [each.fileName, each]));
        await world.announced();
        await world.apply(
          of,
          batchOf(
            [...unique.values()],
            removed.map(([kind, name]) => `${name}.${kind}`),
          ),
        );
        const after = await shown();
        const announced = await world.announced();
        const players = new Set(announced.flatMap((change) => change.players ?? []));
        const tribes = new Set(announced.flatMap((change) => change.tribes ?? []).map(String));
        expect(changed(before.players, after.players).filter((each) => !players.has(each))).toEqual([]);
        expect(changed(before.tribes, after.tribes).filter((each) => !tribes.has(each))).toEqual([]);
        before = after;
      }
    }),
    { numRuns: 25 },
  );
});

function mapOf(rows: readonly { readonly id?: number; readonly shown?: string }[]): Map<string, string> {
  return new Map(rows.map(({ id: of, shown }) => [String(of), shown ?? ""]));
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((each) => before.get(each) !== after.get(each));
}
