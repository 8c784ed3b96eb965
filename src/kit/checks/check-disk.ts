import { open, rm, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { systemRandom } from "../ids/ids.ts";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { nearestFolder } from "../files/nearest-folder.ts";

/** With less, the next hour of a busy service may not fit. */
const LEAST_FREE_MEGABYTES = 200;

/**
 * Writes a file into the data folder and removes it. A folder that is not there is tried where it would be made: the first
 * start makes it, with the rights that the database's account needs.
 *
 * @throws UserError when it cannot, or little is free
 */
export async function checkDisk(dataDir: string): Promise<string> {
  const wanted = resolve(dataDir);
  const folder = nearestFolder(wanted);
  const path = join(folder, `check-${Buffer.from(systemRandom().bytes(8)).toString("hex")}.tmp`);
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(Buffer.alloc(65_536));
      await file.sync();
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  } catch (error) {
    throw new UserError(`${folder} cannot be written to (${codeOf(error) ?? "unknown reason"})`, { cause: error });
  }
  const { bavail, bsize } = await statfs(folder);
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  if (megabytes < LEAST_FREE_MEGABYTES) {
    throw new UserError(`only ${megabytes} MB are free in ${folder}; at least ${LEAST_FREE_MEGABYTES} MB are needed`);
  }
  return `${wanted} can be ${folder === wanted ? "written to" : "made"}; ${megabytes} MB are free`;
}
