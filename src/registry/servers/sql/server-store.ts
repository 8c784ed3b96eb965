/** The servers area's store on PostgreSQL. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import type { ServerStore } from "../store.ts";
import { deleteEndedAllowances, spendAllowance } from "./allowances.ts";
import { findVersionsOfMany, lockOrCreateServers, writeServers } from "./import-servers.ts";
import {
  findVersions,
  listVersionHeads,
  lockRemotes,
  lockServer,
  lockToPublish,
  countDocumentBytes,
  publishFacts,
  remotesOf,
  takenRemote,
} from "./lock-server.ts";
import { readChanged, readServer, streamServers } from "./read-servers.ts";
import { findHolds, holdStatuses, liftHolds } from "./status-holds.ts";
import { writeServer } from "./write-server.ts";

/**
 * @param origin names this process in the change feed.
 * @param enqueueDelivery makes a webhook delivery a job of the same transaction.
 */
export function serverStore(
  db: Database,
  origin: string,
  enqueueDelivery: (tx: Transaction, deliveryId: number) => Promise<void>,
): ServerStore {
  return {
    inTransaction: (work) =>
      db.transaction((tx) =>
        work({
          assertLease: ({ name, fence }) => assertFence(tx, name, fence),
          lock: (name) => lockServer(tx, name),
          lockToPublish: (name, firstVersion, urls) => lockToPublish(tx, name, firstVersion, urls),
          lockRemotes: (urls) => lockRemotes(tx, urls),
          publishFacts: (name, version, urls) => publishFacts(tx, name, version, urls),
          listVersions: (name) => listVersionHeads(tx, name),
          countDocumentBytes: (name) => countDocumentBytes(tx, name),
          findVersion: async (name, version) => (await findVersions(tx, name, [version]))[0],
          findVersions: (name, versions) => findVersions(tx, name, versions),
          takenRemote: (name, urls) => takenRemote(tx, name, urls),
          remotesOf: (name, versions) => remotesOf(tx, name, versions),
          spendAllowance: (use) => spendAllowance(tx, use),
          async write(write) {
            const { change, deliveries } = await writeServer(tx, origin, write);
            for (const id of deliveries) await enqueueDelivery(tx, id);
            return change;
          },
          lockOrCreateAll: (servers) => lockOrCreateServers(tx, servers),
          findAll: (wanted) => findVersionsOfMany(tx, wanted),
          hold: (holds) => holdStatuses(tx, holds),
          liftHolds: (name, versions) => liftHolds(tx, name, versions),
          findHolds: (wanted) => findHolds(tx, wanted),
          writeAll: (writes) => writeServers(tx, origin, writes),
        }),
      ),
    deleteEndedAllowances: (now, limit) => deleteEndedAllowances(db, now, limit),
    readServer: (name) => readServer(db, name),
    streamServers: () => streamServers(db),
    readChanged: (changed) => readChanged(db, changed),
  };
}
