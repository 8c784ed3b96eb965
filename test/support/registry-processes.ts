/** Registries as processes on one data folder: started, killed, looked at. */
import { startEmbedded } from "../../src/kit/sql/embedded/launch.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { ScriptProcess } from "./child-process.ts";
import { keptLog } from "./kept-log.ts";
import { postgresProcesses } from "./postgres-processes.ts";
import { readStored, servedProblems, storedProblems, type StoredRegistry } from "./registry-twin.ts";
import type { RegistryWriters, Target } from "./registry-writers.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

interface Running {
  readonly process: ScriptProcess;
  readonly target: Target;
}

export class RegistryProcesses {
  readonly #folder: TemporaryFolder;
  readonly #script: string;
  readonly #arguments: readonly string[];
  #running: Running[] = [];

  private constructor(folder: TemporaryFolder, [script = "", ...args]: readonly string[]) {
    this.#folder = folder;
    this.#script = script;
    this.#arguments = args;
  }

  /** @param command the script that is a registry, and its arguments before the data folder. */
  static async inTemporaryFolder(command: readonly string[]): Promise<RegistryProcesses> {
    return new RegistryProcesses(await temporaryFolder("tripod-registry-"), command);
  }

  /** The data folder. */
  get path(): string {
    return this.#folder.path;
  }

  get targets(): readonly Target[] {
    return this.#running.map(({ target }) => target);
  }

  /** Starts as many as are missing. */
  async start(count: number): Promise<void> {
    const missing = Array.from({ length: count - this.#running.length }, async (): Promise<Running> => {
      const child = new ScriptProcess(this.#script, [...this.#arguments, this.#folder.path]);
      const { url, token } = await child.heard("ready");
      return { process: child, target: { url: String(url), token: String(token) } };
    });
    this.#running.push(...(await Promise.all(missing)));
  }

  /** Kills the one at this place, counted before any was killed in the same breath. */
  async kill(place: number): Promise<void> {
    const victim = this.#running[place];
    await victim?.process.kill();
    this.#running = this.#running.filter((each) => each !== victim);
  }

  /** The processes live on, and are to bring it back. */
  async killPostgres(): Promise<void> {
    const [postmaster] = await postgresProcesses(this.#folder.path);
    if (postmaster !== undefined) process.kill(postmaster, "SIGKILL");
  }

  async killAll(): Promise<void> {
    for (const pid of await postgresProcesses(this.#folder.path)) killIfThere(pid);
    await Promise.all(this.#running.splice(0).map((each) => each.process.kill()));
  }

  async stored(): Promise<StoredRegistry> {
    const embedded = await startEmbedded({ dataDir: this.#folder.path, log: keptLog() });
    const db = openDatabase({ connection: embedded.connection });
    try {
      return await readStored(db);
    } finally {
      await db.close();
      await embedded.stop();
    }
  }

  /** What is wrong, in the tables and with what each process serves. */
  async problems(writers: RegistryWriters): Promise<string[]> {
    const stored = await this.stored();
    const served = await Promise.all(this.targets.map(({ url }) => servedProblems(url, stored)));
    return [...storedProblems(stored, writers.asked, writers.acknowledged), ...served.flat()];
  }

  async remove(): Promise<void> {
    await this.killAll();
    // Ends a server that somebody else had just started again.
    await (await startEmbedded({ dataDir: this.#folder.path, log: keptLog() })).stop();
    await this.#folder.remove();
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with the one before.
  }
}
