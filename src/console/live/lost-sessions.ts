/** What a failure says beyond its question: that a service no longer knows who is signed in, or that the server is away. */
import { signal } from "@preact/signals";
import { askAbout } from "./about.ts";
import { needsSignIn, type Failure } from "./failure.ts";

/**
 * Grows with each refusal for which signing in would help, and when another page of the browser signs in or out: pages then
 * ask again who is signed in, and show no old name.
 */
export const lostSessions = signal(0);

export function noteFailure(failure: Failure): Failure {
  if (needsSignIn(failure)) lostSessions.value += 1;
  else if (failure.status === undefined) void askAbout();
  return failure;
}
