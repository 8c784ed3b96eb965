/** Reads the trades of a market, page after page, however short the pages of its exchange are. */
import type { Fill } from "../exchanges/index.ts";
import type { SendContext } from "./send-context.ts";

const PAGE = 1_000;
const MOST_PAGES = 20;

/**
 * Gives every trade since a time to `take`, oldest first; one may come twice. A page that brings no newer trade is the
 * last one: exchanges cap their pages at different lengths. Pages are longer than the trades of a key in one millisecond.
 *
 * @returns where to go on when there are more trades than are read at once; undefined when all were read
 */
export async function readFills(
  {
    account,
    key,
    log,
  }: Pick<SendContext, "account"> & {
    readonly key: Pick<SendContext["key"], "keyId">;
    readonly log: Pick<SendContext["log"], "warn">;
  },
  marketId: string,
  fromMs: number,
  take: (fill: Fill) => Promise<void>,
): Promise<number | undefined> {
  const seen = new Set<string>();
  let sinceMs = fromMs;
  for (let page = 0; page < MOST_PAGES; page++) {
    const fills = await account.fills(marketId, { sinceMs, limit: PAGE });
    const before = seen.size;
    for (const fill of fills) {
      seen.add(`${fill.exchangeOrderId} ${fill.id}`);
      await take(fill);
    }
    const newestMs = Math.max(...fills.map(({ atMs }) => atMs));
    if (seen.size === before || newestMs <= sinceMs) return undefined;
    sinceMs = newestMs;
  }
  log.warn({ key: key.keyId, market: marketId, sinceMs }, "a key has more trades than are read at once; read on later");
  return sinceMs;
}
