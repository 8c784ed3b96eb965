/** Reads the trades of a market, page after page, however short the pages of its exchange are. */
import { ExchangeFailure, type Fill } from "../exchanges/index.ts";
import type { SendContext } from "./send-context.ts";

const PAGE = 1_000;
const MOST_PAGES = 20;
/** No exchange cuts its pages shorter. */
const SHORTEST_PAGE = 50;

/**
 * Gives every trade since a time to `take`, oldest first; one may come twice. A page that brings no newer trade is the
 * last one: exchanges cap their pages at different lengths. Pages continue from the time of their newest trade. Trades
 * beyond one page within one millisecond cannot be read: that fails, and nothing is taken as complete.
 *
 * @returns where to go on when there are more trades than are read at once; undefined when all were read
 * @throws ExchangeFailure as the exchange, and `unavailable` where more trades are in one millisecond than a page holds
 */
export async function readFills(
  {
    account,
    key,
    log,
  }: Pick<SendContext, "account"> & {
    readonly key: Pick<SendContext["key"], "keyId">;
    readonly log: Pick<SendContext["log"], "warn" | "error">;
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
    if (seen.size === before || newestMs <= sinceMs) {
      const isFull = fills.length >= SHORTEST_PAGE && newestMs <= sinceMs;
      if (isFull && (await isCut(account, marketId, sinceMs, fills.length))) {
        log.error({ key: key.keyId, market: marketId, sinceMs }, "more trades of a millisecond than an exchange shows");
        throw new ExchangeFailure("unavailable", "other", `More trades at ${sinceMs} than can be read`);
      }
      return undefined;
    }
    sinceMs = newestMs;
  }
  log.warn({ key: key.keyId, market: marketId, sinceMs }, "a key has more trades than are read at once; read on later");
  return sinceMs;
}

/** Whether a page that holds trades of one millisecond alone has left something out. */
async function isCut(
  account: SendContext["account"],
  marketId: string,
  atMs: number,
  length: number,
): Promise<boolean> {
  if (length >= PAGE) return true;
  return (await account.fills(marketId, { sinceMs: atMs + 1, limit: 1 })).length > 0;
}
