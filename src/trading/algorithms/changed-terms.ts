/** The changed terms of an algorithm, applied to the present ones. */
import { formatAmount, parseAmount } from "../../kit/money/amount.ts";
import type { AlgorithmTerms } from "./core/definition.ts";
import { unfit } from "./errors.ts";
import type { AlgorithmStore, Viewer } from "./store.ts";

/** US dollars, as the price of a signal: a slip of the hand is refused. */
const MAX_ALGORITHM_PRICE = "10000";

export interface SentTerms {
  readonly name: string;
  readonly group_name: string;
  readonly reverse_id?: string;
  readonly comments?: string;
  readonly maximum_transactions_successful?: number;
  readonly maximum_transactions_canceled?: number;
  readonly cpa_successful?: string;
  readonly cpa_canceled?: string;
  readonly package_minimum?: string;
  readonly monthly_fee?: string;
}

/** Terms that are not sent stay; 0 and empty texts remove a limit, a package and a reverse. */
export function changedTerms<Terms extends AlgorithmTerms>(before: Terms, sent: SentTerms): Terms {
  return {
    ...before,
    groupName: lineOf("group_name", sent.group_name),
    name: lineOf("name", sent.name),
    reverseId: sent.reverse_id === undefined ? before.reverseId : Number(sent.reverse_id) || null,
    comments: sent.comments ?? before.comments,
    maximumSuccessful: limitAfter(before.maximumSuccessful, sent.maximum_transactions_successful),
    maximumCanceled: limitAfter(before.maximumCanceled, sent.maximum_transactions_canceled),
    cpaSuccessful: priceAfter(before.cpaSuccessful, sent, "cpa_successful"),
    cpaCanceled: priceAfter(before.cpaCanceled, sent, "cpa_canceled"),
    packageMinimum: sent.package_minimum === undefined ? before.packageMinimum : sent.package_minimum || null,
    monthlyFee: priceAfter(before.monthlyFee, sent, "monthly_fee"),
  };
}

/** Refuses a reverse that the caller does not see. */
export async function requireReverse(
  algorithms: AlgorithmStore,
  viewer: Viewer,
  { reverse_id: sent = "" }: SentTerms,
): Promise<void> {
  const id = Number(sent);
  if (id !== 0 && !(await algorithms.find(viewer, id))) throw unfit("reverse_id", `there is no algorithm ${id}`);
}

/** One line that people can read: others see it in their lists. */
function lineOf(parameter: string, sent: string): string {
  const line = sent.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "") throw unfit(parameter, "it has no characters that can be seen");
  return line;
}

function limitAfter(before: number | null, sent: number | undefined): number | null {
  return sent === undefined ? before : sent || null;
}

function priceAfter(before: string, sent: SentTerms, name: "cpa_successful" | "cpa_canceled" | "monthly_fee"): string {
  const price = sent[name];
  if (price === undefined) return before;
  const units = parseAmount(price);
  if (units > parseAmount(MAX_ALGORITHM_PRICE))
    throw unfit(name, `it must be at most ${MAX_ALGORITHM_PRICE} US dollars`);
  return formatAmount(units);
}
