/** How a job goes on with the trace of the request that asked for it. */
import { currentTraceparent } from "../traces/current.ts";

/** The member of a payload; no input of ours has one that begins with `_`. */
export const TRACEPARENT = "_traceparent";

/** What a payload carries beside its input: nothing outside of a recorded span. */
export function traceMember(): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { [TRACEPARENT]: traceparent };
}
