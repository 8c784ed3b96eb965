/** A hook as answers show it: never its address. */
import type { Static } from "typebox";
import { formatAmount, parseAmount } from "../../kit/money/amount.ts";
import { jsonMember } from "../../kit/text/parse-json.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import type { hook } from "./records.ts";
import type { Hook } from "./hook-store.ts";

export function showHook({ last, ...of }: Hook): Static<typeof hook> {
  const reason = last && jsonMember(last.answer, "reason");
  return {
    id: String(of.id),
    signal_id: String(of.signalId),
    label: of.label,
    execute_within: of.executeWithinMs,
    maximum_amount: formatAmount(parseAmount(of.maximumAmount)),
    time_created: toSeconds(of.createdAt),
    last_message: last
      ? { time: last.receivedMs, outcome: last.outcome, reason: typeof reason === "string" ? reason : "" }
      : null,
  };
}
