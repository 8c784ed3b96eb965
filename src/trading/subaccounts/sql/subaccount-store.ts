/** The sub-accounts area on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { SubaccountStore } from "../store.ts";
import {
  countBroadcasts,
  countReceivedBroadcasts,
  editBroadcast,
  listBroadcasts,
  listReceivedBroadcasts,
  markBroadcastsRead,
  removeBroadcast,
  sendBroadcast,
} from "./broadcasts.ts";
import { countSubaccountAccesses, isSubaccountOf, listSubaccountAccesses } from "./subaccount-accesses.ts";
import { createSubaccount, editSubaccount, listSubaccounts, removeSubaccount } from "./subaccounts.ts";

export function subaccountStore(db: Database): SubaccountStore {
  return {
    create: (doing, subaccount, maximum) => db.transaction((tx) => createSubaccount(tx, doing, subaccount, maximum)),
    edit: (doing, uid, change) => db.transaction((tx) => editSubaccount(tx, doing, uid, change)),
    remove: (doing, uid) => db.transaction((tx) => removeSubaccount(tx, doing, uid)),
    list: (ownerUid) => listSubaccounts(db, ownerUid),
    accesses: (ownerUid, uid, page) =>
      db.snapshot(async (tx) => {
        if (uid !== undefined && !(await isSubaccountOf(tx, ownerUid, uid))) return undefined;
        const entries = await listSubaccountAccesses(tx, ownerUid, uid, page);
        return { entries, total: await countSubaccountAccesses(tx, ownerUid, uid) };
      }),
    broadcast: (doing, text, maximum) => db.transaction((tx) => sendBroadcast(tx, doing, text, maximum)),
    editBroadcast: (doing, id, text) => db.transaction((tx) => editBroadcast(tx, doing, id, text)),
    removeBroadcast: (doing, id) => db.transaction((tx) => removeBroadcast(tx, doing, id)),
    listBroadcasts: (ownerUid, page) =>
      db.snapshot(async (tx) => ({
        entries: await listBroadcasts(tx, ownerUid, page),
        total: await countBroadcasts(tx, ownerUid),
      })),
    readBroadcasts: (uid, page, at) =>
      db.transaction(async (tx) => {
        const entries = await listReceivedBroadcasts(tx, uid, page);
        await markBroadcastsRead(
          tx,
          uid,
          entries.filter(({ wasRead }) => !wasRead),
          at,
        );
        return { entries, total: await countReceivedBroadcasts(tx, uid) };
      }),
  };
}
