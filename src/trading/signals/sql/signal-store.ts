/** Signals, hooks, subscriptions and acts on PostgreSQL. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { enqueue } from "../../../kit/jobs/enqueue.ts";
import type { Database } from "../../../kit/sql/database.ts";
import { fromMillis, toMillis } from "../../../kit/time/instant.ts";
import type { ActBook, ActQueue } from "../act-store.ts";
import { actOnSignals } from "../jobs/act-on-signals.ts";
import type { HookStore } from "../hook-store.ts";
import type { SignalStore } from "../store.ts";
import type { SubscriptionStore } from "../subscription-store.ts";
import { endAct, findNextDue, forgetMessages, listDueActs, listIterationRuns, lockAct, sumPosition } from "./acts.ts";
import { addSignal, countSignals, deleteSignal, editSignal, resetSignal } from "./change-signals.ts";
import { editDeveloper, findDeveloper, findDeveloperSecret, setDeveloperKey, verifyDeveloper } from "./developers.ts";
import { readTarget } from "./hold-signal.ts";
import { addHook, findTarget, pageHooks, receive, revokeHook } from "./hooks.ts";
import { pauseBeyondPlans } from "./pause-beyond-plans.ts";
import { listDueSubscriptions, renewSubscription } from "./pay-month.ts";
import {
  findIteration,
  findSignal,
  listBest,
  listClosed,
  listIterations,
  listIterationsIn,
  pageSignals,
} from "./read-signals.ts";
import { countSubscribers, countSubscriptions, endFollowing, listSubscriptions, subscribe } from "./subscriptions.ts";
import { triggerSignal } from "./trigger-signal.ts";

export function signalStore(db: Database, sealer: Sealer): SignalStore {
  return {
    pageSignals: (viewer, filter, page) => db.snapshot((tx) => pageSignals(tx, viewer, filter, page)),
    findSignal: (viewer, id) => findSignal(db, viewer, id),
    listBest: (viewer, limit) => listBest(db, viewer, limit),
    listIterations: (viewer, ids, from, page) => listIterations(db, viewer, ids, from, page),
    listIterationsIn: (viewer, id, span, limit) => listIterationsIn(db, viewer, id, span, limit),
    findIteration: (viewer, id, number) => findIteration(db, viewer, id, number),
    listClosed: (viewer, id) => listClosed(db, viewer, id),
    countSignals: (ownerUid) => countSignals(db, ownerUid),
    addSignal: (by, signal, maximum) => db.transaction((tx) => addSignal(tx, by, signal, maximum)),
    editSignal: (by, id, edit) => db.transaction((tx) => editSignal(tx, by, id, edit)),
    resetSignal: (by, id) => db.transaction((tx) => resetSignal(tx, by, id)),
    deleteSignal: (by, id) => db.transaction((tx) => deleteSignal(tx, by, id)),
    readTarget: (by, id) => readTarget(db, by, id),
    triggerSignal: (by, trigger) => db.transaction((tx) => triggerSignal(tx, by, trigger)),
    findDeveloper: (ownerUid) => findDeveloper(db, ownerUid),
    findDeveloperSecret: (ownerUid, key) => findDeveloperSecret(db, sealer, ownerUid, key),
    editDeveloper: (by, change) => db.transaction((tx) => editDeveloper(tx, by, change)),
    setDeveloperKey: (by, key, secret) => db.transaction((tx) => setDeveloperKey(tx, sealer, by, { key, secret })),
    verifyDeveloper: (adminUid, ownerUid, isVerified, at) =>
      db.transaction((tx) => verifyDeveloper(tx, adminUid, ownerUid, isVerified, at)),
    countSubscribers: (ownerUid) => countSubscribers(db, ownerUid),
  };
}

export function hookStore(db: Database): HookStore {
  return {
    addHook: (by, hook) => db.transaction((tx) => addHook(tx, by, hook)),
    pageHooks: (by, page) => db.snapshot((tx) => pageHooks(tx, by, page)),
    revokeHook: (by, id) => db.transaction((tx) => revokeHook(tx, by, id)),
    findTarget: (tokenHash) => findTarget(db, tokenHash),
    receive: (target, message, facts, at) => db.transaction((tx) => receive(tx, target, message, facts, at)),
    forgetMessages: (before) => forgetMessages(db, toMillis(before)),
  };
}

export function subscriptionStore(db: Database): SubscriptionStore {
  return {
    listSubscriptions: (by) => listSubscriptions(db, by),
    countSubscriptions: (ownerUid) => countSubscriptions(db, ownerUid),
    subscribe: (by, id, following, maximum) => db.transaction((tx) => subscribe(tx, by, id, following, maximum)),
    pause: (by, id) => db.transaction((tx) => endFollowing(tx, by, id, "paused")),
    unsubscribe: (by, id) => db.transaction((tx) => endFollowing(tx, by, id, "cancelled")),
    pauseBeyondPlans: (at, after) => pauseBeyondPlans(db, at, after),
    listDue: (at, after) => listDueSubscriptions(db, at, after),
    renew: (id, at) => db.transaction((tx) => renewSubscription(tx, id, at)),
  };
}

/** The part of one transaction in one act. */
export const ACT_BOOK: ActBook = { lock: lockAct, listRuns: listIterationRuns, sumPosition, end: endAct };

export function actQueue(db: Database): ActQueue {
  return {
    listDue: (nowMs, limit) => listDueActs(db, nowMs, limit),
    findNextDue: () => findNextDue(db),
    async wakeAt(ms) {
      await enqueue(db, actOnSignals, {}, { runAt: fromMillis(ms), key: `${actOnSignals.name}:next` });
    },
  };
}
