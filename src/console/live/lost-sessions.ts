/** Notices that a service no longer knows who is signed in: the next page then says so, and does not show an old name. */
import { signal } from "@preact/signals";
import { needsSignIn, type Failure } from "./failure.ts";

/** Grows with each refusal for which signing in would help. */
export const lostSessions = signal(0);

export function noteLostSession(failure: Failure): Failure {
  if (needsSignIn(failure)) lostSessions.value += 1;
  return failure;
}
