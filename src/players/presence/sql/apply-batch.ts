/** One batch of a server's sessions, in one transaction. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import { holdOffErasure, listErasedAccounts } from "../../privacy/index.ts";
import { hasLostLetters } from "../../profiles/index.ts";
import { TRANSITIONS_OF_A_CHANGE, type SessionChange, type Transition } from "../core/presence-types.ts";
import { serverLeaseName } from "../core/server-lease.ts";
import { accountsOf, settle, type SessionRow, type Settled } from "../core/settle.ts";
import type { AppliedBatch, PresenceBatch } from "../store.ts";
import { listAbsent } from "./read-sessions.ts";
import {
  insertAccounts,
  listOptedOut,
  lockAccounts,
  updateSeenNames,
  updateWhereabouts,
  type NamedAccount,
} from "./session-accounts.ts";
import { deleteSessions, insertSessions, lastSessions, noteBatch, updateSessions } from "./write-sessions.ts";

/** Work of others in its transactions, which may be run again after a deadlock: it has no other effects. */
export interface PresenceHooks {
  /**
   * Recomputes the names that are shown for the players of some accounts, and answers the ids of those whose name is
   * another now.
   */
  readonly refreshPlatformNames: (
    tx: Transaction,
    platformIds: readonly string[],
    at: Instant,
  ) => Promise<readonly string[]>;
  /** Told what happened, at least one transition, in order. */
  readonly onTransitions?: (tx: Transaction, transitions: readonly Transition[]) => Promise<void>;
}

/**
 * Applies a batch once; see `PresenceStore.apply`. Locks, in this order: the lease, the server's row, erasures, and the
 * accounts by their ids.
 */
export async function applyBatch(
  tx: Transaction,
  origin: string,
  hooks: PresenceHooks,
  batch: PresenceBatch,
): Promise<AppliedBatch> {
  const { server, fence, changes } = batch;
  await assertFence(tx, serverLeaseName(server), fence);
  const expected = accountsOf(changes.filter(({ kind }) => kind !== "close"));
  if (!(await noteBatch(tx, batch))) return { lost: await listAbsent(tx, server, expected) };

  await holdOffErasure(tx);
  const erased = await listErasedAccounts(tx, accountsOf(changes));
  const kept = withoutAccounts(changes, erased);
  const openings = kept.filter((change) => change.kind === "open");
  await insertAccounts(tx, accountsOf(openings));
  await lockAccounts(tx, accountsOf(kept));
  const settled = settle(kept, await lastSessions(tx, accountsOf(kept)));

  await writeSessions(tx, settled.rows);
  await updateWhereabouts(tx, latestOf(settled.rows));
  const renamed = await updateSeenNames(tx, namesOf(openings));
  if (renamed.length > 0) await hooks.refreshPlatformNames(tx, renamed, lastStart(openings));
  await announce(tx, origin, hooks, settled.transitions, renamed);
  // Erased people are never online, so a process that lists them as online must be notified.
  return { lost: [...settled.lost, ...expected.filter((id) => erased.has(id))].sort() };
}

/** Those that end come before those that begin, so that no account has two open ones at any moment. */
async function writeSessions(tx: Transaction, rows: Settled["rows"]): Promise<void> {
  const ended = rows.filter(({ endedAt }) => endedAt !== null).map(({ platformId }) => platformId);
  const forgetful = await listOptedOut(tx, ended);
  const isForgotten = (row: SessionRow): boolean => row.endedAt !== null && forgetful.has(row.platformId);
  const kept = rows.filter((row) => !isForgotten(row));
  await deleteSessions(tx, rows.filter(isForgotten));
  await updateSessions(
    tx,
    kept.filter(({ isNew }) => !isNew),
  );
  await insertSessions(
    tx,
    kept.filter(({ isNew }) => isNew),
  );
}

/** Comes last: readers see the changes of an account in the order of its locks only if they are appended under them. */
async function announce(
  tx: Transaction,
  origin: string,
  { onTransitions }: PresenceHooks,
  transitions: readonly Transition[],
  renamed: readonly string[],
): Promise<void> {
  if (transitions.length > 0) await onTransitions?.(tx, transitions);
  const changes = [changeOf(transitions.slice(0, TRANSITIONS_OF_A_CHANGE), renamed)];
  for (let from = TRANSITIONS_OF_A_CHANGE; from < transitions.length; from += TRANSITIONS_OF_A_CHANGE) {
    changes.push(changeOf(transitions.slice(from, from + TRANSITIONS_OF_A_CHANGE), []));
  }
  await appendChanges(
    tx,
    origin,
    PLAYERS_TOPIC,
    changes.filter(({ accounts }) => accounts.length > 0),
  );
}

function changeOf(transitions: readonly Transition[], renamed: readonly string[]) {
  const accounts = [...new Set([...transitions.map(({ platformId }) => platformId), ...renamed])].sort();
  return { accounts, ...(transitions.length > 0 ? { transitions } : {}) } satisfies AnnouncedChange;
}

function withoutAccounts(changes: readonly SessionChange[], gone: ReadonlySet<string>): readonly SessionChange[] {
  if (gone.size === 0) return changes;
  return changes.flatMap((change): SessionChange[] => {
    if (change.kind !== "seen") return gone.has(change.platformId) ? [] : [change];
    return [{ ...change, platformIds: change.platformIds.filter((id) => !gone.has(id)) }];
  });
}

function latestOf(rows: readonly SessionRow[]): SessionRow[] {
  const latest = new Map<string, SessionRow>();
  for (const row of rows) {
    const other = latest.get(row.platformId);
    if (!other || other.startedAt < row.startedAt) latest.set(row.platformId, row);
  }
  return [...latest.values()];
}

type Opening = SessionChange & { readonly kind: "open" };

function namesOf(openings: readonly Opening[]): NamedAccount[] {
  const named = openings
    .filter(({ name }) => name !== "")
    .map(({ platformId, name, startedAt }) => ({ platformId, name, at: startedAt, isGarbled: hasLostLetters(name) }));
  return [...new Map(named.map((each) => [each.platformId, each])).values()];
}

function lastStart(openings: readonly Opening[]): Instant {
  return Math.max(...openings.map(({ startedAt }) => startedAt)) as Instant;
}
