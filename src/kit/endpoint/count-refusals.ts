/** Bans callers that ignore being refused, whichever limit refused them. */
import { AppError } from "../errors/catalogue.ts";
import type { AnswerHead } from "./answer-head.ts";
import type { Credentials, ServiceForm } from "./form.ts";
import type { HttpOptions } from "./http-services.ts";

/** Answers the error to send: the one given, or the ban that it led to. */
export type CountRefusals = (credentials: Credentials, error: unknown, head: AnswerHead) => unknown;

/** Refusals are counted in windows of this length. */
const WINDOW_SECONDS = 60;

/** Counts each 429 of a call against its caller; undefined where the service bans no caller. */
export function refusalCounter(form: ServiceForm, { limiter }: HttpOptions): CountRefusals | undefined {
  if (!limiter?.blockFor || !form.ban) return undefined;
  const block = limiter.blockFor.bind(limiter);

  return (credentials, error, head) => {
    const ban = error instanceof AppError && error.status === 429 ? form.ban?.(credentials, head.actor) : undefined;
    if (!ban) return error;
    const counted = { key: `${ban.key}:refused`, requests: ban.refusals, windowSeconds: WINDOW_SECONDS };
    const begin = async (): Promise<AppError> => {
      await block(ban.key, ban.seconds);
      // A ban may be shorter than the window: what led to it does not count again.
      await block(counted.key, 0);
      head.set("retry-after", String(ban.seconds));
      const retryAfterSeconds = ban.seconds;
      return form.refusal({ kind: "rateLimited", retryAfterSeconds, allowance: counted, banned: "now" });
    };
    const verdict = limiter.consume(counted, 1);
    if (verdict instanceof Promise) return verdict.then(({ allowed }) => (allowed ? error : begin()));
    return verdict.allowed ? error : begin();
  };
}
