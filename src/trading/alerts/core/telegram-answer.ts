/** The meaning of an answer of a bot's server (https://core.telegram.org/bots/api#making-requests). */
import { jsonMember, parseJson } from "../../../kit/text/parse-json.ts";
import { doubledMs } from "../../../kit/time/back-off.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { retryAfterMs } from "../../../kit/time/retry-after.ts";
import { HOUR_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { quoted } from "./quoted.ts";

export type Judgement =
  | { readonly kind: "sent" }
  /** The same request would be refused again. */
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "later"; readonly error: string; readonly waitMs: number };

const TOO_MANY = 429;
const REQUEST_TIMEOUT = 408;
const MAX_ERROR = 200;

export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

/** @param tries with this one, from 1 */
export function judgeAnswer({ status, body, retryAfter }: Answered, tries: number, now: Instant): Judgement {
  if (status >= 200 && status < 300) return { kind: "sent" };
  const answer = parseJson(body);
  const said = jsonMember(answer, "description");
  const error = typeof said === "string" ? `answered ${status}: ${quoted(said, MAX_ERROR)}` : `answered ${status}`;
  if (status >= 500 || status === TOO_MANY || status === REQUEST_TIMEOUT) {
    const seconds = jsonMember(jsonMember(answer, "parameters"), "retry_after");
    const asked = retryAfterMs(typeof seconds === "number" ? String(seconds) : retryAfter, now, HOUR_MS);
    return { kind: "later", error, waitMs: Math.max(asked ?? 0, pauseMs(tries)) };
  }
  return { kind: "refused", error };
}

/** After the attempt of this number, from 1: 15 seconds, then twice as long each time, at most an hour. */
export function pauseMs(tries: number): number {
  return doubledMs(tries, { firstMs: 15 * SECOND_MS, maxMs: HOUR_MS });
}
