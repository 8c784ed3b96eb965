/** When a question is asked again by the page itself, so that it comes back after a fault without a hand. */
import { backOffMs } from "../../../clients/typescript/src/waiting.ts";
import { needsSignIn, type Failure } from "./failure.ts";
import { serverNowMs } from "./server-clock.ts";

const [FIRST_MS, MAX_MS] = [2_000, 15_000];
const TOO_MANY_REQUESTS = 429;
const NOT_IMPLEMENTED = 501;

/**
 * Milliseconds until a question that failed is asked again. Undefined where another answer cannot be expected, and
 * `Infinity` where it can once the person has signed in.
 *
 * @param failures how many there were in a row, from 1
 * @param everyMs how often the page asks while all is well
 */
export function waitAfter(
  failure: Pick<Failure, "status" | "retryAfterMs">,
  failures: number,
  everyMs: number | undefined,
): number | undefined {
  const { status, retryAfterMs } = failure;
  if (needsSignIn(failure)) return Infinity;
  if (status === NOT_IMPLEMENTED) return undefined;
  const mayPass = status === undefined || status === TOO_MANY_REQUESTS || status >= 500 || retryAfterMs !== undefined;
  if (!mayPass) return everyMs;
  const waitMs = Math.min(backOffMs(failures, FIRST_MS, MAX_MS), everyMs ?? Infinity);
  return Math.max(waitMs, retryAfterMs ?? 0);
}

/** Timers of browsers count to this. */
const MOST_MS = 2_147_483_647;

export interface NextAsk {
  /**
   * In place of what was planned before. `Infinity`: when the page is looked at again. Answers when that is, in milliseconds
   * since 1970; undefined where it has no time.
   */
  plan(inMs: number | undefined): number | undefined;
  end(): void;
}

/** Asks when it is time. A page that is not looked at asks nothing; it asks as soon as it is looked at again. */
export function nextAsk(ask: () => void): NextAsk {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs: number | undefined;
  const begin = (): void => {
    dueMs = undefined;
    ask();
  };
  const arm = (): void => {
    clearTimeout(timer);
    if (dueMs === undefined || dueMs === Infinity || document.hidden) return;
    timer = setTimeout(begin, Math.min(Math.max(0, dueMs - Date.now()), MOST_MS));
  };
  const look = (): void => {
    if (dueMs === Infinity && !document.hidden) begin();
    else arm();
  };
  document.addEventListener("visibilitychange", look);
  return {
    plan(inMs) {
      dueMs = inMs === undefined ? undefined : Date.now() + inMs;
      arm();
      return inMs === undefined || inMs === Infinity ? undefined : serverNowMs() + inMs;
    },
    end() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    },
  };
}
