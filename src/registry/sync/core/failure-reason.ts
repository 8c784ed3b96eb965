/** The kind of a failed run, from the sentence that is stored of it. There are few kinds, so that a metric can show them. */

/** By what an operator does next. */
export const FAILURE_REASONS = ["unreachable", "credentials", "login", "status", "answer", "internal"] as const;

/**
 * - `unreachable`: no answer, or none that the limits of outbound requests let through.
 * - `credentials`: the upstream wants credentials, or refuses the ones that it gets (401, 403).
 * - `login`: the issuer, or the upstream's login, gives no token.
 * - `status`: the upstream answers another status, such as 429 or 500.
 * - `answer`: what it answers is not the list of a registry, or its pages do not end.
 * - `internal`: everything else, such as a process that was stopped. The log of the process has the cause.
 */
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** How sentences of `UpstreamError` begin. The first that fits decides. */
const BEGINNINGS: readonly (readonly [string, FailureReason])[] = [
  ["the upstream could not be read", "unreachable"],
  ["the upstream answered 401", "credentials"],
  ["the upstream answered 403", "credentials"],
  ["the upstream answered ", "status"],
  ["the issuer ", "login"],
  ["the upstream's login ", "login"],
  ["the upstream could not be asked for a token", "login"],
  ["the upstream's answer ", "answer"],
  ["the upstream's pages ", "answer"],
  ["the upstream refuses to list ", "answer"],
];

export function failureReasonOf(lastError: string): FailureReason {
  return BEGINNINGS.find(([beginning]) => lastError.startsWith(beginning))?.[1] ?? "internal";
}
