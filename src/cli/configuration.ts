/** Reads the settings of the services that are asked for: from the environment, `.env` and `tripod.yaml`. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { readEnvironment, type Environment } from "../kit/config/environment.ts";
import { readEnvironmentFile } from "../kit/config/environment-file.ts";
import { loadConfig, type Config } from "../kit/config/load-config.ts";
import { sharedSettings } from "../kit/config/shared-settings.ts";
import type { ConfigSection } from "../kit/config/setting.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { SERVICE_NAMES } from "./services.ts";

/** Looked for in the working folder when the operator names no file. */
const DEFAULT_FILE = "tripod.yaml";
/** Variables that the environment itself does not have. Containers have a folder here now and then: it means nothing. */
const ENVIRONMENT_FILE = ".env";
/** Names the settings' file, where it is another one. `--config` sets it. */
export const CONFIG_VARIABLE = "TRIPOD_CONFIG";

/** @throws UserError that lists every problem. */
export function readConfiguration<const Sections extends Readonly<Record<string, ConfigSection>>>(
  sections: Sections,
): { config: Config<Sections & { shared: typeof sharedSettings }>; warnings: readonly string[] } {
  const given = readEnvironment();
  const fromFile = isFile(ENVIRONMENT_FILE) ? readEnvironmentFile(ENVIRONMENT_FILE) : {};
  const environment = { ...fromFile, ...given };
  const named = environment[CONFIG_VARIABLE] || undefined;
  if (named !== undefined && !existsSync(named)) {
    throw new UserError(`The settings' file ${resolve(named)}, named by --config or ${CONFIG_VARIABLE}, is not there.`);
  }
  const file = named ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  return loadConfig({
    sections: { ...sections, shared: sharedSettings },
    environment,
    environmentFile: { name: ENVIRONMENT_FILE, variables: Object.keys(fromFile).filter((name) => !(name in given)) },
    file,
    otherVariables: [CONFIG_VARIABLE],
    // The named file holds the cluster too: its content must not be overlooked.
    ...(named === undefined ? {} : { defaults: { "players.clusterFile": named } }),
    otherSections: SERVICE_NAMES.filter((name) => !Object.hasOwn(sections, name)),
  });
}

/** The environment's variables, and those of `.env` that it does not have. */
export function environmentAtHand(): Environment {
  const fromFile = isFile(ENVIRONMENT_FILE) ? readEnvironmentFile(ENVIRONMENT_FILE) : {};
  return { ...fromFile, ...readEnvironment() };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
