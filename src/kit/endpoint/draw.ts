/** Takes what a call costs from its caller's allowances, and bans who does not listen. */
import type { AnswerHead } from "./answer-head.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { Allowance, Credentials, ServiceForm } from "./form.ts";
import type { AllowanceVerdict, HttpOptions } from "./http-services.ts";

/** Takes the cost; a promise only where the limiter needs one. Throws the form's refusal. */
export type Draw = (
  stage: "address" | "actor",
  credentials: Credentials,
  actor: unknown,
  head: AnswerHead,
) => Promise<void> | undefined;

/** Takes a call's cost from the caller's allowances; undefined where nothing is limited. */
export function drawer(
  form: ServiceForm,
  endpoint: Pick<AnyEndpoint, "limits">,
  { limiter }: HttpOptions,
): Draw | undefined {
  if (!limiter || !form.allowances) return undefined;
  const cost = endpoint.limits?.cost ?? 1;

  const refuse = (allowance: Allowance, { retryAfterSeconds, isBanned }: AllowanceVerdict, now: boolean): never => {
    throw form.refusal({
      kind: "rateLimited",
      retryAfterSeconds: now ? (allowance.ban?.seconds ?? retryAfterSeconds) : retryAfterSeconds,
      allowance,
      banned: now ? "now" : isBanned ? "before" : "no",
    });
  };

  /** Whether this refusal is one too many; if so, the key is blocked. */
  const bans = (allowance: Allowance, { isBanned }: AllowanceVerdict): boolean | Promise<boolean> => {
    const { ban, key, windowSeconds } = allowance;
    if (!ban || isBanned) return false;
    const block = async (): Promise<boolean> => {
      await limiter.blockFor?.(key, ban.seconds);
      return true;
    };
    const refusals = limiter.consume({ key: `${key}:refused`, requests: ban.refusals, windowSeconds }, 1);
    if (refusals instanceof Promise) return refusals.then(({ allowed }) => (allowed ? false : block()));
    return refusals.allowed ? false : block();
  };

  const apply = (allowance: Allowance, verdict: AllowanceVerdict, head: AnswerHead): Promise<void> | undefined => {
    head.showAllowance(verdict);
    if (verdict.allowed) return undefined;
    head.set("retry-after", String(verdict.retryAfterSeconds));
    const banned = bans(allowance, verdict);
    if (banned instanceof Promise) return banned.then((is) => refuse(allowance, verdict, is));
    return refuse(allowance, verdict, banned);
  };

  const drawFrom = (allowances: readonly Allowance[], head: AnswerHead): Promise<void> | undefined => {
    const [first, ...others] = allowances;
    if (!first) return undefined;
    const verdict = limiter.consume(first, cost);
    const applied =
      verdict instanceof Promise ? verdict.then((late) => apply(first, late, head)) : apply(first, verdict, head);
    return applied ? applied.then(() => drawFrom(others, head)) : drawFrom(others, head);
  };
  return (stage, credentials, actor, head) => drawFrom(form.allowances?.(stage, credentials, actor) ?? [], head);
}
