/**
 * The lookup of players as it is served: the service on a real PostgreSQL, reading a simulated cluster, asked over HTTP.
 * Its time is the cluster's. It can be killed and started again, on the same database.
 */
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { systemIds } from "../../src/kit/ids/ids.ts";
import { silentLog, type Log } from "../../src/kit/log/log.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { buildPlayers } from "../../src/players/build.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../src/players/directory/index.ts";
import { createKey } from "../../src/players/keys/index.ts";
import { keyStore } from "../../src/players/keys/sql/key-store.ts";
import { sessionOfRow, type StoredSession } from "../../src/players/presence/sql/read-sessions.ts";
import { sessionFaults } from "../../src/players/presence/store.naive.ts";
import type { ClusterRun } from "../../src/players/sources/index.ts";
import type { ArkCluster } from "./ark-cluster.ts";
import { countedDatabase, type CountedDatabase } from "./counted-database.ts";
import { LeapingClock } from "./leaping-clock.ts";
import type { LifeSubject } from "./life-view.ts";
import { playersConfig } from "./players-world.ts";
import { servedView } from "./served-view.ts";
import { testPlatform } from "./test-platform.ts";
import { PATIENCE_MS } from "./wait-until.ts";

/**
 * Leases are renewed by the process's clock and run out by the database's, which does not leap: this is more real time
 * than passes between two renewals. A killed process's leases are released by hand.
 */
const LEASE_MS = 120_000;

/**
 * This many turns of the event loop without anything in progress are rest: an answer from a socket takes one or two.
 */
const TURNS_AT_REST = 16;

/** Longer than the tries for leases, and the first polls, are spread over. */
const STARTING_MS = 120_000;

interface Process {
  readonly url: string;
  readonly node: string;
  readonly clock: LeapingClock;
  readonly db: CountedDatabase;
  readonly run: ClusterRun;
  caughtUp(): Promise<void>;
  /** The work left once it has no database any more. */
  bury(): Promise<void>;
}

export interface ServedLookupOptions {
  readonly ark: ArkCluster;
  /** Of a database with every migration, and no players. */
  readonly connection: Connection;
  /** How far time leaps; see `LeapingClock`. */
  readonly leapMs: number;
}

