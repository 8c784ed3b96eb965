/** Opens the database for an admin command, beside a server that runs or alone, and closes it again. */
import type { ConfigSection, SectionConfig } from "../kit/config/setting.ts";
import { createLog } from "../kit/log/log.ts";
import type { Platform } from "../kit/platform.ts";
import { orAborted } from "../kit/time/or-aborted.ts";
import { readConfiguration } from "./configuration.ts";
import { openPlatform } from "./open-platform.ts";
import { requireInstallation } from "./require-installation.ts";
import { STOPPED, stopSignal } from "./stop-signal.ts";

/**
 * @param section settings of the service whose command it is
 * @param signal ends the opening; `work` ends itself. Without it the command ends when the process is stopped.
 * @throws UserError where there is no installation
 */
export async function withPlatform<Section extends ConfigSection, Result>(
  section: Section,
  work: (platform: Platform, config: SectionConfig<Section>) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { config } = readConfiguration({ [section.section]: section });
  const { shared, [section.section]: own } = config as { shared: Parameters<typeof openPlatform>[0] } & Record<
    string,
    unknown
  >;
  await requireInstallation(shared);
  // The answer of a command goes to standard output; only what went wrong is of interest besides.
  const log = createLog({ level: "warn", format: shared.logFormat, stream: process.stderr });
  const stop = signal ?? stopSignal(STOPPED);
  const platform = await openPlatform(shared, log, stop);
  try {
    const working = work(platform, own as SectionConfig<Section>);
    return await (signal ? working : orAborted(working, stop));
  } finally {
    await platform.close();
  }
}
