/** Begins to look after the orders of a key that another sender, or this one before, has left. */
import { isSettled } from "./core/journal-order.ts";
import type { SendContext } from "./send-context.ts";

/**
 * Loads every order that may still change. One that was given to a sender may have been sent, whatever is stored of it: it
 * is looked up, and never sent. Orders that were given to no sender were not sent; they wait for their time.
 */
export async function recoverKey({ book, journal, key, funds }: SendContext): Promise<void> {
  const kept = await journal.listUnsettled(key.keyId);
  const entries = kept.map((each) => book.load(each));
  for (const entry of entries) funds.restore(entry);
  await Promise.all(
    entries.filter(({ order }) => !isSettled(order)).map((entry) => book.note(entry, { kind: "restarted" })),
  );
}
