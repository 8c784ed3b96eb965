/** Opens the registry for an admin command, beside a server that runs or alone, and closes it again. */
import { createLog } from "../../kit/log/log.ts";
import { readConfiguration } from "../configuration.ts";
import { openPlatform, type OpenPlatform } from "../open-platform.ts";
import { programFacts } from "../program-facts.ts";
import type { Registry } from "../../registry/build.ts";

export async function withRegistry<Result>(
  work: (registry: Registry, platform: OpenPlatform) => Promise<Result>,
): Promise<Result> {
  const { buildRegistry } = await import("../../registry/build.ts");
  const { registrySettings } = await import("../../registry/config.ts");
  const { config } = readConfiguration({ registry: registrySettings });
  // The answer of a command goes to standard output; only what went wrong is of interest besides.
  const log = createLog({ level: "warn", format: config.shared.logFormat, stream: process.stderr });
  const platform = await openPlatform(config.shared, log);
  try {
    const registry = buildRegistry(platform, config.registry, programFacts());
    try {
      return await work(registry, platform);
    } finally {
      await registry.stop();
    }
  } finally {
    await platform.close();
  }
}
