/** Reads the settings of the services that are asked for: from the environment and, where there is one, a file. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readEnvironment } from "../kit/config/environment.ts";
import { loadConfig, type Config } from "../kit/config/load-config.ts";
import { sharedSettings } from "../kit/config/shared-settings.ts";
import type { ConfigSection } from "../kit/config/setting.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { SERVICE_NAMES } from "./services.ts";

/** Looked for in the working folder when nobody names a file. */
const DEFAULT_FILE = "tripod.yaml";
const FILE_VARIABLE = "TRIPOD_CONFIG";

/** @throws UserError that lists every problem. */
export function readConfiguration<const Sections extends Readonly<Record<string, ConfigSection>>>(
  sections: Sections,
): { config: Config<Sections & { shared: typeof sharedSettings }>; warnings: readonly string[] } {
  const environment = readEnvironment();
  const named = environment[FILE_VARIABLE];
  if (named !== undefined && !existsSync(named)) {
    throw new UserError(`${FILE_VARIABLE} names a file that is not there: ${resolve(named)}`);
  }
  const file = named ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  return loadConfig({
    sections: { ...sections, shared: sharedSettings },
    environment,
    file,
    otherVariables: [FILE_VARIABLE],
    otherSections: SERVICE_NAMES.filter((name) => !Object.hasOwn(sections, name)),
  });
}
