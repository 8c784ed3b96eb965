/** Stores that are only read by requests, and those whose changes go on in other areas: those on behalf of a key, with their lines of the audit trail, and saves. */
import type { Platform } from "../kit/platform.ts";
import type { Database, Transaction } from "../kit/sql/database.ts";
import type { WebhookDatabase } from "../kit/webhooks/sql/webhook-store.ts";
import type { AuditEntry, Author, Change } from "./audit/index.ts";
import { auditStore, recordAudit } from "./audit/sql/audit-store.ts";
import type { PlayersDeps } from "./deps.ts";
import { keyStore } from "./keys/sql/key-store.ts";
import { historyStore } from "./presence/sql/history-store.ts";
import { enqueueVacuum, tombstoneHash, type PersonId } from "./privacy/index.ts";
import { privacyStore } from "./privacy/sql/privacy-store.ts";
import { withPlaytimesInTurn } from "./profiles/index.ts";
import { profileStore } from "./profiles/sql/profile-store.ts";
import type { SaveStore } from "./saves/index.ts";
import { saveStore } from "./saves/sql/save-store.ts";
import { tribeStore } from "./tribes/sql/tribe-store.ts";
import { playersWebhookStore } from "./webhooks/sql/players-webhook-store.ts";
import { onTribeChanges } from "./webhooks/sql/tell.ts";

type ChangingDeps = Pick<PlayersDeps, "audit" | "change" | "privacy">;

export function readingDeps(db: Database): Pick<PlayersDeps, "profiles" | "tribes" | "onlineHistory"> {
  return { profiles: withPlaytimesInTurn(profileStore(db)), tribes: tribeStore(db), onlineHistory: historyStore(db) };
}

export function changingDeps({ db, clock, node }: Platform): ChangingDeps {
  const record = (tx: Transaction, author: Author, entry: AuditEntry): Promise<void> =>
    recordAudit(tx, author, entry, clock.now());
  const change: Change = (author, work) =>
    db.transaction((tx) =>
      work({
        keys: keyStore(tx),
        webhooks: playersWebhookStore(within(tx)),
        audit: (entry) => record(tx, author, entry),
      }),
    );
  const changedBy = (author: Author) =>
    privacyStore(
      db,
      node,
      async (tx, id) => {
        await enqueueVacuum(tx, clock.now());
        await record(tx, author, { action: "person.erase", subject: digestOf(id), detail: {} });
      },
      (tx, playerId, isOptedOut) =>
        record(tx, author, { action: "person.optOut", subject: digestOf({ playerId }), detail: { isOptedOut } }),
    );
  const people = privacyStore(db, node, async () => undefined);
  return { audit: auditStore(db), change, privacy: { findPerson: (id) => people.findPerson(id), changedBy } };
}

/** Stores what game servers save, informs webhooks, and erases new characters of erased accounts, and accounts of erased characters. */
export function savesOf({ db, clock, node }: Platform): SaveStore {
  const people = privacyStore(db, node, (tx) => enqueueVacuum(tx, clock.now()));
  return saveStore(db, node, {
    onTribeChanges,
    erase: async (id, at) => void (await people.erase(id, at)),
  });
}

/** The trail is kept when a person is erased, so it must not hold the id. */
function digestOf(id: PersonId): string {
  const digest = "platformId" in id ? tombstoneHash("account", id.platformId) : tombstoneHash("player", id.playerId);
  return digest.toString("hex");
}

/** A transaction where a store begins its own: what that does is part of this one. */
function within(tx: Transaction): WebhookDatabase {
  return {
    query: (statement) => tx.query(statement),
    execute: (statement) => tx.execute(statement),
    transaction: (work) => work(tx),
  };
}
