/** The ids of live events: `12000-3f9a01bc`, a number in the feed and the mark of the numbering that it belongs to. */
import { createHash } from "node:crypto";

export interface EventId {
  readonly seq: number;
  /** After a failover or a restore, numbers are given out again: the same number then means another event. */
  readonly mark: string;
}

const EVENT_ID = /^(0|[1-9]\d{0,15})-([0-9a-f]{8})$/;

/** The mark of a run of the database server: the same at every node that follows it. */
export function markOfRun(serverRun: string): string {
  return createHash("sha256").update(serverRun).digest("hex").slice(0, 8);
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
