/** Opens the database for an admin command, beside a server that runs or alone, and closes it again. */
import { createLog } from "../../kit/log/log.ts";
import type { Platform } from "../../kit/platform.ts";
import { readConfiguration } from "../configuration.ts";
import { openPlatform } from "../open-platform.ts";

export async function withPlatform<Result>(work: (platform: Platform) => Promise<Result>): Promise<Result> {
  const { playersSettings } = await import("../../players/config.ts");
  const { config } = readConfiguration({ players: playersSettings });
  // The answer of a command goes to standard output; only what went wrong is of interest besides.
  const log = createLog({ level: "warn", format: config.shared.logFormat, stream: process.stderr });
  const platform = await openPlatform(config.shared, log);
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
