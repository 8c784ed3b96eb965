/** `tripod migrate`. */
import { createLog } from "../kit/log/log.ts";
import { migrateJobs } from "../kit/jobs/job-runner.ts";
import { migrate } from "../kit/sql/migrate.ts";
import { readConfiguration } from "./configuration.ts";
import { findKeys, requireKeysBefore } from "./find-keys.ts";
import { orAborted } from "../kit/time/or-aborted.ts";
import { stopSignal } from "./stop-signal.ts";
import { directOf, migrationRooms, openServer } from "./open-platform.ts";

export async function migrateDatabase(): Promise<void> {
  const { config } = readConfiguration({});
  const log = createLog({ level: config.shared.logLevel, format: config.shared.logFormat });
  const signal = stopSignal("Stopped. What was applied stays; give the command again to go on.");
  const server = await openServer(config.shared, log, signal);
  try {
    const connection = await orAborted(directOf(config.shared, server.connection), signal);
    const beforeChange = async (): Promise<void> => {
      // Migrations need no key. A wrong one would be refused by the next start.
      if (await findKeys(config.shared)) await requireKeysBefore(config.shared, connection);
    };
    const done = await migrate(connection, migrationRooms(), { log, signal, beforeChange });
    signal.throwIfAborted();
    await migrateJobs(connection);
    const what = done.length === 0 ? "was up to date" : `is up to date: ${done.length} applied`;
    log.info({ applied: done.length }, `the database ${what}`);
  } finally {
    await server.stop();
  }
}
