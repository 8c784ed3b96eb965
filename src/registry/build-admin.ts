/** The views and changes of admins over HTTP, together with the rows of the audit trail. */
import type { Platform } from "../kit/platform.ts";
import type { Transaction } from "../kit/sql/database.ts";
import { webhookStore, type WebhookDatabase } from "../kit/webhooks/sql/webhook-store.ts";
import type { AuditDeps, Change } from "./audit/index.ts";
import { auditStore, recordAudit } from "./audit/sql/audit-store.ts";
import { tokenStore } from "./tokens/sql/token-store.ts";
import { registryWebhooks, type AdminWebhookDeps } from "./webhooks/index.ts";

/** @param enqueue makes a delivery a job of the same transaction. */
export function adminDeps(
  platform: Platform,
  enqueue: (tx: Transaction, deliveryId: number) => Promise<void>,
): AuditDeps & AdminWebhookDeps {
  const { db, clock, ids, random, sealer, allowPrivateOutbound } = platform;
  const change: Change = (by, work) =>
    db.transaction((tx) => {
      // A store that begins a transaction of its own does so as a part of this one.
      const within: WebhookDatabase = {
        query: (statement) => tx.query(statement),
        execute: (statement) => tx.execute(statement),
        transaction: (part) => part(tx),
      };
      return work({
        tokens: tokenStore(within),
        webhooks: webhookStore(within, registryWebhooks, enqueue),
        record: (entry) => recordAudit(tx, by, entry, clock.now()),
      });
    });
  return {
    audit: auditStore(db),
    change,
    webhooks: webhookStore(db, registryWebhooks, enqueue),
    webhookDeps: { sealer, clock, ids, random, allowPrivateOutbound },
  };
}
