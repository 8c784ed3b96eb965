import { resolve } from "node:path";
import { UserError } from "../../kit/errors/user-error.ts";
import { nearestFolder } from "../../kit/files/nearest-folder.ts";
import { freeBytesOf } from "./store/publish.ts";
import type { TapeOptions } from "./tape.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Whether the tape would record with what is free now. A folder that is not there yet is looked up where it would be made.
 *
 * @throws UserError when recording would pause at once
 */
export async function tryRoom({
  dataDir,
  minimumFreeMegabytes,
  freeBytes = freeBytesOf,
}: Pick<TapeOptions, "dataDir" | "minimumFreeMegabytes" | "freeBytes">): Promise<string> {
  const folder = nearestFolder(resolve(dataDir, "tape"));
  const freeMegabytes = Math.floor((await freeBytes(folder)) / MEGABYTE);
  if (freeMegabytes >= minimumFreeMegabytes) {
    return `${freeMegabytes} MB are free, and recording pauses below ${minimumFreeMegabytes} MB`;
  }
  throw new UserError(
    `nothing would be recorded: only ${freeMegabytes} MB are free in ${folder}, and ` +
      `TRIPOD_TRADING_TAPE_MINIMUM_FREE_MEGABYTES asks for at least ${minimumFreeMegabytes} MB. Free some, or lower it.`,
  );
}
