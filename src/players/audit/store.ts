/** The trail of what was changed over HTTP, and the transactions that write it. */
import type { Instant } from "../../kit/time/instant.ts";
import type { WebhookStore } from "../../kit/webhooks/store.ts";
import type { KeyOwner, KeyStore } from "../keys/index.ts";
import type { WebhookEvent } from "../webhooks/index.ts";

/** The action, as `<thing>.<verb>`. */
export const AUDIT_ACTIONS = [
  "key.create",
  "key.edit",
  "key.revoke",
  "webhook.create",
  "webhook.edit",
  "webhook.delete",
  "webhook.redeliver",
  "person.erase",
  "person.optOut",
  "server.add",
  "server.edit",
  "server.remove",
] as const;

export interface AuditEntry {
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** An id; of a person the digest that is kept of erased people. 200 characters at most. */
  readonly subject: string;
  /** Without secrets, and without personal data. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The actor of a change, and its request. */
export interface Author {
  readonly actor: Pick<KeyOwner, "id" | "name">;
  readonly requestId: string;
}

export interface AuditRow extends AuditEntry {
  readonly id: number;
  readonly at: Instant;
  readonly keyId: string;
  readonly keyName: string;
  readonly requestId: string;
}

export interface AuditStore {
  /** Newest first; `before` is the id of the last row of the page before. */
  listAudit(page: { readonly limit: number; readonly before?: number | undefined }): Promise<AuditRow[]>;
}

/** The stores that a change may use, bound to its transaction. */
export interface ChangedStores {
  readonly keys: KeyStore;
  readonly webhooks: WebhookStore<WebhookEvent>;
  readonly audit: (entry: AuditEntry) => Promise<void>;
}

/**
 * Runs a change and writes its line of the trail in one transaction: both are there, or neither is. The work may run
 * again after a deadlock, so it has no other effects.
 */
export type Change = <Result>(author: Author, work: (stores: ChangedStores) => Promise<Result>) => Promise<Result>;
