/** Ends orders that no sender takes, such as those for an exchange that no process is connected to. */
import type { Log } from "../../kit/log/log.ts";
import type { LeaseHold, LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { KeyBook } from "./key-book.ts";
import { CANCELLED, KEY_GONE, MISSED } from "./schedule-orders.ts";
import { MISSED_AFTER_MS } from "./send-orders.ts";
import { senderLease, type OrderJournal, type OrderTerms, type UnsentKey } from "./store.ts";

/** A sender that is there ends them itself, as soon as they are missed. This is so much later. */
const GRACE_MS = 1_000;
/** An order that waits for longer says why. */
const TOLD_AFTER_MS = 1_000;
const MOST_KEYS = 100;
const MOST_ORDERS = 500;

interface EndUnsentDeps {
  readonly leases: LeaseHolder;
  readonly journal: OrderJournal;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Says of late orders why they wait, and ends those that were missed. Needs no connection to their exchange. Orders of a
 * key that has a sender are left to it.
 *
 * @param exchanges codes of the exchanges that this process is connected to: their keys get senders
 * @param failedKeys keys that this process has no sender of because one could not be started
 */
export async function endUnsent(
  deps: EndUnsentDeps,
  exchanges: readonly string[],
  failedKeys: ReadonlySet<number>,
): Promise<void> {
  const { leases, journal, clock, log } = deps;
  const nowMs = toMillis(clock.now());
  await journal.tellWaiting({ sinceMs: nowMs - TOLD_AFTER_MS, nowMs, exchanges });
  const untilMs = Math.floor(nowMs - MISSED_AFTER_MS - GRACE_MS);
  for (const key of await journal.keysWithUnsent(untilMs, MOST_KEYS)) {
    const isConnected = exchanges.includes(key.exchange);
    if (isConnected && key.isThere && !failedKeys.has(key.keyId)) continue;
    const hold = await leases.hold(senderLease(key.keyId));
    if (!hold) continue;
    try {
      const why = isConnected ? MISSED : `${MISSED}. It waited for a process that is connected to ${key.exchange}`;
      const count = await endOf(deps, key, hold, { untilMs, why: key.isThere ? why : KEY_GONE });
      log.warn({ key: key.keyId, exchange: key.exchange, count }, "orders were missed: no sender took them");
    } finally {
      await hold.release();
    }
  }
}

async function endOf(
  { journal, clock, log }: EndUnsentDeps,
  { keyId }: UnsentKey,
  hold: LeaseHold,
  { untilMs, why }: { readonly untilMs: number; readonly why: string },
): Promise<number> {
  const book = new KeyBook({
    keyId,
    log,
    nowMs: () => toMillis(clock.now()),
    write: (changes) => journal.write(keyId, hold.fence, changes),
    onBroken: () => hold.abandon(),
    onEffects: () => undefined,
  });
  const whyOf = ({ cancelAskedMs, sendAtMs }: OrderTerms): string =>
    cancelAskedMs !== null && sendAtMs > untilMs ? CANCELLED : why;
  const kept = await journal.listCommands(keyId, untilMs, MOST_ORDERS);
  const unsent = kept.filter(({ claimedFence, order }) => claimedFence === null && order.state === "created");
  await Promise.all(unsent.map((each) => book.note(book.load(each), { kind: "withheld" }, { why: whyOf(each.terms) })));
  await book.close();
  return unsent.length;
}
