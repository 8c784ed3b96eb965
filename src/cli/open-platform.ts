/** Opens what every command that touches data needs: the database, brought up to date, and the keys. */
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { noSelfCheck } from "../kit/checks/self-check.ts";
import { packageRoot } from "../kit/config/package-root.ts";
import type { SectionConfig } from "../kit/config/setting.ts";
import { DEFAULT_DATA_DIR, type sharedSettings } from "../kit/config/shared-settings.ts";
import { systemIds, systemRandom } from "../kit/ids/ids.ts";
import { migrateJobs } from "../kit/jobs/job-runner.ts";
import type { Log } from "../kit/log/log.ts";
import { proxyRules } from "../kit/outbound/proxy-rules.ts";
import type { Platform } from "../kit/platform.ts";
import type { Connection } from "../kit/sql/connection.ts";
import { startEmbedded } from "../kit/sql/embedded/launch.ts";
import { migrate } from "../kit/sql/migrate.ts";
import type { MigrationRoom } from "../kit/sql/migration-files.ts";
import { requireOneDatabase } from "../kit/sql/one-database.ts";
import { openDatabase, type PoolFacts } from "../kit/sql/pool.ts";
import { requirePreparedStatements, requireSession } from "../kit/sql/sessions.ts";
import { requireSecretKeys, type KeysAtHand } from "../kit/sealed/require-keys.ts";
import { systemClock } from "../kit/time/clock.ts";
import { orAborted } from "../kit/time/or-aborted.ts";
import { environmentAtHand } from "./configuration.ts";
import { findKeys, makeFirstKey, requireKeysBefore } from "./find-keys.ts";
import { sealedPlaces } from "./sealed-places.ts";

/** Where systems keep the data of services, passable for every account. */
const SYSTEM_DATA_DIR = "/var/lib/tripod";

export type SharedConfig = SectionConfig<typeof sharedSettings>;

export interface OpenPlatform extends Platform {
  readonly keys: KeysAtHand;
  readonly pool: () => PoolFacts;
  readonly close: () => Promise<void>;
}

/** Every room that has migrations, in the order in which they are applied. Services that never run cost empty tables. */
const MIGRATED_ROOMS = ["kit", "registry", "players", "trading"] as const;

/**
 * @param signal ends the opening, with its reason and with nothing left open
 * @throws UserError when something that is stored was sealed with a secret key that is not here.
 */
export async function openPlatform(
  config: SharedConfig,
  log: Log,
  signal: AbortSignal = new AbortController().signal,
): Promise<OpenPlatform> {
  const rules = proxyRules(environmentAtHand());
  const { connection, stop } = await openServer(config, log, signal);
  try {
    const directConnection = await orAborted(directOf(config, connection), signal);
    const beforeChange = (): Promise<void> => requireKeysBefore(config, directConnection);
    await orAborted(migrate(directConnection, migrationRooms(), { log, signal, beforeChange }), signal);
    await migrateJobs(directConnection);
    await orAborted(requireStatements(config, connection), signal);
    const db = openDatabase({
      connection,
      maxConnections: config.databaseConnections,
      preparedStatements: config.preparedStatements,
      log,
    });
    let keys: KeysAtHand;
    try {
      keys = (await findKeys(config)) ?? (await makeFirstKey(config, db));
      await requireSecretKeys(db, await sealedPlaces(), keys);
      signal.throwIfAborted();
    } catch (error) {
      await db.close();
      throw error;
    }
    return {
      keys,
      db,
      pool: db.pool,
      connection,
      directConnection,
      clock: systemClock(),
      ids: systemIds(),
      random: systemRandom(),
      log,
      sealer: keys.sealer,
      node: `${hostname().slice(0, 60)}-${process.pid}-${Buffer.from(systemRandom().bytes(4)).toString("hex")}`,
      redisUrl: config.redisUrl,
      hasConsole: config.console,
      publicUrl: config.publicUrl === "" ? undefined : config.publicUrl.toLowerCase(),
      dataDir: resolve(config.dataDir),
      role: "all",
      allowPrivateOutbound: config.allowPrivateOutbound,
      proxyRules: rules,
      selfCheck: noSelfCheck,
      async close() {
        await db.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The given PostgreSQL, or else the built-in one.
 *
 * @param signal ends the start of the built-in one, with its reason and with nothing left running
 */
export async function openServer(
  config: SharedConfig,
  log: Log,
  signal?: AbortSignal,
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    return { connection: { connectionString: config.databaseUrl }, stop: async () => undefined };
  }
  // Only where the operator left the choice to us: a data folder that was named is used, or refused.
  const elsewhere = config.dataDir === DEFAULT_DATA_DIR ? SYSTEM_DATA_DIR : undefined;
  const embedded = await startEmbedded({
    dataDir: resolve(config.dataDir),
    log,
    signal,
    ...(elsewhere === undefined ? {} : { elsewhere }),
  });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}

/**
 * The same database without a pooler between, where the settings name that.
 *
 * @throws UserError when it does not answer, or is another database
 */
export async function directOf({ directDatabaseUrl }: SharedConfig, connection: Connection): Promise<Connection> {
  if (!directDatabaseUrl) return connection;
  const direct = { connectionString: directDatabaseUrl };
  await requireOneDatabase(connection, direct);
  return direct;
}

/**
 * Statements are prepared as the settings say: over a pooler that cannot keep them, some would be answered and others not.
 *
 * @throws UserError over such a pooler
 */
export async function requireStatements(
  { databaseUrl, preparedStatements }: SharedConfig,
  connection: Connection,
): Promise<void> {
  if (databaseUrl !== undefined && preparedStatements) await requirePreparedStatements(connection);
}

/**
 * The same as `directOf`, for what needs sessions.
 *
 * @throws UserError also over a pooler that hands out sessions by transaction
 */
export async function sessionsOf(config: SharedConfig, connection: Connection): Promise<Connection> {
  const direct = await directOf(config, connection);
  await requireSessions(config, direct);
  return direct;
}

/** @throws UserError where the settings lead the queue of jobs, backups and restores to a pooler without sessions */
export async function requireSessions(
  { databaseUrl, directDatabaseUrl }: SharedConfig,
  direct: Connection,
): Promise<void> {
  if (databaseUrl === undefined) return;
  await requireSession(direct, directDatabaseUrl ? "TRIPOD_DIRECT_DATABASE_URL" : "TRIPOD_DATABASE_URL");
}

export function migrationRooms(): MigrationRoom[] {
  return MIGRATED_ROOMS.map((room) => ({ room, folder: join(packageRoot(), "migrations", room) }));
}
