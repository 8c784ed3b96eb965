/** The cluster's file on disk: read as a whole, and written so that it is never half there. */
import { constants } from "node:fs";
import { access, chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readSmallFile } from "../../kit/config/config-file.ts";
import { formatProblem, type Problem } from "../../kit/config/yaml-tree.ts";
import { codeOf } from "../../kit/errors/code-of.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { addServer, type NewServer } from "./add-server.ts";
import type { Cluster } from "./core/cluster.ts";
import { readClusterFile } from "./read-cluster-file.ts";

export interface ClusterFileReading {
  /** Names that may be in the same section and are read elsewhere: the service's settings. */
  readonly otherMembers?: readonly string[];
}

const MAX_FILE_BYTES = 1_048_576;
/** The file may hold passwords: its owner alone reads a new one. */
const PRIVATE = 0o600;

/**
 * The cluster that a file describes.
 *
 * @throws UserError that lists every problem with its line and column, or says why the file cannot be read.
 */
export function loadClusterFile(file: string, reading: ClusterFileReading = {}): Cluster {
  const text = readSmallFile(file, MAX_FILE_BYTES, "The cluster's file");
  const read = readClusterFile(text, { ...reading, baseFolder: dirname(resolve(file)) });
  if ("problems" in read) throw refusal("The cluster's file cannot be used:", read.problems, file);
  return read.cluster;
}

/**
 * Adds a server to the file, or makes the file. It is replaced as a whole, keeps its permissions, and stays as it is
 * when anything is wrong.
 *
 * @throws UserError when the file has problems, would have problems with the server, or cannot be written.
 */
export async function addServerToFile(
  file: string,
  server: NewServer,
  reading: ClusterFileReading = {},
): Promise<"added" | "created"> {
  const present = await readPresentFile(file);
  const result = addServer(present?.text ?? "", server, reading);
  if ("refused" in result) {
    const what =
      result.refused === "file"
        ? "The cluster's file has problems; mend them before a server is added:"
        : "The server cannot be added; the file would have problems then:";
    throw refusal(what, result.problems, file);
  }
  await replaceClusterFile(file, present, result.text);
  return present ? "added" : "created";
}

/** The cluster's file as it is. */
export interface PresentFile {
  /** Where it is, without links. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/**
 * The file; undefined when there is none.
 *
 * @throws UserError when it cannot be read, or is too large.
 */
export async function readPresentFile(file: string): Promise<PresentFile | undefined> {
  try {
    // A link stays one; what it leads to is replaced.
    const path = await realpath(file);
    const status = await stat(path);
    const { mode, size } = status;
    // The read says what is wrong with a folder; a pipe or a device would never end.
    if (!status.isFile() && !status.isDirectory())
      throw new UserError(`The cluster's file ${file} is not a regular file.`);
    if (size > MAX_FILE_BYTES)
      throw new UserError(`The cluster's file ${file} is larger than ${MAX_FILE_BYTES} bytes.`);
    return { path, text: await readFile(path, "utf8"), mode: mode & 0o777 };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (error instanceof UserError) throw error;
    throw new UserError(`The cluster's file ${file} cannot be read (${codeOf(error) ?? "unknown error"}).`, {
      cause: error,
    });
  }
}

/**
 * Puts a text in the place of the file as it was read, or makes it.
 *
 * @throws UserError when it cannot be written, or is another one by now; it stays as it is then.
 */
export async function replaceClusterFile(file: string, present: PresentFile | undefined, text: string): Promise<void> {
  const path = present?.path ?? file;
  const mode = present?.mode ?? PRIVATE;
  const fresh = `${path}.new-${process.pid}`;
  try {
    await access(dirname(resolve(path)), constants.W_OK);
    await writeFile(fresh, text, { mode, flag: "wx" });
    // A new file grants others no more rights than this one did, where the process says so.
    await chmod(fresh, mode);
    if ((await readPresentFile(file))?.text !== present?.text) {
      throw new UserError(`The cluster's file ${file} was changed at the same time. Nothing was written; try again.`);
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    if (error instanceof UserError) throw error;
    throw new UserError(`The cluster's file ${file} cannot be written (${codeOf(error) ?? "unknown error"}).`, {
      cause: error,
    });
  }
}

function refusal(what: string, problems: readonly Problem[], file: string): UserError {
  return new UserError(`${what}\n  ${problems.map((problem) => formatProblem(problem, file)).join("\n  ")}`);
}
