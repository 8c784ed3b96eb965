/** Batches of saves without files, and a database to apply them to. */
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { fromMillis, type Instant } from "../../src/kit/time/instant.ts";
import type { AnnouncedChange } from "../../src/players/directory/index.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { privacyStore } from "../../src/players/privacy/sql/privacy-store.ts";
import type { SavedProfile, SavedTribe } from "../../src/players/saves/index.ts";
import type { SavedChanges } from "../../src/players/saves/saved-contents.ts";
import { saveStore } from "../../src/players/saves/sql/save-store.ts";
import type { SavedBatch, SaveHooks, SaveStore, TribeChange } from "../../src/players/saves/store.ts";
import type { FileStamp } from "../../src/players/saves/watch/core/file-stamp.ts";
import type { SaveChange } from "../../src/players/saves/watch/save-changes.ts";
import { testDatabase, type TestDatabase } from "./database.ts";

/** A second of the tests' time, as an instant. */
export function second(count: number): Instant {
  return fromMillis(Date.UTC(2026, 0, 1) + count * 1_000);
}

export function profile(changes: Partial<SavedProfile> & Pick<SavedProfile, "id">): SavedProfile {
  return {
    platformId: `7656119${String(changes.id).padStart(10, "0").slice(-10)}`,
    platformName: `platform ${changes.id}`,
    characterName: `character ${changes.id}`,
    level: 10,
    tribeId: undefined,
    isFemale: false,
    experience: 1.5,
    engramPoints: 3,
    deaths: 0,
    loginTime: undefined,
    lastLoginTime: undefined,
    mapName: "TheIsland",
    dataVersion: 1,
    ...changes,
  };
}

export function tribe(changes: Partial<SavedTribe> & Pick<SavedTribe, "id">): SavedTribe {
  return {
    name: `tribe ${changes.id}`,
    ownerId: undefined,
    members: [],
    adminIds: [],
    alliances: [],
    log: [],
    logIndex: undefined,
    dinoCount: undefined,
    mapName: "TheIsland",
    ...changes,
  };
}

/** A player whom a tribe lists. */
export function member(id: bigint, name = `character ${id}`): SavedTribe["members"][number] {
  return { id, name, rankGroup: undefined };
}

/** A file that was written at a second of the tests' time. */
export function savedFile<Content>(
  content: Content,
  at: number,
  fileName: string,
  createdAt = at,
): SaveChange<Content> {
  const stamp = `1:${at}:${fileName.length}` as FileStamp;
  return { fileName, stamp, modifiedAt: second(at), createdAt: second(createdAt), content };
}

export function profileFile(
  changes: Parameters<typeof profile>[0],
  at: number,
  fileName = `${changes.id}.arkprofile`,
  createdAt = at,
): SaveChange<SavedProfile> {
  return savedFile(profile(changes), at, fileName, createdAt);
}

export function tribeFile(
  changes: Parameters<typeof tribe>[0],
  at: number,
  fileName = `${changes.id}.arktribe`,
): SaveChange<SavedTribe> {
  return savedFile(tribe(changes), at, fileName);
}

export function changesOf(changes: Partial<SavedChanges>): SavedChanges {
  const none = { full: false, last: true };
  return { ...none, profiles: [], tribes: [], tributes: [], worlds: [], removed: [], ...changes };
}

export interface SavesWorld extends TestDatabase {
  readonly store: SaveStore;
  /** The hook's events. */
  readonly moves: TribeChange[];
  /** Applies a batch at a second of the tests' time, as the holder of the server's lease. */
  apply(server: string, changes: Partial<SavedChanges>, at?: number, rest?: Partial<SavedBatch>): Promise<void>;
  /** The announcements since the last call. */
  announced(): Promise<AnnouncedChange[]>;
  rows<Row extends object>(text: string): Promise<Row[]>;
  /** Empties every table. */
  clear(): Promise<void>;
}

/** Opens one at the top level of a test file. */
export async function savesWorld(): Promise<SavesWorld> {
  const database = await testDatabase({ rooms: ["kit", "players"] });
  const { db } = database;
  const moves: TribeChange[] = [];
  const people = privacyStore(db, "test", async () => undefined);
  const hooks: SaveHooks = {
    onTribeChanges: async (_tx, changes) => void moves.push(...changes),
    erase: async (id, at) => void (await people.erase(id, at)),
  };
  const store = saveStore(db, "test", hooks);
  const fences = new Map<string, number>();
  let read = 0;
  let count = 0;
  const rows = <Row extends object>(text: string): Promise<Row[]> => db.query<Row>({ name: `test.${count++}`, text });
  return {
    ...database,
    store,
    moves,
    rows,
    async apply(server, changes, at = 1_000, rest = {}) {
      let fence = fences.get(server);
      if (fence === undefined) {
        const lease = await acquireLease(db, { name: serverLeaseName(server), owner: "test", ttlMs: 3_600_000 });
        fence = lease?.fence ?? 0;
        fences.set(server, fence);
      }
      await store.apply({ server, fence, at: second(at), changes: changesOf(changes), ...rest });
    },
    async announced() {
      const found = await rows<{ seq: number; payload: string }>(
        `select seq, payload from kit.outbox where seq > ${read} order by seq`,
      );
      read = found.at(-1)?.seq ?? read;
      return found.map(({ payload }) => JSON.parse(payload) as AnnouncedChange);
    },
    async clear() {
      await rows(`with f as (delete from players.save_files), p as (delete from players.players),
        t as (delete from players.tribes), o as (delete from players.opt_outs), e as (delete from players.tombstones),
        s as (delete from players.servers),
        r as (delete from players.first_readings) delete from players.accounts`);
      moves.length = 0;
    },
  };
}
