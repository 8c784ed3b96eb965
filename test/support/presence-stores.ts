/** Both storages of sessions, in memory and in PostgreSQL, as tests that must hold for both need them. */
import type { Database } from "../../src/kit/sql/database.ts";
import type { Instant } from "../../src/kit/time/instant.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../src/players/directory/index.ts";
import {
  serverLeaseName,
  type PresenceStore,
  type SessionRow,
  type Transition,
} from "../../src/players/presence/index.ts";
import type { PresenceHooks } from "../../src/players/presence/sql/apply-batch.ts";
import { presenceStore } from "../../src/players/presence/sql/presence-store.ts";
import { NaivePresenceStore } from "../../src/players/presence/store.naive.ts";

export interface PresenceUnderTest {
  readonly store: PresenceStore;
  /** Makes `fence` the one that holds a server's lease. */
  hold(server: string, fence: number): Promise<void>;
  /** All sessions, by account and start. */
  rows(): Promise<SessionRow[]>;
  /** The transitions that readers received so far, in order. */
  transitions(): Promise<Transition[]>;
}

/** The slow and obvious one. */
export function presenceInMemory(): PresenceUnderTest {
  const store = new NaivePresenceStore();
  return {
    store,
    async hold(server, fence) {
      store.fences.set(server, fence);
    },
    rows: async () => store.rows.toSorted(bySession),
    transitions: async () => [...store.transitions],
  };
}

/** The real one, on a database that is emptied first. */
export async function presenceInSql(db: Database, hooks: Partial<PresenceHooks> = {}): Promise<PresenceUnderTest> {
  await db.execute({
    name: "test.empty",
    text: `truncate players.sessions, players.presence_batches, players.accounts, players.players, players.opt_outs,
      players.tombstones, kit.leases, kit.outbox cascade`,
  });
  return {
    store: presenceStore(db, "test", { refreshPlatformNames: async () => [], ...hooks }),
    hold: (server, fence) => holdServer(db, server, fence),
    rows: () => readSessions(db),
    transitions: async () => (await readAnnounced(db)).flatMap(({ transitions = [] }) => transitions),
  };
}

/** Everything that was announced, in order. */
export async function readAnnounced(db: Database): Promise<AnnouncedChange[]> {
  const rows = await db.query<{ payload: string }>({
    name: "test.announced",
    text: "select payload from kit.outbox where topic = $1 order by seq",
    values: [PLAYERS_TOPIC],
  });
  return rows.map(({ payload }) => JSON.parse(payload) as AnnouncedChange);
}

/** Takes the lease as `acquireLease` does: to set the name waits for transactions of the last holder. */
async function holdServer(db: Database, server: string, fence: number): Promise<void> {
  await db.execute({
    name: "test.hold",
    text: `insert into kit.leases (name, owner, fence, expires_at) values ($1, 'test', $2, now() + interval '1 day')
      on conflict (name) do update
        set name = excluded.name, fence = excluded.fence, expires_at = excluded.expires_at`,
    values: [serverLeaseName(server), fence],
  });
}

async function readSessions(db: Database): Promise<SessionRow[]> {
  const rows = await db.query<{
    platform_id: string;
    server: string;
    name: string;
    started_at: Instant;
    last_seen: Instant;
    ended_at: Instant | null;
  }>({
    name: "test.sessions",
    text: "select platform_id, server, name, started_at, last_seen, ended_at from players.sessions",
  });
  return rows
    .map((row) => ({
      platformId: row.platform_id,
      server: row.server,
      name: row.name,
      startedAt: row.started_at,
      lastSeen: row.last_seen,
      endedAt: row.ended_at,
    }))
    .sort(bySession);
}

function bySession(a: SessionRow, b: SessionRow): number {
  if (a.platformId !== b.platformId) return a.platformId < b.platformId ? -1 : 1;
  return a.startedAt - b.startedAt;
}
