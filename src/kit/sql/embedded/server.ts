/** Starts the server process. */
import { spawn, type ChildProcess } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { asAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { giveTo, makeServerFolder, serverEnvironment } from "./cluster.ts";
import type { ServerFolder } from "./folder.ts";
import { FAST_SHUTDOWN_MS, SOCKET_PORT } from "./postmaster.ts";

/** A setting of PostgreSQL by its name. */
export type ServerSettings = Readonly<Record<string, string>>;

/** For one program on a small machine: 1,000 durable commits a second, and a few seconds of recovery. */
const SETTINGS: ServerSettings = {
  shared_buffers: "128MB",
  max_connections: "60",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "on",
  max_wal_size: "1GB",
  checkpoint_timeout: "10min",
  max_wal_senders: "2",
  max_worker_processes: "4",
  max_parallel_workers_per_gather: "1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  cluster_name: "tripod",
  // The log may be read by others than the data: LOG and worse, never a failed statement, which may carry values.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
};

/** The longest path of a Unix socket, in bytes: 104 with the closing NUL on BSD and macOS, 108 on Linux. */
const MAX_SOCKET_PATH = process.platform === "linux" ? 107 : 103;

const MAX_LOG_BYTES = 1_000_000;

const LOG_TAIL_BYTES = 2_000;

/** A server that this process started. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly #logStart: number;
  readonly #over: Promise<void>;
  #ended: string | undefined;

  constructor(child: ChildProcess, log: string, logStart: number) {
    this.#child = child;
    this.#log = log;
    this.#logStart = logStart;
    child.once("error", (error) => (this.#ended ??= error.message));
    child.once("exit", (code, signal) => (this.#ended ??= code === null ? `signal ${signal}` : `exit code ${code}`));
    this.#over = new Promise((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    });
    child.unref();
  }

  /** How it ended, or undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** The end of what it logged since it was started. */
  async logTail(): Promise<string> {
    const text = await readFile(this.#log).catch(() => Buffer.alloc(0));
    return text
      .subarray(Math.max(this.#logStart, text.length - LOG_TAIL_BYTES))
      .toString("utf8")
      .trim();
  }

  kill(): void {
    this.#child.kill("SIGQUIT");
  }

  /** Ends it however far its start has come, at once if it takes too long, and resolves when it has ended. */
  async end(): Promise<void> {
    const late = setTimeout(() => this.kill(), FAST_SHUTDOWN_MS);
    this.#child.kill("SIGINT");
    await this.#over;
    clearTimeout(late);
  }
}

/**
 * Starts the server of a cluster, in a session of its own: neither Ctrl-C in our terminal nor our own death reaches
 * it. Listens on a Unix socket in the server's folder. Where these do not exist (Windows) or the path is too long for
 * one, it listens on a port of 127.0.0.1 (`preferredPort`, if given and free).
 */
export async function spawnServer(
  folder: ServerFolder,
  binaries: Binaries,
  settings: ServerSettings,
  preferredPort?: number,
): Promise<ServerProcess> {
  const address = await addressSettings(folder, preferredPort);
  const all = Object.entries({ ...SETTINGS, ...settings, ...address });
  const { log, logStart } = await openLog(folder);
  try {
    const child = spawn(
      binaries.postgres,
      ["-D", folder.cluster, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      {
        ...asAccount(folder.account),
        cwd: folder.root,
        detached: true,
        windowsHide: true,
        stdio: ["ignore", log.fd, log.fd],
        env: serverEnvironment(),
      },
    );
    return new ServerProcess(child, folder.log, logStart);
  } finally {
    await log.close();
  }
}

async function addressSettings(folder: ServerFolder, preferredPort: number | undefined): Promise<ServerSettings> {
  const socket = join(folder.run, `.s.PGSQL.${SOCKET_PORT}`);
  if (process.platform === "win32" || Buffer.byteLength(socket) > MAX_SOCKET_PATH) {
    const port = (preferredPort !== undefined && (await freePort(preferredPort))) || (await freePort(0));
    return { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" };
  }
  await makeServerFolder(folder, folder.run);
  return {
    listen_addresses: "",
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${folder.run.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
  };
}

/** `port` if it is free, any free one for 0, undefined if it is taken. */
async function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === "object" ? address.port : undefined));
    });
  });
}

/** The log file, ready to be added to. One that has grown large is put aside; the one before it is dropped. */
async function openLog(folder: ServerFolder) {
  const path = folder.log;
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  const log = await open(path, "a", 0o600);
  await giveTo(folder, path);
  return { log, logStart: (await log.stat()).size };
}
