/** A real Redis for tests, where the machine has one: Debian's `redis-server`, on a free port of the loopback. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Whether `redis-server` is on PATH. Tests that need it skip visibly without: `describe.skipIf(!hasRedis)`. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

export interface TestRedis {
  readonly url: string;
  /** Ends the server and keeps its port, as an outage would. */
  pause(): Promise<void>;
  /** Starts it again, empty. */
  resume(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const START_LIMIT_MS = 120_000;

/** Starts an empty server that keeps nothing on disk. The caller stops it. */
export async function startRedis(): Promise<TestRedis> {
  const folder = await temporaryFolder();
  const port = await freePort();
  let server: ChildProcess | undefined;
  const pause = async (): Promise<void> => {
    if (!server || server.exitCode !== null) return;
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    await exited;
    server = undefined;
  };
  const resume = async (): Promise<void> => {
    const options = {
      bind: "127.0.0.1",
      port,
      save: "",
      appendonly: "no",
      dir: folder.path,
      "enable-debug-command": "local",
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    server = spawn("redis-server", args, { stdio: "ignore" });
    await answers(port);
  };
  await resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    pause,
    resume,
    stop: async () => {
      await pause();
      await folder.remove();
    },
  };
}

async function answers(port: number): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const probe = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
    probe.on("error", () => undefined);
    try {
      await probe.connect();
      await probe.ping();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error("redis-server did not start", { cause: error });
      await delay(20);
    } finally {
      probe.disconnect();
    }
  }
}
