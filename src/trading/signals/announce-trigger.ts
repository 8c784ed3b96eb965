/**
 * What follows a trigger, in its transaction: the acts of subscribers' strategies become due. Whoever else is to learn of
 * triggers is told here, and nowhere else.
 */
import { enqueue } from "../../kit/jobs/enqueue.ts";
import type { Transaction } from "../../kit/sql/database.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { actOnSignals } from "./jobs/act-on-signals.ts";
import type { AcceptedTrigger } from "./store.ts";

export interface AnnouncedTrigger extends AcceptedTrigger {
  readonly ownerUid: number;
  readonly iterationId: number;
  /** When subscribers' strategies are to act, each once: milliseconds. */
  readonly dueMs: readonly number[];
}

/** Called once for each trigger that was accepted, before its transaction is committed. */
export async function announceTrigger(tx: Transaction, { dueMs }: AnnouncedTrigger): Promise<void> {
  for (const each of dueMs) {
    await enqueue(tx, actOnSignals, {}, { runAt: fromMillis(each), key: `${actOnSignals.name}:${each}` });
  }
}
