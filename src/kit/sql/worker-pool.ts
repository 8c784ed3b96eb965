/** Connections for a library that asks PostgreSQL itself: the queue of jobs. They have none of our formats. */
import { Pool, type PoolClient } from "pg";
import { CONNECT_TIMEOUT_MS } from "./connection.ts";

export interface WorkerPoolOptions {
  readonly maxConnections: number;
  /** A statement without an answer for this long ends its connection. Default: each is waited for, however long. */
  readonly silenceMs?: number;
}

/**
 * Opens a pool at a URL. The caller ends it. A broken connection never ends the process, not even while the pool is
 * closing. The library's own pools have no listener then, and a server that stops at that moment emits an error on
 * them.
 */
export function openWorkerPool(connectionString: string, { maxConnections, silenceMs }: WorkerPoolOptions): Pool {
  const connectionTimeoutMillis = Math.min(CONNECT_TIMEOUT_MS, silenceMs ?? CONNECT_TIMEOUT_MS);
  const pool = new Pool({ connectionString, max: maxConnections, connectionTimeoutMillis, keepAlive: true });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (silenceMs !== undefined) endWhenSilent(client, silenceMs);
  });
  return pool;
}

type Ask = (...given: unknown[]) => unknown;

/**
 * A machine that went away, or a firewall that has forgotten a connection, says nothing: the library would wait for as
 * long as the system does, and give the connection back as a good one. As a broken one it is noticed, and replaced.
 */
function endWhenSilent(client: PoolClient, silenceMs: number): void {
  const ask = client.query.bind(client) as Ask;
  const watched: Ask = (...given) => {
    const answer = ask(...given);
    if (!(answer instanceof Promise)) return answer;
    const timer = setTimeout(() => {
      client.connection.stream.destroy(new Error(`PostgreSQL did not answer within ${silenceMs} ms`));
    }, silenceMs);
    const clear = (): void => clearTimeout(timer);
    answer.then(clear, clear);
    return answer;
  };
  Object.assign(client, { query: watched });
}
