/** How long to leave Steam alone after it did not answer as it should. */
import { doubledMs } from "../../../kit/time/back-off.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";

/**
 * After the first, second, ... 429 in a row. A key that is still refused after that has likely used up the day's calls,
 * with this program or another that has the same key.
 */
const BUSY_PAUSES_MS = [MINUTE_MS, 4 * MINUTE_MS, 16 * MINUTE_MS, HOUR_MS, DAY_MS] as const;

/** A key that is refused may be a mistake of Steam's; and the operator may have enabled it. */
const KEY_PAUSE_MS = HOUR_MS;

/** This many failures in a row are an outage; fewer are a hiccup, and the next accounts are asked about at once. */
const OUTAGE_AFTER = 3;
const MAX_OUTAGE_PAUSE_MS = HOUR_MS;

/**
 * `busy`: too many requests (429). `keyRefused`: the key is unknown or disabled (401, 403). `failed`: everything else
 * that is not an answer, such as an outage, half an answer, an HTML page.
 */
export type ProblemKind = "busy" | "keyRefused" | "failed";

/** How often in a row Steam did not answer. A good answer sets both to 0. */
export interface Strikes {
  /** 429s. */
  readonly busy: number;
  /** `failed` ones. */
  readonly failed: number;
}

export interface AfterProblem {
  readonly strikes: Strikes;
  /** The next request is not sent before; null when waiting is not needed. */
  readonly pausedUntil: Instant | null;
}

/**
 * The effect of one more problem. `retryAfterMs` is the pause that Steam requested, if it did: for 429 it is kept (a
 * second at least, a day at most), otherwise it can only lengthen the pause.
 */
export function afterProblem(
  before: Strikes | undefined,
  problem: { readonly kind: ProblemKind; readonly retryAfterMs?: number | undefined },
  now: Instant,
): AfterProblem {
  const strikes = {
    busy: (before?.busy ?? 0) + (problem.kind === "busy" ? 1 : 0),
    failed: (before?.failed ?? 0) + (problem.kind === "failed" ? 1 : 0),
  };
  const pauseMs = pauseAfter(strikes, problem.kind, problem.retryAfterMs);
  return { strikes, pausedUntil: pauseMs === 0 ? null : plusMillis(now, pauseMs) };
}

function pauseAfter(strikes: Strikes, kind: ProblemKind, askedMs: number | undefined): number {
  const boundedMs = askedMs === undefined ? undefined : Math.min(Math.max(askedMs, SECOND_MS), DAY_MS);
  switch (kind) {
    case "busy":
      return boundedMs ?? BUSY_PAUSES_MS[Math.min(strikes.busy, BUSY_PAUSES_MS.length) - 1] ?? DAY_MS;
    case "keyRefused":
      return Math.max(KEY_PAUSE_MS, boundedMs ?? 0);
    case "failed":
      return Math.max(outagePauseMs(strikes.failed), boundedMs ?? 0);
  }
}

function outagePauseMs(failed: number): number {
  if (failed < OUTAGE_AFTER) return 0;
  return doubledMs(failed - OUTAGE_AFTER + 1, { firstMs: MINUTE_MS, maxMs: MAX_OUTAGE_PAUSE_MS });
}
