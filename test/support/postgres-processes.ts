/** The processes of the embedded PostgreSQL of a data folder, for tests that kill them. Linux only. */
import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { findPostmaster } from "../../src/kit/sql/embedded/postmaster.ts";

/** The one that started the others first; empty where none runs. */
export async function postgresProcesses(dataDir: string): Promise<number[]> {
  const cluster = join(dataDir, "postgres", "cluster");
  const first = (await findPostmaster(cluster))?.pid;
  const all = (await readdir("/proc")).map(Number).filter((pid) => pid > 1);
  const folders = await Promise.all(all.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  const others = all.filter((pid, index) => pid !== first && folders[index] === cluster);
  return first === undefined ? others : [first, ...others];
}
