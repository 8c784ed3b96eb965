/** Billing on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { BillingStore, ServerUses } from "../store.ts";
import { changePackage } from "./change-subscription.ts";
import { buyDrivetime, readDrivetime } from "./drivetime.ts";
import { listInvoices, makeMonthInvoices } from "./invoices.ts";
import { stopExpiredServers } from "./expired-servers.ts";
import { listHistory } from "./list-history.ts";
import { confirmQuote, quoteSetting } from "./quotes.ts";
import { renew } from "./renew.ts";
import { findServer, listServers, rentServer, stopServer } from "./servers.ts";
import { findSubscription, listDueSubscriptions } from "./subscriptions.ts";
import { payReferralShares } from "./referral-shares.ts";

const NO_USES: ServerUses = { activeStrategies: async () => [], openOrders: async () => [], activeStates: [] };

/** @param uses none where nothing runs on servers */
export function billingStore(db: Database, uses: ServerUses = NO_USES): BillingStore {
  return {
    readSubscription: (ownerUid) => findSubscription(db, ownerUid),
    changePackage: (change, baseId) => db.transaction((tx) => changePackage(tx, change, baseId)),
    quoteSetting: (change, setting, value) => db.transaction((tx) => quoteSetting(tx, change, setting, value)),
    confirmQuote: (change, quoteId) => db.transaction((tx) => confirmQuote(tx, change, quoteId)),
    listInvoices: (ownerUid, page) => db.snapshot((tx) => listInvoices(tx, ownerUid, page)),
    listHistory: (ownerUid, page) => db.snapshot((tx) => listHistory(tx, ownerUid, page)),
    readDrivetime: (ownerUid, at) => readDrivetime(db, ownerUid, at),
    buyDrivetime: (change, option) => db.transaction((tx) => buyDrivetime(tx, change, option)),
    listServers: (view, page) => db.snapshot((tx) => listServers(tx, view, page)),
    findServer: (view, id) => findServer(db, view, id),
    rentServer: (rent) => db.transaction((tx) => rentServer(tx, rent)),
    stopServer: (change, type, id) => db.transaction((tx) => stopServer(tx, change, { type, id }, uses)),
    payReferralShares: (percent, since) => payReferralShares(db, percent, since),
    makeInvoices: (period, at) => db.transaction((tx) => makeMonthInvoices(tx, period, at)),
    listDue: (at, after) => listDueSubscriptions(db, at, after),
    renew: (ownerUid, at) => db.transaction((tx) => renew(tx, ownerUid, at)),
    stopExpiredServers: (at) => stopExpiredServers(db, at, uses),
  };
}
