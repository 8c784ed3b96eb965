/**
 * The effects of a trigger, in its transaction: the acts of subscribers' strategies become due, and the author's
 * webhooks are notified. Subscribers' webhooks are not: they would learn of a trigger before the delay of their plan
 * is over.
 */
import { enqueue } from "../../kit/jobs/enqueue.ts";
import type { Transaction } from "../../kit/sql/database.ts";
import { formatInstant, fromMillis } from "../../kit/time/instant.ts";
import { tellWebhooks } from "../webhooks/index.ts";
import { actOnSignals } from "./jobs/act-on-signals.ts";
import type { AcceptedTrigger } from "./store.ts";

export interface AnnouncedTrigger extends AcceptedTrigger {
  readonly ownerUid: number;
  /** The user who triggered it, or whose inbound address did. */
  readonly uid: number;
  /** `user 7`, or `hook 3` for a message to an inbound address. */
  readonly source: string;
  readonly iterationId: number;
  /** When subscribers' strategies are to act, each once: milliseconds. */
  readonly dueMs: readonly number[];
}

/** Called once for each trigger that was accepted, before its transaction is committed. */
export async function announceTrigger(tx: Transaction, trigger: AnnouncedTrigger): Promise<void> {
  const { dueMs, ownerUid, uid } = trigger;
  for (const each of dueMs) {
    await enqueue(tx, actOnSignals, {}, { runAt: fromMillis(each), key: `${actOnSignals.name}:${each}` });
  }
  await tellWebhooks(tx, { ownerUids: [ownerUid], events: ["signal.triggered"] }, () => [
    { event: "signal.triggered", ownerUid, uid, at: fromMillis(trigger.acceptedMs), data: triggeredData(trigger) },
  ]);
}

function triggeredData({ id, iteration, action, side, ...trigger }: AnnouncedTrigger): object {
  return {
    signal_id: String(id),
    iteration,
    action,
    signal: side,
    maximum_amount: trigger.maximumAmount,
    execute_before: formatInstant(fromMillis(trigger.executeBeforeMs)),
    by: trigger.source,
  };
}
