/** Whether there is an installation where the settings point: a data folder that was misspelt would become a new one. */
import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { codeOf } from "../kit/errors/code-of.ts";
import { UserError } from "../kit/errors/user-error.ts";
import type { SharedConfig } from "./open-platform.ts";

/** An operator who names a database means that one; it is not looked at. */
export async function hasInstallation({ databaseUrl, dataDir }: SharedConfig): Promise<boolean> {
  if (databaseUrl !== undefined) return true;
  try {
    await lstat(join(resolve(dataDir), "postgres", "cluster"));
    return true;
  } catch (error) {
    // A folder that cannot be read is for the start of the database to explain.
    return !["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
  }
}

/** @throws UserError where a command would begin a new installation, beside the one that the operator means */
export async function requireInstallation(shared: SharedConfig): Promise<void> {
  if (await hasInstallation(shared)) return;
  throw new UserError(
    `There is no installation in ${resolve(shared.dataDir)}. Set TRIPOD_DATA_DIR or TRIPOD_DATABASE_URL as the service ` +
      "has it, or run the command in the folder of its tripod.yaml.",
  );
}
