/** A lookup that runs: real HTTP on loopback, a real database, and keys for the asking. */
import { join } from "node:path";
import { afterAll } from "vitest";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import type { HttpOptions } from "../../src/kit/endpoint/http-services.ts";
import { systemIds } from "../../src/kit/ids/ids.ts";
import { plusMillis } from "../../src/kit/time/instant.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Platform } from "../../src/kit/platform.ts";
import { buildPlayers, type Players } from "../../src/players/build.ts";
import { playersSettings } from "../../src/players/config.ts";
import { createKey } from "../../src/players/keys/index.ts";
import { keyStore } from "../../src/players/keys/sql/key-store.ts";
import { watchErrors } from "./error-recorder.ts";
import { testDatabase, type TestDatabase } from "./database.ts";
import { insertPlayersFixture } from "./players-fixture.ts";

import { temporaryFolder } from "./temporary-folder.ts";
import { testPlatform } from "./test-platform.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly json: any;
}

export interface PlayersWorld {
  readonly url: string;
  /** Where the cluster's file is, once there is one. */
  readonly clusterFile: string;
  /** Errors that were answered, as `<endpoint id> <error code>`. */
  readonly seenErrors: ReadonlySet<string>;
  readonly players: Players;
  readonly platform: Platform;
  readonly database: TestDatabase;
  /** Keys of every scope, one that is disabled, and one whose time is over. */
  readonly keys: {
    readonly read: string;
    readonly history: string;
    readonly admin: string;
    readonly disabled: string;
    readonly expired: string;
  };
  /** With the key of the scope `read` unless another `authorization` is given; `null` sends none. */
  get(path: string, authorization?: string | null, init?: RequestInit): Promise<Answer>;
}

export interface PlayersWorldOptions {
  /** Settings as environment text. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly database?: TestDatabase;
  readonly fixture?: boolean;
  readonly limiter?: HttpOptions["limiter"];
  readonly platform?: Partial<Platform>;
}

/** Starts a lookup for a test file; it is closed after the file's last test. */
export async function playersWorld(options: PlayersWorldOptions = {}): Promise<PlayersWorld> {
  const database = options.database ?? (await testDatabase({ rooms: ["kit", "players"] }));
  if (!options.database) await migrateJobs(database.connection);
  const platform: Platform = { ...testPlatform(database), ...options.platform };
  if (options.fixture ?? true) await insertPlayersFixture(database.db);
  const folder = await temporaryFolder();
  afterAll(() => folder.remove());
  const clusterFile = join(folder.path, "cluster.yaml");
  const settings = { TRIPOD_PLAYERS_CLUSTER_FILE: clusterFile, ...options.settings };
  const players = buildPlayers(platform, playersConfig(settings));
  const keys = await makeKeys(platform);
  await players.start();
  const { services, seenErrors } = watchErrors(players.services);
  const http = await buildHttp({
    services,
    log: silentLog(),
    requestId: () => systemIds().next("req"),
    checkOutputs: true,
    ...(options.limiter ? { limiter: options.limiter } : {}),
  });
  const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
  afterAll(async () => {
    players.endStreams();
    await http.close();
    await players.stop();
  });
  return {
    url,
    clusterFile,
    seenErrors,
    players,
    platform,
    database,
    keys,
    async get(path, authorization = keys.read, init = {}) {
      const headers = { ...(authorization === null ? {} : { authorization }), ...(init.headers as object) };
      const response = await fetch(url + path, { redirect: "manual", ...init, headers });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: readJson(text) };
    },
  };
}

export function playersConfig(settings: Readonly<Record<string, string>> = {}) {
  return loadConfig({ sections: { players: playersSettings }, environment: settings }).config.players;
}

async function makeKeys(platform: Platform): Promise<PlayersWorld["keys"]> {
  const keys = keyStore(platform.db);
  const deps = { ...platform, keys };
  const make = async (name: string, scope: string): Promise<{ key: string; id: string }> => {
    const limits = { requests: 1_000_000, windowSeconds: 60 };
    const { key, stored } = await createKey(deps, { name, scope, limits, expires: "never" });
    return { key, id: stored.id };
  };
  const disabled = await make("disabled", "read");
  await keys.setEnabled(disabled.id, false);
  const expired = await make("expired", "read");
  await keys.setExpiry(expired.id, plusMillis(platform.clock.now(), -1_000));
  const [read, history, admin] = await Promise.all([make("r", "read"), make("h", "history"), make("a", "admin")]);
  return { read: read.key, history: history.key, admin: admin.key, disabled: disabled.key, expired: expired.key };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
