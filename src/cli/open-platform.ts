/** Opens what every command that touches data needs: the database, brought up to date, and the keys. */
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { loadMasterKey } from "../kit/auth/master-key.ts";
import { sealer } from "../kit/auth/seal.ts";
import { packageRoot } from "../kit/config/package-root.ts";
import type { SectionConfig } from "../kit/config/setting.ts";
import type { sharedSettings } from "../kit/config/shared-settings.ts";
import { systemIds, systemRandom } from "../kit/ids/ids.ts";
import { migrateJobs } from "../kit/jobs/job-runner.ts";
import type { Log } from "../kit/log/log.ts";
import type { Platform } from "../kit/platform.ts";
import type { Connection } from "../kit/sql/connection.ts";
import { startEmbedded } from "../kit/sql/embedded/launch.ts";
import { migrate } from "../kit/sql/migrate.ts";
import type { MigrationRoom } from "../kit/sql/migration-files.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import { systemClock } from "../kit/time/clock.ts";

export type SharedConfig = SectionConfig<typeof sharedSettings>;

export interface OpenPlatform extends Platform {
  readonly close: () => Promise<void>;
}

/** Every room that has migrations, in the order in which they are applied. Services that never run cost empty tables. */
const MIGRATED_ROOMS = ["kit", "registry", "players", "trading"] as const;

export async function openPlatform(config: SharedConfig, log: Log): Promise<OpenPlatform> {
  const { connection, stop } = await openServer(config, log);
  try {
    const directConnection = config.directDatabaseUrl ? { connectionString: config.directDatabaseUrl } : connection;
    await migrate(directConnection, migrationRooms(), { log });
    await migrateJobs(directConnection);
    const masterKey = await loadMasterKey({ secretKey: config.secretKey, dataDir: resolve(config.dataDir) });
    const db = openDatabase({
      connection,
      maxConnections: config.databaseConnections,
      preparedStatements: config.preparedStatements,
      log,
    });
    return {
      db,
      connection,
      directConnection,
      clock: systemClock(),
      ids: systemIds(),
      random: systemRandom(),
      log,
      sealer: sealer([masterKey]),
      node: `${hostname().slice(0, 60)}-${process.pid}-${Buffer.from(systemRandom().bytes(4)).toString("hex")}`,
      redisUrl: config.redisUrl,
      dataDir: resolve(config.dataDir),
      role: "all",
      allowPrivateOutbound: config.allowPrivateOutbound,
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

/** The given PostgreSQL, or else the built-in one. */
export async function openServer(
  config: SharedConfig,
  log: Log,
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    return { connection: { connectionString: config.databaseUrl }, stop: async () => undefined };
  }
  const embedded = await startEmbedded({ dataDir: resolve(config.dataDir), log });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}

export function migrationRooms(): MigrationRoom[] {
  return MIGRATED_ROOMS.map((room) => ({ room, folder: join(packageRoot(), "migrations", room) }));
}
