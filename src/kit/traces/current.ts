/** The span in which the work at hand runs, wherever in the program it is. */
import { AsyncLocalStorage } from "node:async_hooks";
import { formatTraceparent, type RemoteSpan } from "./traceparent.ts";

export interface CurrentSpan extends RemoteSpan {
  /** Milliseconds since 1970; undefined while it runs. */
  endedMs: number | undefined;
}

const running = new AsyncLocalStorage<CurrentSpan>();

export function runWithin<Result>(span: CurrentSpan, work: () => Result): Result {
  return running.run(span, work);
}

export function currentSpan(): CurrentSpan | undefined {
  return running.getStore();
}

/** For work that is done later or elsewhere: what it names as its parent. Undefined outside of a recorded span. */
export function currentTraceparent(): string | undefined {
  const span = running.getStore();
  return span?.isSampled === true ? formatTraceparent(span) : undefined;
}
