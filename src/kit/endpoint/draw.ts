/** Charges a call to its caller's allowances. */
import { networkOf } from "../limits/network-of.ts";
import { UNLIMITED, type Verdict, type Allowance } from "../limits/limiter.ts";
import type { AnswerHead } from "./answer-head.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { Credentials, ServiceForm } from "./form.ts";
import type { HttpOptions } from "./http-services.ts";

/**
 * Takes the cost; a promise only where the limiter needs one. Throws the form's refusal. Of a call that has run, it takes
 * what was added to its cost, and refuses nothing.
 */
export type Draw = (
  stage: "address" | "actor",
  credentials: Credentials,
  actor: unknown,
  head: AnswerHead,
  addedCost?: number,
) => Promise<void> | undefined;

/** An allowance, and what is taken from it. */
type Drawn = readonly [allowance: Allowance, cost: number];

/** Takes a call's cost from the caller's allowances; undefined where nothing is limited. */
export function drawer(
  form: ServiceForm,
  endpoint: Pick<AnyEndpoint, "id" | "limits">,
  { limiter }: HttpOptions,
): Draw | undefined {
  if (!limiter) return undefined;
  const { cost = 1, attempts } = endpoint.limits ?? {};
  if ((cost === 0 || !form.allowances) && !attempts) return undefined;

  const apply = (allowance: Allowance, verdict: Verdict, head: AnswerHead, mayRefuse: boolean): void => {
    const { allowed, isBanned, retryAfterSeconds } = verdict;
    if (allowance.requests < UNLIMITED || !allowed) head.showAllowance(verdict);
    if (allowed || !mayRefuse) return;
    head.set("retry-after", String(retryAfterSeconds));
    throw form.refusal({ kind: "rateLimited", retryAfterSeconds, allowance, banned: isBanned ? "before" : "no" });
  };

  const drawFrom = (drawn: readonly Drawn[], head: AnswerHead, mayRefuse: boolean): Promise<void> | undefined => {
    const [next, ...others] = drawn;
    if (!next) return undefined;
    const [first, taken] = next;
    const verdict = limiter.consume(first, taken);
    if (verdict instanceof Promise) {
      return verdict.then((late) => {
        apply(first, late, head, mayRefuse);
        return drawFrom(others, head, mayRefuse);
      });
    }
    apply(first, verdict, head, mayRefuse);
    return drawFrom(others, head, mayRefuse);
  };
  return (stage, credentials, actor, head, addedCost) => {
    const general = cost === 0 ? [] : (form.allowances?.(stage, credentials, actor) ?? []);
    if (addedCost !== undefined) {
      return drawFrom(
        general.map((allowance): Drawn => [allowance, addedCost]),
        head,
        false,
      );
    }
    const drawn = general.map((allowance): Drawn => [allowance, cost]);
    if (attempts && stage === "address") {
      const key = `${form.name}:attempts:${endpoint.id}:${networkOf(credentials.address)}`;
      drawn.push([{ key, ...attempts }, 1]);
    }
    return drawFrom(drawn, head, true);
  };
}
