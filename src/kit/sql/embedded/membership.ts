/**
 * The users of the server: each process that uses it holds a shared advisory lock in its own session, which carries
 * the process's number. PostgreSQL drops the lock when the process has ended, however it ended.
 */
import { hostname } from "node:os";
import type { Client } from "pg";
import { connectOnce, type Connection } from "../connection.ts";
import { startMark } from "./processes.ts";

/** Any number does that no other lock in the database `postgres` has; this one is "tripod" in ASCII. */
const MEMBERS_LOCK = "128034744069988";

export class Membership {
  readonly #client: Client;
  /** Resolves when the session is over, because we left it or because the server went away. */
  readonly ended: Promise<void>;

  constructor(client: Client) {
    this.#client = client;
    this.ended = new Promise((resolve) => {
      client.once("end", resolve);
    });
  }

  /**
   * How many others use the server. PostgreSQL takes a moment to notice that a process was killed, so those of this
   * machine are looked at, too.
   */
  async countOthers(): Promise<number> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and pid <> pg_backend_pid()
         and (classid::int8 << 32 | objid::int8) = ${MEMBERS_LOCK}`,
    );
    const present = await Promise.all(rows.map(({ name }) => isPresent(name)));
    return present.filter(Boolean).length;
  }

  async ensureDatabase(name: string): Promise<void> {
    const found = await this.#client.query("select from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await this.#client.query(`create database ${this.#client.escapeIdentifier(name)}`);
  }

  async leave(): Promise<void> {
    await this.#client.end();
  }
}

/**
 * Becomes a user of the server behind `connection`, which names the database `postgres`.
 *
 * @throws Error when it does not answer within a second or two, or does not serve the folder `cluster`.
 */
export async function join(connection: Connection, cluster: string): Promise<Membership> {
  const client = await connectOnce(connection, sessionName(process.pid), 2_000);
  try {
    const { rows } = await client.query<{ served: string }>("select current_setting('data_directory') as served");
    if (rows[0]?.served !== cluster) throw new Error("the server that answers has another data folder");
    await client.query(`set idle_session_timeout to 0; select pg_advisory_lock_shared(${MEMBERS_LOCK})`);
    return new Membership(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

function sessionName(pid: number): string {
  return `tripod ${pid} ${hostname()}`.slice(0, 63);
}

async function isPresent(session: string): Promise<boolean> {
  const pid = Number(session.split(" ")[1]);
  return session !== sessionName(pid) || (await startMark(pid)) !== undefined;
}
