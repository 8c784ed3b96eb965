/**
 * How fast a large installation is backed up and restored, and how much memory the program needs for it, whatever its
 * size. Prints a table; asserts nothing. Needs about three times the size on the disk of temporary files.
 *
 *   npm run bench -- backup [gigabytes, default 1]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/kit/config/package-root.ts";
import { silentLog } from "../src/kit/log/log.ts";
import { startEmbedded } from "../src/kit/sql/embedded/launch.ts";
import { migrate } from "../src/kit/sql/migrate.ts";
import type { Database } from "../src/kit/sql/database.ts";
import { openDatabase } from "../src/kit/sql/pool.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";

const MEGABYTE = 1_000_000;
/** Rows of one statement, and the approximate size of a row. */
const ROWS = 100_000;
const ROW_BYTES = 1_000;
const LOOK_MS = 50;

const gigabytes = Number(process.argv[2] ?? "1");
const folder = await temporaryFolder("tripod-bench-");
const data = join(folder.path, "data");
const file = join(folder.path, "backup.tar");
const load = loadavg().map((each) => each.toFixed(1));
say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load.join(" ")}`);
try {
  await fill();
  const made = await runProgram(data, "backup", file);
  report("backup", made);
  say(`${"the file".padEnd(40)} ${((await stat(file)).size / MEGABYTE).toFixed(0)} MB`);
  report("verify", await runProgram(data, "backup", "--verify", file));
  report("restore", await runProgram(join(folder.path, "restored"), "restore", file));
} finally {
  await folder.remove();
}

/** Rows as audit trails have them: text that is compressed by half. */
async function fill(): Promise<void> {
  const server = await startEmbedded({ dataDir: data, log: silentLog() });
  try {
    const rooms = ["kit", "registry", "players", "trading"].map((room) => ({
      room,
      folder: join(packageRoot(), "migrations", room),
    }));
    await migrate(server.connection, rooms, { log: silentLog() });
    const db = openDatabase({ connection: server.connection, statementTimeoutMs: 0 });
    for (let rows = 0; rows * ROW_BYTES < gigabytes * 1_000 * MEGABYTE; rows += ROWS) await insertRows(db, rows);
    await db.close();
  } finally {
    await server.stop();
  }
}

async function insertRows(db: Database, from: number): Promise<void> {
  await db.execute({
    name: "bench.fill",
    text: `insert into registry.audit (at, action, server_name, version, actor_method, actor_subject, request_id, detail)
      select now(), 'publish', 'com.example/s' || n % 1000, '1.0.0', 'none', 'anybody', md5(n::text),
        jsonb_build_object('text', (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 27) m))
      from generate_series($1::bigint, $1::bigint + ${ROWS - 1}) n`,
    values: [from],
  });
}

interface Measured {
  readonly seconds: number;
  /** The most memory that the process ever had, in megabytes. */
  readonly memory: number;
}

async function runProgram(dataDir: string, ...args: readonly string[]): Promise<Measured> {
  const began = performance.now();
  const env = { PATH: process.env["PATH"] ?? "", TRIPOD_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(packageRoot(), "bin", "tripod.js"), ...args], { env, cwd: folder.path });
  let memory = 0;
  const look = setInterval(() => {
    void memoryOf(child.pid ?? 0).then((now) => (memory = Math.max(memory, now)));
  }, LOOK_MS);
  child.stderr.pipe(process.stderr);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1_000, memory };
}

/** From the kernel of Linux; 0 elsewhere. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_000;
}

function report(what: string, { seconds, memory }: Measured): void {
  const rate = ((gigabytes * 1_000) / seconds).toFixed(0);
  say(`${what.padEnd(40)} ${seconds.toFixed(1)} s, ${rate} MB/s, at most ${memory.toFixed(0)} MB of memory`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
