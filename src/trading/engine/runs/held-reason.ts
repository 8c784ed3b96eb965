/** Whether plan and rights of a run's user, as they are now, let it send slices. */
import { whyNotIncluded } from "../../algorithms/index.ts";
import { mayUseExchange, mayUseKey } from "../../exchanges/index.ts";
import type { RunContext } from "./run-context.ts";

/** Why they do not, for people; undefined where they do. */
export function heldReason({ user, memory }: Pick<RunContext, "user" | "memory">): string | undefined {
  if (!user) return "The account is closed";
  const { algorithm, listings, keyUids } = memory.playbook;
  if (!user.plan.limits.strategies.enabled) return "The subscription includes no strategies";
  const excluded = whyNotIncluded(user, algorithm);
  if (excluded !== undefined) return excluded;
  if (!keyUids.every((uid) => mayUseKey(user, uid)))
    return "The user may not use an exchange key of the strategy any more";
  const closed = listings.find(({ exchange }) => !mayUseExchange(user, exchange));
  return closed && `The user may not trade at ${closed.exchange} any more`;
}
