/** Game servers on loopback with save folders, and processes that run them on a real database. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import type { Log } from "../../src/kit/log/log.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { readSecret, type Cluster, type GameServer, type Secret } from "../../src/players/cluster/index.ts";
import { ARK_SURVIVAL_EVOLVED_ID, type A2sState } from "../../src/players/demo/query/a2s-bytes.ts";
import { startA2sServer } from "../../src/players/demo/query/a2s-server.ts";
import { rconServer, type RconServer } from "../../src/players/demo/rcon/rcon-server.ts";
import { writeProfile, type ProfileSketch } from "../../src/players/demo/saves/profile-save.ts";
import { pluginStore } from "../../src/players/plugins/sql/plugin-store.ts";
import { presenceStore } from "../../src/players/presence/sql/presence-store.ts";
import { refreshPlatformNames } from "../../src/players/profiles/index.ts";
import { saveStore } from "../../src/players/saves/sql/save-store.ts";
import { runCluster, type ClusterOptions, type ClusterRun } from "../../src/players/sources/index.ts";
import { sourcesStore } from "../../src/players/sources/sql/sources-store.ts";
import { systemStore } from "../../src/players/system/sql/system-store.ts";
import { failingDatabase, type FailingDatabase } from "./failing-database.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";
import { PASSWORD, testGame, type TestGame } from "./rcon.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** In more of a hurry than in life, but for what must not happen on a busy machine. */
export const TEST_TIMING = {
  leaseMs: 1_500,
  retryMs: 50,
  queryMs: 100,
  logMs: 200,
  pluginsMs: 100,
  reportMs: 60_000,
  formerMs: 100,
  staleAfterMs: 60_000,
};
const WATCH = { pollMs: 100, settleMs: 1, retryMs: 50, maxAttempts: 2, useHints: false };

export interface TestServer {
  readonly entry: GameServer;
  readonly game: TestGame;
  readonly folder: string;
  readonly rcon: RconServer;
  /** The query's answers; its players are those of the game. */
  query: A2sState;
  saveProfile(sketch: ProfileSketch & { readonly platformId: string }): Promise<void>;
  /** Ends RCON, and starts it again at the same port. */
  closeRcon(): Promise<void>;
  openRcon(): Promise<void>;
}

/** A server of ASE that has everything. */
export async function testServer(key: string, changes: Partial<GameServer> = {}): Promise<TestServer> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const saves = join(folder.path, "SavedArks");
  await mkdir(saves);
  const game = testGame();
  const open = (port?: number): Promise<RconServer> =>
    rconServer({ game, password: PASSWORD, clock: systemClock(), ...(port === undefined ? {} : { port }) });
  let rcon = await open();
  onTestFinished(() => rcon.close());
  const state = (): A2sState => ({
    ...server.query,
    players: game.players().map(({ name }) => ({ name, score: 0, seconds: 60 })),
  });
  const a2s = await startA2sServer({ state, random: systemRandom() });
  onTestFinished(() => a2s.stop());
  const server: TestServer = {
    entry: {
      key,
      name: `The ${key}`,
      game: "ase",
      saves: { folder: saves, store: "files", worldFile: undefined },
      rcon: { host: "127.0.0.1", port: rcon.port, password: { from: "text", text: PASSWORD } },
      query: { host: "127.0.0.1", port: a2s.port },
      pollSeconds: 0.05,
      gameLog: false,
      chat: false,
      ...changes,
    },
    game,
    folder: saves,
    rcon,
    query: QUERY,
    async saveProfile(sketch) {
      await writeFile(join(saves, `${sketch.platformId}.arkprofile`), writeProfile(sketch, 1));
    },
    closeRcon: () => rcon.close(),
    async openRcon() {
      rcon = await open(rcon.port);
    },
  };
  return server;
}

const QUERY: A2sState = {
  name: "A server",
  map: "TheIsland",
  folder: "ark_survival_evolved",
  game: "ARK: Survival Evolved",
  version: "361.7",
  maxPlayers: 70,
  password: false,
  gamePort: 7777,
  steamId: 90_071_992_547_409_921n,
  keywords: "",
  gameId: ARK_SURVIVAL_EVOLVED_ID,
  players: [],
  rules: {},
};

export function clusterOf(servers: readonly GameServer[], plugins: Partial<Cluster["plugins"]> = {}): Cluster {
  return { name: "Test", servers, plugins: { permissions: undefined, arkShop: undefined, ...plugins } };
}

export interface TestProcess extends ClusterRun {
  readonly log: KeptLog;
  /** Messages of warnings and errors. */
  warnings(): string[];
  readonly network: FailingDatabase;
  /** Keys of the servers that it tends. */
  tended(): string[];
}

let processes = 0;

/** A process that runs a cluster, from now until the test is over. */
export async function testProcess(
  real: Database,
  cluster: Cluster,
  changes: Partial<ClusterOptions> = {},
): Promise<TestProcess> {
  const network = failingDatabase(real);
  const { db } = network;
  const node = `node-${++processes}`;
  const log = keptLog();
  const run = runCluster({
    cluster,
    db,
    presence: presenceStore(db, node, { refreshPlatformNames }),
    saves: saveStore(db, node),
    system: systemStore(db, "test"),
    names: sourcesStore(db),
    plugins: pluginStore(db, node),
    clock: systemClock(),
    random: systemRandom(),
    log: fullLog(log),
    node,
    readSecret: (secret: Secret, what: string) => readSecret(secret, {}, what),
    epicAllowed: false,
    timing: TEST_TIMING,
    watch: WATCH,
    ...changes,
  });
  onTestFinished(() => run.stop());
  await run.start();
  return {
    ...run,
    log,
    network,
    warnings: () => log.entries.filter(({ level }) => level !== "info").map(({ message }) => message),
    tended: () =>
      run
        .status()
        .servers.filter(({ isTended }) => isTended)
        .map(({ key }) => key),
  };
}

/** A log that keeps everything but details. */
function fullLog(kept: KeptLog): Log {
  const log: Log = { ...kept, debug: () => undefined, child: () => log };
  return log;
}

export interface OnlineRow {
  readonly server: string;
  readonly platformId: string;
}

/** The open sessions: which account is on which server. */
export async function openSessions(db: Database): Promise<OnlineRow[]> {
  const rows = await db.query<{ server: string; platform_id: string }>({
    name: "test.openSessions",
    text: "select server, platform_id from players.sessions where ended_at is null order by platform_id",
  });
  return rows.map(({ server, platform_id }) => ({ server, platformId: platform_id }));
}

/** How many sessions there were. */
export async function countSessions(db: Database): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: "test.countSessions",
    text: "select count(*) as count from players.sessions",
  });
  return row?.count ?? 0;
}

export async function emptyPlayers(db: Database): Promise<void> {
  await db.execute({
    name: "test.emptyPlayers",
    text: `truncate players.sessions, players.presence_batches, players.accounts, players.players, players.tribes,
      players.save_files, players.first_readings, players.servers, players.plugin_records, kit.leases, kit.outbox cascade`,
  });
}
