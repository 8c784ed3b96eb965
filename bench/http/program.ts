/** The program itself as the benchmark runs it, and the benchmark's other processes. */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const SETTINGS = { TRIPOD_ADMIN_PORT: "0", TRIPOD_LOG_FORMAT: "json" };

/** As long as a start may take. */
const START_TIMEOUT_MS = 120_000;

export interface Program {
  readonly pid: number;
  readonly port: number;
  /** From its start to its first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export interface ProgramStart {
  readonly service: string;
  readonly dataDir: string;
  /** Environment variables, by which nothing should be refused for its number. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its answer ends the start. */
  readonly firstPath: string;
  /** Such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
  /** Such as `--demo`. */
  readonly options?: readonly string[];
  /** Hears every line of its log. */
  readonly onLine?: (line: string) => void;
}

export async function startProgram(start: ProgramStart): Promise<Program> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [...(start.nodeOptions ?? []), "bin/tripod.js", "serve", start.service, "--port", "0", ...(start.options ?? [])],
    {
      env: { ...process.env, ...SETTINGS, ...start.settings, TRIPOD_DATA_DIR: start.dataDir },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const port = await portOf(child, start.onLine);
  const first = await fetch(`http://127.0.0.1:${port}${start.firstPath}`);
  await first.arrayBuffer();
  const startMs = performance.now() - began;
  return {
    pid: child.pid ?? 0,
    port,
    startMs,
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function portOf(child: ChildProcess, onLine: (line: string) => void = () => {}): Promise<number> {
  const { stdout } = child;
  if (!stdout) throw new Error("the program has no output");
  const lines = createInterface(stdout);
  const last: string[] = [];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the program does not start")), START_TIMEOUT_MS);
    child.once("exit", () => reject(new Error(`the program ended: ${last.join("\n")}`)));
    // Read to the end: a full pipe would stop the program.
    lines.on("line", (line) => {
      onLine(line);
      if (last.push(line) > 10) last.shift();
      const url = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(line);
      if (!url) return;
      clearTimeout(timer);
      resolve(Number(url[1]));
    });
  });
}

/** Another process, of this same bundle unless another one is given. */
export class Helper {
  readonly #child: ChildProcess;

  constructor(role: string, bundle = process.argv[1] ?? "") {
    this.#child = fork(bundle, [role]);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async ask<Answer>(question: unknown): Promise<Answer> {
    const answered = once(this.#child, "message");
    this.#child.send(question as object);
    const [answer] = (await answered) as [Answer];
    return answer;
  }

  stop(): void {
    this.#child.kill();
  }
}

/** Memory of a process in MB; undefined where the system has no /proc. */
export function residentMb(pid: number): number | undefined {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, "status")) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor time that a process has used so far, in seconds; undefined where the system has no /proc. */
export function processorSeconds(pid: number): number | undefined {
  const text = readProc(pid, "stat");
  // The name in parentheses may hold anything; user and system time follow as numbers 14 and 15, in 1/100 s.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return text === "" ? undefined : (Number(fields[11]) + Number(fields[12])) / 100;
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
