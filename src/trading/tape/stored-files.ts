/** The files that hold the tape, for backups: complete ones, which never change under their name. */
import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { codeOf } from "../../kit/errors/code-of.ts";
import { dayStart } from "./core/days.ts";
import { parseFileName } from "./core/file-names.ts";
import { TAPE_KINDS } from "./core/kinds.ts";
import { exchangeOf } from "./core/service-code.ts";

/** Folders that hold files of a kind are at most this far below the root. */
const MAX_DEPTH = 4;

/** Paths of the tape's files below its root, sorted. Files that are being written are not of them. */
export async function listTapeFiles(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async (path: string, depth: number): Promise<void> => {
    for (const entry of await entriesOf(join(root, path))) {
      const inside = posix.join(path, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) await look(inside, depth + 1);
      else if (entry.isFile() && isTapePath(inside)) found.push(inside);
    }
  };
  for (const kind of TAPE_KINDS) {
    await look(kind, 1);
    await look(posix.join("pending", kind), 1);
  }
  return found.toSorted();
}

/** Whether a path below the root is one of a file of the tape. Says no to every path that leads anywhere else. */
export function isTapePath(path: string): boolean {
  const parts = path.split("/");
  const isPending = parts[0] === "pending";
  const [kind = "", exchange = "", ...rest] = isPending ? parts.slice(1) : parts;
  const code = isPending ? undefined : rest.shift();
  const [day = "", name = "", ...more] = rest;
  if (!TAPE_KINDS.some((each) => each === kind) || more.length > 0 || parseFileName(name) === undefined) return false;
  if (!/^exchange=[a-z0-9_]{1,40}$/.test(exchange)) return false;
  if (!day.startsWith("day=") || dayStart(day.slice("day=".length)) === undefined) return false;
  return isPending || (code?.startsWith("code=") === true && exchangeOf(code.slice("code=".length)) !== undefined);
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
}