export class ServedLookup implements LifeSubject {
  readonly view = servedView(() => ({ url: this.#running().url, key: this.#key }));
  /** The complaints of processes while they lived. */
  readonly complaints: { readonly level: "warn" | "error"; readonly message: string; readonly err: unknown }[] = [];
  readonly #options: ServedLookupOptions;
  /** Not a process's: to look at what is stored, and to kill. */
  readonly #database: Database;
  #process: Process | undefined;
  #key = "";

  constructor(options: ServedLookupOptions) {
    this.#options = options;
    this.#database = openDatabase({ connection: options.connection, applicationName: "life" });
  }

  async start(): Promise<void> {
    if (this.#key === "") this.#key = await this.#makeKey();
    const started = await this.#startProcess();
    this.#process = started;
    await started.run.start();
    for (let passedMs = 0; !hasBegun(started.run); passedMs += 1_000) {
      if (passedMs > STARTING_MS) throw new Error(`it does not begin: ${JSON.stringify(started.run.status())}`);
      await this.#let(started, 1_000);
    }
    await started.caughtUp();
  }

  /** It dies in the midst of work: everybody is woken, and has a moment to begin something. */
  async kill(): Promise<void> {
    const victim = this.#process;
    if (!victim) return;
    this.#process = undefined;
    victim.clock.startle();
    for (let turns = this.#options.ark.dice.between(0, 30); turns > 0; turns--) await nextTurn();
    victim.clock.stop();
    victim.db.refuse();
    const closed = victim.db.close();
    await this.#disconnect(victim.node);
    await closed;
    await victim.bury();
    await this.#database.execute({
      name: "test.endLeases",
      text: "update kit.leases set expires_at = clock_timestamp() where owner = $1 and expires_at > clock_timestamp()",
      values: [victim.node],
    });
  }

  async pass(ms: number): Promise<void> {
    const live = this.#process;
    if (!live) {
      await this.#options.ark.clock.advance(ms);
      return;
    }
    await this.#let(live, ms);
    await live.caughtUp();
  }

  /** The broken rules of the stored sessions, and of their events. */
  async faults(): Promise<string[]> {
    const rows = await this.#database.query<StoredSession>({
      name: "test.allSessions",
      text: "select platform_id, server, name, started_at, last_seen, ended_at from players.sessions",
    });
    const told = await this.#database.query<{ payload: string }>({
      name: "test.allChanges",
      text: "select payload from kit.outbox where topic = $1 order by seq",
      values: [PLAYERS_TOPIC],
    });
    const transitions = told.flatMap(({ payload }) => (JSON.parse(payload) as AnnouncedChange).transitions ?? []);
    return sessionFaults(rows.map(sessionOfRow), transitions);
  }

  /** Nothing of it is left but what it stored. */
  async close(): Promise<void> {
    await this.kill();
    await this.#database.close();
  }

  #running(): Process {
    if (!this.#process) throw new Error("the lookup does not run");
    return this.#process;
  }

  async #startProcess(): Promise<Process> {
    const { ark, connection, leapMs } = this.#options;
    const clock = new LeapingClock(ark.clock, leapMs);
    const platform = testPlatform({ connection, db: this.#database, open: () => this.#database });
    const { node } = platform;
    const db = countedDatabase(openDatabase({ connection, applicationName: node }));
    const log = this.#log(() => this.#process?.node === node);
    const players = buildPlayers({ ...platform, db, clock, log }, playersConfig());
    await players.start();
    const http = await buildHttp({
      services: players.services,
      log: silentLog(),
      requestId: () => systemIds().next("req"),
      checkOutputs: true,
    });
    const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
    const run = players.readFrom(ark.cluster, { leaseMs: LEASE_MS });
    return {
      url,
      node,
      clock,
      db,
      run,
      caughtUp: () => players.deps.model.catchUp(PATIENCE_MS),
      async bury() {
        await Promise.all([http.close(), run.stop()]);
        await players.stop();
      },
    };
  }

  /** Lets time pass for it and the cluster. */
  async #let({ clock, db }: Process, ms: number): Promise<void> {
    await clock.pass(ms, () => atRest(db));
  }

  /** Whatever it is doing, PostgreSQL hears no end of it. */
  async #disconnect(node: string): Promise<void> {
    await this.#database.query({
      name: "test.terminate",
      text: "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = $1",
      values: [node],
    });
  }

  async #makeKey(): Promise<string> {
    const { ark, connection } = this.#options;
    const platform = testPlatform({ connection, db: this.#database, open: () => this.#database });
    const deps = { ...platform, clock: ark.clock, keys: keyStore(this.#database) };
    const limits = { requests: 1_000_000, windowSeconds: 60 };
    return (await createKey(deps, { name: "life", scope: "history", limits, expires: "never" })).key;
  }

  #log(isAlive: () => boolean): Log {
    const take = (level: "warn" | "error") => (fields: Readonly<Record<string, unknown>>, message: string) => {
      if (isAlive()) this.complaints.push({ level, message, err: fields["err"] });
    };
    const log: Log = { ...silentLog(), warn: take("warn"), error: take("error"), child: () => log };
    return log;
  }
}

/** Whether every server is tended, and has been asked and read once. */
function hasBegun(run: ClusterRun): boolean {
  return run.status().servers.every((server) => server.isTended && server.isReachable !== undefined && server.saves);
}

/** Resolves when nothing waits for the database, for files, or for data on its way between two sockets here. */
async function atRest(db: CountedDatabase): Promise<void> {
  for (let turns = 0; turns < TURNS_AT_REST; turns++) {
    if (db.underWay() > 0) {
      await db.rested();
      turns = 0;
    }
    while (usesFiles()) {
      await delay(1);
      turns = 0;
    }
    await nextTurn();
  }
}

function usesFiles(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq") || name === "CloseReq");
}
