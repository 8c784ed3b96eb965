/** Takes what a call costs from its caller's allowances. */
import { UNLIMITED, type Verdict, type Allowance } from "../limits/limiter.ts";
import type { AnswerHead } from "./answer-head.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { Credentials, ServiceForm } from "./form.ts";
import type { HttpOptions } from "./http-services.ts";

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
  if (cost === 0) return undefined;

  const apply = (allowance: Allowance, verdict: Verdict, head: AnswerHead): void => {
    const { allowed, isBanned, retryAfterSeconds } = verdict;
    if (allowance.requests < UNLIMITED || !allowed) head.showAllowance(verdict);
    if (allowed) return;
    head.set("retry-after", String(retryAfterSeconds));
    throw form.refusal({ kind: "rateLimited", retryAfterSeconds, allowance, banned: isBanned ? "before" : "no" });
  };

  const drawFrom = (allowances: readonly Allowance[], head: AnswerHead): Promise<void> | undefined => {
    const [first, ...others] = allowances;
    if (!first) return undefined;
    const verdict = limiter.consume(first, cost);
    if (verdict instanceof Promise) {
      return verdict.then((late) => {
        apply(first, late, head);
        return drawFrom(others, head);
      });
    }
    apply(first, verdict, head);
    return drawFrom(others, head);
  };
  return (stage, credentials, actor, head) => drawFrom(form.allowances?.(stage, credentials, actor) ?? [], head);
}
