/** What an article did to the price of one pair. */
import { Type, type Static } from "typebox";
import { HORIZONS } from "./core/impact.ts";
import { pairImpact } from "./records.ts";
import type { ImpactData, StoredArticle } from "./store.ts";

const COMPLETED = "completed";

/** One entry for each time after which prices were compared, the shortest first. */
export const impactOnPair = Type.Object({
  status: Type.String({
    description:
      "`completed`; `Still processing.` while some are to come; or `subscription required`: then there are none",
  }),
  data: Type.Array(
    Type.Object({ seconds: Type.Integer({ description: "After the article" }), ...pairImpact.properties }),
    { maxItems: HORIZONS.length },
  ),
});

/**
 * Reads what was measured for a pair. A time that was not measured for it has no entry.
 *
 * @param pair its id: `btcusdt`
 */
export function viewImpactOn(
  { impacts, due }: Pick<StoredArticle, "impacts" | "due">,
  pair: string,
  hasSubscription: boolean,
): Static<typeof impactOnPair> {
  if (!hasSubscription) return { status: "subscription required", data: [] };
  const data = HORIZONS.flatMap((seconds) => {
    const measured = impacts.get(seconds);
    const found = measured === undefined ? undefined : (JSON.parse(measured) as ImpactData)[pair];
    return found === undefined ? [] : [{ seconds, ...found }];
  });
  return { status: due.length === 0 ? COMPLETED : "Still processing.", data };
}
