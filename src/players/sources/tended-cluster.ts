/**
 * The cluster that this process reads, according to the file. The file is checked every few seconds, so that a server
 * that was added, by hand, by a command or over HTTP, is read without a restart. A file with problems changes nothing.
 */
import { stat } from "node:fs/promises";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import type { Cluster } from "../cluster/index.ts";
import type { ClusterStatus } from "./cluster-status.ts";
import type { ClusterRun } from "./run-cluster.ts";

export interface TendedClusterOptions {
  readonly file: string;
  /** The cluster of the file; undefined without a file. Throws for one with problems. */
  readonly load: () => Cluster | undefined;
  readonly run: (cluster: Cluster) => ClusterRun;
  /** Called before the first server is read. */
  readonly beforeFirst: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Soon enough for an operator who waits, and one look at a file is nothing. */
const LOOK_MS = 5 * SECOND_MS;

export class TendedCluster {
  readonly #options: TendedClusterOptions;
  readonly #stopping = new AbortController();
  #cluster: Cluster | undefined;
  #run: ClusterRun | undefined;
  /** Of the file as it was last read, well or not. */
  #stamp: string | undefined;
  /** Why the file cannot be read, as it was logged. It may be for another reason than its text, such as rights. */
  #problem: string | undefined;
  #isFollowing = false;
  #working: Promise<void> = Promise.resolve();

  constructor(options: TendedClusterOptions) {
    this.#options = options;
  }

  /** Reads the servers of the file, and follows it. @throws for a file with problems */
  async start(): Promise<void> {
    const { file, load, clock, log } = this.#options;
    this.#stamp = await stampOf(file);
    const cluster = load();
    if (cluster && cluster.servers.length > 0) await this.#change(cluster);
    else log.info({ file }, "no cluster is configured: see tripod players add-server --help");
    this.#isFollowing = true;
    clock.every(LOOK_MS, () => this.#look(), this.#stopping.signal);
  }

  /** Reads a cluster of no file, until `stop`. */
  async startInvented(cluster: Cluster): Promise<void> {
    await this.#change(cluster);
  }

  /** The present cluster; undefined before the first server. */
  current(): Cluster | undefined {
    return this.#cluster;
  }

  status(): ClusterStatus {
    return this.#run?.status() ?? { servers: [] };
  }

  /** Looks at the file at once. A failure to follow it is in the log, and is tried again. */
  async reload(): Promise<void> {
    if (this.#isFollowing && !this.#stopping.signal.aborted) await this.#look();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#working;
    await this.#run?.stop();
  }

  /** One after the other: a run ends before the next one begins. */
  #look(): Promise<void> {
    this.#working = this.#working.then(() => this.#follow());
    return this.#working;
  }

  async #follow(): Promise<void> {
    const { file, load, log } = this.#options;
    const stamp = await stampOf(file);
    const isAsItWas = stamp === this.#stamp && this.#problem === undefined;
    if (stamp === undefined || isAsItWas || this.#stopping.signal.aborted) return;
    this.#stamp = stamp;
    let cluster: Cluster | undefined;
    try {
      cluster = load();
      this.#problem = undefined;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== this.#problem) {
        log.warn(
          { file, err: error },
          "the changed file of the cluster has problems, and is passed over until it is mended",
        );
      }
      this.#problem = problem;
      return;
    }
    if (!cluster || JSON.stringify(cluster) === JSON.stringify(this.#cluster)) return;
    if (cluster.servers.length === 0 && !this.#run) return;
    try {
      await this.#change(cluster);
      log.info({ file, servers: cluster.servers.length }, "the cluster is read as its changed file says");
    } catch (error) {
      // Looked at again in a moment, as if it had just been changed.
      this.#stamp = undefined;
      log.warn({ file, err: error }, "the changed file of the cluster could not be followed; the program keeps trying");
    }
  }

  async #change(cluster: Cluster): Promise<void> {
    if (!this.#cluster && cluster.isInvented !== true) await this.#options.beforeFirst();
    const before = this.#run;
    this.#run = undefined;
    this.#cluster = undefined;
    await before?.stop();
    const run = this.#options.run(cluster);
    this.#run = run;
    await run.start();
    this.#cluster = cluster;
  }
}

/** The identity of a file's state; undefined without a file. It is replaced as a whole, so its number changes. */
async function stampOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.dev, found.ino, found.size, found.mtimeNs].join(" ");
}
