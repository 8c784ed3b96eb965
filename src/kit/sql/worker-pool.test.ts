import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { connectionUrl } from "../jobs/connection-url.ts";
import { openWorkerPool } from "./worker-pool.ts";

const { db, connection } = await testDatabase({ rooms: [] });

test("a server that ends the connections ends no process, while the pool is open and when it has been ended", async () => {
  const pool = openWorkerPool(connectionUrl(connection), { maxConnections: 2 });
  const pidOf = async (): Promise<number> =>
    (await pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
  const broke = new Promise((resolve) => pool.once("error", resolve));
  const pid = await pidOf();
  await db.query({ name: "test.terminate", text: "select pg_terminate_backend($1)::text", values: [pid] });
  await broke;
  expect(await pidOf()).not.toBe(pid);
  await pool.end();
  // A connection that is being closed sends its messages after its pool was ended.
  expect(pool.emit("error", new Error("terminating connection due to administrator command"))).toBe(true);
});
