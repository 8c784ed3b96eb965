/** Tells one process from another that was given the same number later. */
import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";
import { isAlive } from "../../lifecycle/is-alive.ts";

const run = promisify(execFile);

/**
 * A text that differs between any two processes that ever had the number `pid` on this machine; undefined where no such
 * process runs, `unknown` where the system does not say.
 */
export async function startMark(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === "linux") {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
      readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
    ]);
    // The name of the program, in parentheses, may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A process that was killed stays in the table as a zombie until its parent asks after it.
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    return fields[19] === undefined ? "unknown" : `${boot.trim()}:${fields[19]}`;
  }
  if (process.platform === "win32") return "unknown";
  const said = await run("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return said.stdout.trim() || "unknown";
}

/** Whether process `pid` is a PostgreSQL server that works in the folder `cluster` (an absolute path without links). */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    // Every process of PostgreSQL works in its data folder. One whose folder we may not even see is not ours.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === cluster;
  }
  if (process.platform === "win32") return true;
  const said = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return said.stdout.includes("postgres") && said.stdout.includes(cluster);
}
