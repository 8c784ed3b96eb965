/** The trail of who did what, and the transactions of admins that write to it. */
import type { Instant } from "../../kit/time/instant.ts";
import type { WebhookStore } from "../../kit/webhooks/store.ts";
import type { AuditEntry, Author } from "../servers/index.ts";
import type { TokenStore } from "../tokens/index.ts";
import type { WebhookEvent } from "../webhooks/index.ts";

/** Actions of publishers and mirrors on servers. */
const SERVER_ACTIONS = [
  "publish",
  "edit",
  "status",
  "status-all",
  "delete",
  "import",
] as const satisfies readonly AuditEntry["action"][];

/** Actions of admins over HTTP, as `<thing>.<verb>`. */
const ADMIN_ACTIONS = [
  "token.create",
  "token.revoke",
  "webhook.create",
  "webhook.edit",
  "webhook.delete",
  "webhook.redeliver",
] as const;

export const AUDIT_ACTIONS = [...SERVER_ACTIONS, ...ADMIN_ACTIONS] as const;

export interface AdminEntry {
  readonly action: (typeof ADMIN_ACTIONS)[number];
  /** Names what was changed by its id. Without secrets. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditRow {
  readonly id: number;
  readonly at: Instant;
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** Null for what admins do. */
  readonly serverName: string | null;
  readonly version: string | null;
  readonly author: Author;
  readonly requestId: string;
  /** Null where it is longer than was asked for. */
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** All that are given must hold. */
export interface AuditFilter {
  /** Names of servers from this one on and below the other, as plain text. */
  readonly names?: { readonly from: string; readonly below: string } | undefined;
  readonly action?: AuditRow["action"] | undefined;
  /** The subject of the author. */
  readonly actor?: string | undefined;
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Only rows that come after this one. */
  readonly before?: { readonly at: Instant; readonly id: string } | undefined;
  readonly limit: number;
  /** In bytes of its JSON; default: any. */
  readonly longestDetail?: number;
}

export interface AuditStore {
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditRow[]>;
  find(id: number): Promise<AuditRow | undefined>;
}

/** The stores that an admin's change may use, bound to its transaction. */
export interface ChangedStores {
  readonly tokens: Pick<TokenStore, "addOperatorToken" | "revokeOperatorToken">;
  readonly webhooks: WebhookStore<WebhookEvent>;
  readonly record: (entry: AdminEntry) => Promise<void>;
}

/**
 * Runs a change of an admin and writes its row of the trail in one transaction: both are there, or neither is. The work may
 * run again after a deadlock, so it has no other effects.
 */
export type Change = <Result>(
  by: { readonly actor: Author; readonly requestId: string },
  work: (stores: ChangedStores) => Promise<Result>,
) => Promise<Result>;
