/** Connections for a library that asks PostgreSQL itself: the queue of jobs. They have none of our formats and limits. */
import { Pool } from "pg";

/**
 * Opens a pool at a URL. The caller ends it. A connection that breaks never ends the process, also while the pool is being
 * ended: the library's own pools are left without a listener then, and a server that stops in that moment says so on them.
 */
export function openWorkerPool(connectionString: string, maxConnections: number): Pool {
  const pool = new Pool({ connectionString, max: maxConnections });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  return pool;
}
