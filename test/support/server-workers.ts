/** Processes that work, as far as they look for rented servers. */
import { acquireLease } from "../../src/kit/sql/lease.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { toMillis, type Instant } from "../../src/kit/time/instant.ts";
import { claimServers } from "../../src/trading/engine/sql/run-servers.ts";
import { WORKER_LEASE, type RunWorker } from "../../src/trading/engine/store-runs.ts";

export function serverWorkers(db: Database) {
  const workers = new Map<string, RunWorker>();
  return {
    /** Lets one look for servers of a region. It holds its lease until it dies. */
    async claim(region: string, at: Instant, name = "worker"): Promise<void> {
      const lease = `${WORKER_LEASE}${name}`;
      const held = workers.has(name) ? undefined : await acquireLease(db, { name: lease, owner: name, ttlMs: 600_000 });
      const worker = workers.get(name) ?? { lease, fence: held?.fence ?? 0 };
      workers.set(name, worker);
      await claimServers(db, worker, [region], toMillis(at));
    },
    async die(name: string): Promise<void> {
      workers.delete(name);
      await db.execute({
        name: "test.endLease",
        text: "update kit.leases set expires_at = 'epoch' where name = $1",
        values: [`${WORKER_LEASE}${name}`],
      });
    },
  };
}
