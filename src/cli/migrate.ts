/** `tripod migrate`. */
import { createLog } from "../kit/log/log.ts";
import { migrateJobs } from "../kit/jobs/job-runner.ts";
import { migrate } from "../kit/sql/migrate.ts";
import { readConfiguration } from "./configuration.ts";
import { directOf, migrationRooms, openServer } from "./open-platform.ts";

export async function migrateDatabase(): Promise<void> {
  const { config } = readConfiguration({});
  const log = createLog({ level: config.shared.logLevel, format: config.shared.logFormat });
  const server = await openServer(config.shared, log);
  try {
    const connection = await directOf(config.shared, server.connection);
    const done = await migrate(connection, migrationRooms(), { log });
    await migrateJobs(connection);
    const what = done.length === 0 ? "was up to date" : `is up to date: ${done.length} applied`;
    log.info({ applied: done.length }, `the database ${what}`);
  } finally {
    await server.stop();
  }
}
