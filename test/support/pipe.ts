/** Named pipes, which a path may lead to where a file is expected. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

/** Makes a pipe. It has no end before a program writes into it. */
export function makePipe(path: string): string {
  execFileSync("mkfifo", [path]);
  return path;
}

/**
 * Has another process write texts into a pipe, one after the other. It opens the pipe when this process does.
 *
 * @returns once that process is about to open it: a function that waits until it has ended
 */
export async function writeIntoPipe(path: string, texts: readonly string[]): Promise<() => Promise<unknown>> {
  const script = 'echo ready; exec >"$0"; for text; do printf %s "$text"; sleep 0.1; done';
  const writer = spawn("sh", ["-c", script, path, ...texts]);
  const ended = once(writer, "exit");
  await once(writer.stdout, "data");
  return () => ended;
}
