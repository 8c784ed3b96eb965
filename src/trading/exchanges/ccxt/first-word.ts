/** The first word of a market that was asked for: how long it may take, and what is done where it does not come. */
import type { CcxtClient } from "./library-client.ts";
import type { CcxtExchange } from "./library.ts";
import { namesMarket } from "./names-market.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly } from "./waiting.ts";

/** How long the first word of a market may take before it is asked for as if never before. */
const FIRST_WORD_MS = 30_000;

/** Asks for a book, and waits for its first word. Answers whether it came. @throws what the library does */
export async function firstWord(
  exchange: Pick<CcxtExchange, "watchOrderBook">,
  symbol: string,
  clock: StreamDeps["clock"],
  signal: AbortSignal,
): Promise<boolean> {
  const done = new AbortController();
  const late = sleepQuietly(clock, FIRST_WORD_MS, AbortSignal.any([done.signal, signal])).then(() => false);
  try {
    return await Promise.race([exchange.watchOrderBook(symbol).then(() => true), late]);
  } finally {
    done.abort();
  }
}

/**
 * Has the library forget that it asked for a book: where the answer to its question was lost, it would wait for ever, and not ask
 * again. A connection over which no other market is followed is ended.
 *
 * @param kill ends a connection
 */
export function forgetAsked(
  exchange: Pick<CcxtExchange, "clients" | "market">,
  symbol: string,
  isUsed: (client: CcxtClient) => boolean,
  kill: (client: CcxtClient) => void,
): void {
  const { isOfMarket, isOfTrades } = namesMarket(exchange, symbol);
  for (const client of Object.values(exchange.clients)) {
    if (!Object.keys(client.futures).some(isOfMarket)) continue;
    if (!isUsed(client)) {
      kill(client);
      continue;
    }
    for (const name of Object.keys(client.subscriptions)) {
      // Trades of the market may come over the same connection.
      if (isOfMarket(name) && !isOfTrades(name)) Reflect.deleteProperty(client.subscriptions, name);
    }
  }
}
