/** How fast the saves of a server come to the database, from the files on. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { writeProfile } from "../../src/players/demo/saves/profile-save.ts";
import { writeTribe } from "../../src/players/demo/saves/tribe-save.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { runSaveSource, type SaveStore } from "../../src/players/saves/index.ts";
import { saveStore } from "../../src/players/saves/sql/save-store.ts";

const TRIBES = 250;
const WRITTEN_AT_ONCE = 50;

export interface AppliedSaves {
  /** An unknown folder, and a restart with nothing changed. */
  readonly firstMs: number;
  readonly unchangedMs: number;
  /** Batches that the unchanged folder gave to storage. */
  readonly unchangedBatches: number;
  /** Every file written again with the same content, as some servers do with each save. */
  readonly rewrittenMs: number;
}

/**
 * Applies a server's saves to a database that has the tables of players and nothing in them, by the code that reads real
 * servers. Times are from the start of the watch to the last look's end; to write the files is not counted.
 */
export async function measureApplyingSaves(db: Database, profiles = 5_000): Promise<AppliedSaves> {
  const folder = await mkdtemp(join(tmpdir(), "tripod-bench-saves-"));
  try {
    const server = "bench";
    const lease = await acquireLease(db, { name: serverLeaseName(server), owner: "bench", ttlMs: 3_600_000 });
    const run = (store: SaveStore): Promise<number> => runOnce(folder, server, lease?.fence ?? 0, store, profiles);
    const store = saveStore(db, "bench");
    let unchangedBatches = 0;
    const counting: SaveStore = {
      ...store,
      apply: async (batch) => {
        unchangedBatches++;
        await store.apply(batch);
      },
    };
    await writeSaves(folder, profiles, 120);
    const firstMs = await run(store);
    const unchangedMs = await run(counting);
    await writeSaves(folder, profiles, 60);
    return { firstMs, unchangedMs, unchangedBatches, rewrittenMs: await run(store) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What was measured, for people. */
export function describeAppliedSaves({ firstMs, unchangedMs, unchangedBatches, rewrittenMs }: AppliedSaves): string {
  const ms = (value: number): string => `${Math.round(value).toLocaleString("en")} ms`;
  return (
    `5,000 profiles and 250 tribes: first ${ms(firstMs)} (at most 3,000 ms), all written again ${ms(rewrittenMs)}, ` +
    `unchanged ${ms(unchangedMs)} with ${unchangedBatches} writes`
  );
}

async function runOnce(
  folder: string,
  server: string,
  fence: number,
  store: SaveStore,
  profiles: number,
): Promise<number> {
  const stopping = new AbortController();
  const startedMs = performance.now();
  let tookMs = 0;
  await runSaveSource({
    server,
    fence,
    saves: { folder, store: "files", worldFile: undefined },
    store,
    clock: systemClock(),
    log: silentLog(),
    signal: stopping.signal,
    watch: { useHints: false },
    onStatus: ({ state, folder: { profiles: inForce } }) => {
      if (state !== "ok" || inForce !== profiles) return;
      tookMs = performance.now() - startedMs;
      stopping.abort();
    },
  });
  return tookMs;
}

/** Writes all saves, as old as `ageSeconds`. */
async function writeSaves(folder: string, profiles: number, ageSeconds: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const at = new Date(Date.now() - ageSeconds * 1_000);
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await utimes(path, at, at);
  };
  const jobs = [
    ...Array.from({ length: TRIBES }, (_, index) => () => write(`${index + 1}.arktribe`, tribeBytes(index + 1))),
    ...Array.from({ length: profiles }, (_, index) => {
      const account = (index + 1).toString(16).padStart(32, "0");
      return () => write(`${account}.arkprofile`, profileBytes(index + 1, account));
    }),
  ];
  for (let start = 0; start < jobs.length; start += WRITTEN_AT_ONCE) {
    await Promise.all(jobs.slice(start, start + WRITTEN_AT_ONCE).map((job) => job()));
  }
}

function profileBytes(id: number, platformId: string): Uint8Array {
  return writeProfile(
    {
      id: BigInt(100_000_000 + id),
      platformId,
      platformName: `platform ${id}`,
      characterName: `character ${id}`,
      level: 1 + (id % 150),
      tribeId: 1 + (id % TRIBES),
      mapName: "TheIsland_WP",
      fullness: 0.1,
    },
    7,
  );
}

function tribeBytes(id: number): Uint8Array {
  const ids = Array.from({ length: 20 }, (_, index) => 100_000_000 + id - 1 + index * TRIBES).filter(
    (each) => each > 1e8,
  );
  return writeTribe(
    {
      id,
      name: `tribe ${id}`,
      ownerId: BigInt(ids[0] ?? 1),
      members: ids.map((each) => ({ id: BigInt(each), name: `character ${each}` })),
      log: Array.from({ length: 100 }, (_, line) => {
        const time = `${String(line % 24).padStart(2, "0")}:00:00`;
        return `Day ${1 + line}, ${time}: <RichColor Color="0, 1, 0, 1">Rex ${line} Tamed a Dodo - Lvl ${line} (Dodo)!</>`;
      }),
    },
    7,
  );
}
