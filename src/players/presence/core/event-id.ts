/** The ids of live events: `12000-3f9a01bc`, a number in the feed and the mark of the change that has it. */
import { createHash } from "node:crypto";
import type { Instant } from "../../../kit/time/instant.ts";

export interface EventId {
  readonly seq: number;
  /** After a failover or a restore, numbers are given out again: the same number then means another event. */
  readonly mark: string;
}

const EVENT_ID = /^(0|[1-9]\d{0,15})-([0-9a-f]{8})$/;

/**
 * The mark of a change: the same at every node. It is another one after a new start of the database server, since what
 * was read before may be lost then. It is another one, too, where another change has got the number in the same run, as
 * after a dump was restored in place.
 *
 * @param change undefined where nothing is known of it: it was trimmed, or there was none yet
 */
export function markOf(serverRun: string, change: { readonly xid: string; readonly at: Instant } | undefined): string {
  const named = change ? `${serverRun} ${change.xid} ${change.at}` : serverRun;
  return createHash("sha256").update(named).digest("hex").slice(0, 8);
}

export function formatEventId({ seq, mark }: EventId): string {
  return `${seq}-${mark}`;
}

/** The id in a `Last-Event-ID` header; undefined for text that is not one of our ids. */
export function parseEventId(text: string): EventId | undefined {
  const [, number, mark] = EVENT_ID.exec(text) ?? [];
  const seq = Number(number);
  return mark !== undefined && Number.isSafeInteger(seq) ? { seq, mark } : undefined;
}
