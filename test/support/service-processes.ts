/** A service as processes on one data folder with its embedded PostgreSQL: started, killed, and their database read. */
import { startEmbedded } from "../../src/kit/sql/embedded/launch.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { ScriptProcess, type Told } from "./child-process.ts";
import { keptLog } from "./kept-log.ts";
import { postgresProcesses } from "./postgres-processes.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

export interface RunningProcess<Target> {
  readonly process: ScriptProcess;
  /** How to reach it. */
  readonly target: Target;
}

export class ServiceProcesses<Target> {
  readonly #folder: TemporaryFolder;
  readonly #script: string;
  readonly #arguments: readonly string[];
  readonly #targetOf: (ready: Told) => Target;
  #running: RunningProcess<Target>[] = [];

  private constructor(
    folder: TemporaryFolder,
    [script = "", ...args]: readonly string[],
    targetOf: (ready: Told) => Target,
  ) {
    this.#folder = folder;
    this.#script = script;
    this.#arguments = args;
    this.#targetOf = targetOf;
  }

  /**
   * @param command the script that is the service, and its arguments before the data folder.
   * @param targetOf what it tells with `ready`.
   */
  static async inTemporaryFolder<Target>(
    command: readonly string[],
    targetOf: (ready: Told) => Target,
  ): Promise<ServiceProcesses<Target>> {
    return new ServiceProcesses(await temporaryFolder("tripod-processes-"), command, targetOf);
  }

  /** The data folder. */
  get path(): string {
    return this.#folder.path;
  }

  get running(): readonly RunningProcess<Target>[] {
    return this.#running;
  }

  get targets(): readonly Target[] {
    return this.#running.map(({ target }) => target);
  }

  /** Starts as many as are missing. */
  async start(count: number): Promise<void> {
    const missing = Array.from({ length: count - this.#running.length }, async () => {
      const child = new ScriptProcess(this.#script, [...this.#arguments, this.#folder.path]);
      return { process: child, target: this.#targetOf(await child.heard("ready")) };
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

  /** Reads the database, whether or not a process runs. */
  async read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const embedded = await startEmbedded({ dataDir: this.#folder.path, log: keptLog() });
    const db = openDatabase({ connection: embedded.connection });
    try {
      return await work(db);
    } finally {
      await db.close();
      await embedded.stop();
    }
  }

  async remove(): Promise<void> {
    await this.killAll();
    // Ends a server that another process had just restarted.
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
