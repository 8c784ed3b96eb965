/** Opens the database for an admin command, beside a server that runs or alone, and closes it again. */
import type { ConfigSection, SectionConfig } from "../kit/config/setting.ts";
import { createLog } from "../kit/log/log.ts";
import type { Platform } from "../kit/platform.ts";
import { readConfiguration } from "./configuration.ts";
import { openPlatform } from "./open-platform.ts";
import { requireInstallation } from "./require-installation.ts";

/**
 * @param section settings of the service whose command it is
 * @throws UserError where there is no installation
 */
export async function withPlatform<Section extends ConfigSection, Result>(
  section: Section,
  work: (platform: Platform, config: SectionConfig<Section>) => Promise<Result>,
): Promise<Result> {
  const { config } = readConfiguration({ [section.section]: section });
  const { shared, [section.section]: own } = config as { shared: Parameters<typeof openPlatform>[0] } & Record<
    string,
    unknown
  >;
  await requireInstallation(shared);
  // The answer of a command goes to standard output; only what went wrong is of interest besides.
  const log = createLog({ level: "warn", format: shared.logFormat, stream: process.stderr });
  const platform = await openPlatform(shared, log);
  try {
    return await work(platform, own as SectionConfig<Section>);
  } finally {
    await platform.close();
  }
}
