/** Processor time of the processes of a measure, where the system has /proc. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { processorSeconds } from "../http/program.ts";

/** Of some processes together, in seconds. */
export function busySeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (processorSeconds(pid) ?? 0), 0);
}

/** Of the embedded PostgreSQL of a data folder, with all its processes, those that have ended included. */
export function databaseSeconds(dataDir: string): number {
  const postmaster = postmasterOf(dataDir);
  if (postmaster === undefined) return 0;
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return busySeconds([postmaster, ...children.map(Number)]) + endedSeconds(postmaster);
}

function postmasterOf(dataDir: string): number | undefined {
  const file = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith("postmaster.pid"),
  );
  return file === undefined ? undefined : Number(readFileSync(join(dataDir, file), "utf8").split("\n")[0]);
}

function parentOf(pid: string): number | undefined {
  const text = statOf(pid);
  return text === "" ? undefined : Number(fieldsOf(text)[1]);
}

/** Processor time of children that have ended: numbers 16 and 17, in 1/100 s. */
function endedSeconds(pid: number): number {
  const fields = fieldsOf(statOf(String(pid)));
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}

function fieldsOf(text: string): string[] {
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
