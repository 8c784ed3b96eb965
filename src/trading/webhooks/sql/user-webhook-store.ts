/** Users' webhooks on PostgreSQL. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import type { Database } from "../../../kit/sql/database.ts";
import type { UserWebhookStore } from "../store.ts";
import { countUserDeliveries, listUserDeliveries, redeliver } from "./user-deliveries.ts";
import {
  countWebhooks,
  createWebhook,
  deleteWebhook,
  editWebhook,
  findWebhook,
  listWebhooks,
} from "./user-webhooks.ts";

export function userWebhookStore(db: Database, sealer: Pick<Sealer, "seal">): UserWebhookStore {
  return {
    create: (doing, webhook, maximum) => db.transaction((tx) => createWebhook(tx, sealer, doing, webhook, maximum)),
    list: (view, page) =>
      db.snapshot(async (tx) => ({
        webhooks: await listWebhooks(tx, view, page),
        total: await countWebhooks(tx, view),
      })),
    find: (view, id) => findWebhook(db, view, id),
    edit: (doing, id, change) => db.transaction((tx) => editWebhook(tx, doing, id, change)),
    delete: (doing, id) => db.transaction((tx) => deleteWebhook(tx, doing, id)),
    listDeliveries: (viewer, filter, page) =>
      db.snapshot(async (tx) => ({
        deliveries: await listUserDeliveries(tx, viewer, filter, page),
        total: await countUserDeliveries(tx, viewer, filter),
      })),
    redeliver: (viewer, id, at) => db.transaction((tx) => redeliver(tx, viewer, id, at)),
  };
}
