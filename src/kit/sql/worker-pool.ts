/** Connections for a library that asks PostgreSQL itself: the queue of jobs. They have none of our formats and limits. */
import { Pool } from "pg";

/**
 * Opens a pool at a URL. The caller ends it. A broken connection never ends the process, not even while the pool is
 * closing. The library's own pools have no listener then, and a server that stops at that moment emits an error on
 * them.
 */
export function openWorkerPool(connectionString: string, maxConnections: number): Pool {
  const pool = new Pool({ connectionString, max: maxConnections });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  return pool;
}
