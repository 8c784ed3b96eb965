/**
 * Two PostgreSQL servers, of which the second is a standby by streaming replication, behind one address. The first can be
 * made to die at a moment when the second lacks what was committed last. Linux only.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Client } from "pg";
import { connectOnce } from "../../src/kit/sql/connection.ts";
import { findBinaries, type Binaries } from "../../src/kit/sql/embedded/binaries.ts";
import { ensureCluster, giveTo, readPassword } from "../../src/kit/sql/embedded/cluster.ts";
import { prepareFolder, type ServerFolder } from "../../src/kit/sql/embedded/folder.ts";
import { connectionTo, findPostmaster, shutDown } from "../../src/kit/sql/embedded/postmaster.ts";
import { spawnServer } from "../../src/kit/sql/embedded/server.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { postgresProcesses } from "./postgres-processes.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { PATIENCE_MS } from "./wait-until.ts";

const run = promisify(execFile);

/** A kill of processes, and not of the machine, is what is tried here. */
const SETTINGS = { fsync: "off" };

const POLL_MS = 20;

class PairedServer {
  readonly folder: ServerFolder;
  readonly #binaries: Binaries;
  readonly #dataDir: string;
  readonly #remove: () => Promise<void>;

  private constructor(folder: ServerFolder, binaries: Binaries, dataDir: string, remove: () => Promise<void>) {
    this.folder = folder;
    this.#binaries = binaries;
    this.#dataDir = dataDir;
    this.#remove = remove;
  }

  static async inTemporaryFolder(): Promise<PairedServer> {
    const temporary = await temporaryFolder("tripod-failover-");
    const folder = await prepareFolder(temporary.path);
    const binaries = await findBinaries(folder.binaries, folder.account);
    return new PairedServer(folder, binaries, temporary.path, temporary.remove);
  }

  makeCluster(): Promise<void> {
    return ensureCluster(this.folder, this.#binaries, { random: systemRandom(), durable: false });
  }

  async start(): Promise<void> {
    const child = await spawnServer(this.folder, this.#binaries, SETTINGS);
    while ((await findPostmaster(this.folder.cluster))?.ready !== true) {
      if (child.ended !== undefined) throw new Error(`the server ended: ${await child.logTail()}`);
      await delay(POLL_MS);
    }
  }

  stop(): Promise<void> {
    return shutDown(this.folder, this.#binaries);
  }

  async kill(): Promise<void> {
    for (const pid of await postgresProcesses(this.#dataDir)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended with the one before.
      }
    }
    while ((await postgresProcesses(this.#dataDir)).length > 0) await delay(POLL_MS);
  }

  async remove(): Promise<void> {
    await this.kill();
    await this.#remove();
  }

  get socket(): string {
    return join(this.folder.run, ".s.PGSQL.5432");
  }

  /** Asks it over a connection of its own, whichever server the pair's address leads to. */
  async ask<Row extends object>(text: string, database = "tripod"): Promise<Row[]> {
    const client = await this.#connect(database);
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async #connect(database: string): Promise<Client> {
    const postmaster = await findPostmaster(this.folder.cluster);
    if (!postmaster) throw new Error("the server does not run");
    return connectOnce(
      connectionTo(postmaster, await readPassword(this.folder), database),
      "test support",
      PATIENCE_MS,
    );
  }
}

export class FailoverPair {
  readonly first: PairedServer;
  readonly second: PairedServer;
  readonly #password: string;
  readonly #front: Server;
  readonly #open = new Set<Socket>();
  #target: PairedServer;

  private constructor(first: PairedServer, second: PairedServer, password: string) {
    [this.first, this.second] = [first, second];
    this.#password = password;
    this.#target = first;
    this.#front = createServer((socket) => this.#lead(socket));
  }

  /** Starts both, with an empty database. */
  static async start(): Promise<FailoverPair> {
    const first = await PairedServer.inTemporaryFolder();
    const second = await PairedServer.inTemporaryFolder();
    await first.makeCluster();
    const password = await readPassword(first.folder);
    await first.start();
    await first.ask("create database tripod", "postgres");
    // A copy of the files of a server that is at rest is what pg_basebackup would make.
    await first.stop();
    await run("cp", ["-a", first.folder.cluster, second.folder.cluster]);
    const from = `host=${first.folder.run} port=5432 user=tripod password=${password}`;
    await writeFile(join(second.folder.cluster, "postgresql.auto.conf"), `primary_conninfo = '${from}'\n`);
    await writeFile(join(second.folder.cluster, "standby.signal"), "");
    await giveTo(second.folder, join(second.folder.cluster, "standby.signal"));
    await Promise.all([first.start(), second.start()]);
    const pair = new FailoverPair(first, second, password);
    pair.#front.listen(0, "127.0.0.1");
    await once(pair.#front, "listening");
    return pair;
  }

  /** The address that leads to the primary, before and after. */
  get url(): string {
    const { port } = this.#front.address() as AddressInfo;
    return `postgres://tripod:${this.#password}@127.0.0.1:${port}/tripod`;
  }

  /** Waits until the standby has everything, and lets it have no more. */
  async cutOff(): Promise<void> {
    const [end] = await this.first.ask<{ lsn: string }>("select pg_current_wal_lsn()::text as lsn");
    await this.#until(`select pg_last_wal_replay_lsn() >= '${end?.lsn ?? ""}'::pg_lsn as yes`);
    await this.second.ask("alter system set primary_conninfo = ''");
    await this.second.ask("select pg_reload_conf()");
    await this.#until("select not exists (select from pg_stat_wal_receiver) as yes");
  }

  /** The primary dies, and the address leads nowhere. */
  async crash(): Promise<void> {
    await this.first.kill();
    for (const socket of this.#open) socket.destroy();
  }

  /** The address leads to the standby, which takes no writes yet. */
  leadToStandby(): void {
    this.#target = this.second;
    for (const socket of this.#open) socket.destroy();
  }

  /** The standby becomes the primary as it is, on connections that are open already. */
  async promote(): Promise<void> {
    await this.second.ask("select pg_promote()");
  }

  async remove(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#front.close();
    await Promise.all([this.first.remove(), this.second.remove()]);
    await rm(this.first.folder.root, { recursive: true, force: true });
  }

  #lead(socket: Socket): void {
    const server = connect(this.#target.socket);
    for (const [end, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      this.#open.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        this.#open.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  }

  /** Waits for something of the standby. */
  async #until(question: string): Promise<void> {
    for (;;) {
      const [answer] = await this.second.ask<{ yes: boolean }>(question);
      if (answer?.yes === true) return;
      await delay(POLL_MS);
    }
  }
}
