/** How a job goes on with the trace of the request that asked for it. */
import { currentTraceparent } from "../traces/current.ts";

/** The member of a payload; our inputs never have one that begins with `_`. */
export const TRACEPARENT = "_traceparent";

/** The trace member of a payload: none outside of a recorded span. */
export function traceMember(): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { [TRACEPARENT]: traceparent };
}
