/** Opens the registry for an admin command, beside a server that runs or alone, and closes it again. */
import { resolve } from "node:path";
import { createLog } from "../../kit/log/log.ts";
import { readConfiguration } from "../configuration.ts";
import { openPlatform, type OpenPlatform } from "../open-platform.ts";
import { programFacts } from "../program-facts.ts";
import { hasInstallation, requireInstallation } from "../require-installation.ts";
import { STOPPED, stopSignal } from "../stop-signal.ts";
import { orAborted } from "../../kit/time/or-aborted.ts";
import type { Registry } from "../../registry/build.ts";

interface Options {
  readonly mayBegin?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * @param mayBegin whether a new installation is begun, with a line that says so, where there is none
 * @param signal ends the opening; `work` ends itself. Without it the command ends when the process is stopped.
 * @throws UserError where there is none and none may be begun
 */
export async function withRegistry<Result>(
  work: (registry: Registry, platform: OpenPlatform) => Promise<Result>,
  { mayBegin = false, signal }: Options = {},
): Promise<Result> {
  const { buildRegistry } = await import("../../registry/build.ts");
  const { registrySettings } = await import("../../registry/config.ts");
  const { config } = readConfiguration({ registry: registrySettings });
  if (!mayBegin) await requireInstallation(config.shared);
  else if (!(await hasInstallation(config.shared))) {
    process.stderr.write(`There was no installation in ${resolve(config.shared.dataDir)}: a new one is begun.\n`);
  }
  // The answer of a command goes to standard output; only what went wrong is of interest besides.
  const log = createLog({ level: "warn", format: config.shared.logFormat, stream: process.stderr });
  const stop = signal ?? stopSignal(STOPPED);
  const platform = await openPlatform(config.shared, log, stop);
  try {
    const registry = buildRegistry(platform, config.registry, programFacts());
    try {
      const working = work(registry, platform);
      return await (signal ? working : orAborted(working, stop));
    } finally {
      await registry.stop();
    }
  } finally {
    await platform.close();
  }
}
