/**
 * The engine that reads and writes the tape's Parquet files: DuckDB, inside this process, without a database of its
 * own. It is opened when it is first needed, with bounded memory and threads. It loads only the built-in extensions,
 * and is locked: its queries can neither change that nor reach files outside the given folders.
 */
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import PQueue from "p-queue";
import { invariant } from "../../../kit/errors/invariant.ts";
import { tapeErrors } from "../errors.ts";

export interface EngineOptions {
  /** Absolute; these and all below may be read and written. Two nested ones are one too many, and do no harm. */
  readonly folders: readonly string[];
  /** Where it puts what does not fit into memory. */
  readonly spillFolder: string;
  readonly memoryMegabytes: number;
  readonly threads: number;
}

/**
 * Concurrency: one flush, one piece of maintenance, and two readers, each on its own connection, so that none waits
 * for one of another kind.
 */
const READERS = 2;
/** Readers that wait; more are refused. */
const MAX_WAITING = 64;

export class Engine {
  readonly #options: EngineOptions;
  readonly #flushes = new PQueue({ concurrency: 1 });
  readonly #maintenance = new PQueue({ concurrency: 1 });
  readonly #reads = new PQueue({ concurrency: READERS });
  readonly #idle: DuckDBConnection[] = [];
  #instance: Promise<DuckDBInstance> | undefined;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** For each thing that it does. */
  get threads(): number {
    return this.#options.threads;
  }

  flush<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#flushes.add(() => this.#with(work));
  }

  maintain<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#maintenance.add(() => this.#with(work));
  }

  /** Fails with `tapeErrors.busy` when too many wait already. */
  async read<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    if (this.#reads.size >= MAX_WAITING) throw tapeErrors.busy();
    return this.#reads.add(() => this.#with(work));
  }

  /** Waits for what runs, and frees everything. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#flushes.onIdle(), this.#maintenance.onIdle(), this.#reads.onIdle()]);
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    (await this.#instance)?.closeSync();
    this.#instance = undefined;
  }

  async #with<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    const connection = this.#idle.pop() ?? (await this.#connect());
    try {
      return await work(connection);
    } finally {
      this.#idle.push(connection);
    }
  }

  async #connect(): Promise<DuckDBConnection> {
    invariant(!this.#isClosed, "the tape is open");
    this.#instance ??= open(this.#options);
    try {
      return await (await this.#instance).connect();
    } catch (error) {
      this.#instance = undefined;
      throw error;
    }
  }
}

async function open({ folders, spillFolder, memoryMegabytes, threads }: EngineOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(":memory:", {
    threads: String(threads),
    memory_limit: `${memoryMegabytes}MB`,
    temp_directory: spillFolder,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_persistent_secrets: "false",
    preserve_insertion_order: "true",
  });
  const connection = await instance.connect();
  // The only statement with texts in it: a setting takes no parameters. They are folders that the operator has named.
  await connection.run(`set allowed_directories = [${[...folders, spillFolder].map(quoted).join(", ")}]`);
  await connection.run("set enable_external_access = false");
  await connection.run("set lock_configuration = true");
  connection.closeSync();
  return instance;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
