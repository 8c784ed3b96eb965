/** The proof that unchanged books are in step. */
import type { ClientTap } from "./client-tap.ts";
import { isUnlisted } from "./error-facts.ts";
import type { CcxtClient } from "./library-client.ts";
import type { CcxtBook, CcxtExchange } from "./library.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** A connection without a report for this long is asked for a sign of life. */
const UNHEARD_MS = 2_000;

/** Until the last report of a connection, none of its books has missed anything. */
export function proveBooks(
  markets: readonly WatchedMarket[],
  tap: Pick<ClientTap, "pongMs" | "ping">,
  nowMs: number,
): void {
  const byClient = new Map<CcxtClient, WatchedMarket[]>();
  for (const watched of markets) {
    const { client, state } = watched;
    if (!client || state !== "live") continue;
    const known = byClient.get(client);
    if (known) known.push(watched);
    else byClient.set(client, [watched]);
  }
  for (const [client, own] of byClient) {
    const heardMs = own.reduce((newest, { silence }) => Math.max(newest, silence.heardMs), tap.pongMs(client));
    for (const watched of own) watched.proved(heardMs);
    if (nowMs - heardMs >= UNHEARD_MS) tap.ping(client);
  }
}

/** Until when everything that was sent over a connection is here, milliseconds; 0 where nothing proves it. */
export function wholeUntilMs(
  client: CcxtClient,
  markets: readonly WatchedMarket[],
  tap: Pick<ClientTap, "pongMs">,
): number {
  let wholeMs = tap.pongMs(client);
  for (const watched of markets) {
    if (watched.client === client && watched.state !== "new") wholeMs = Math.max(wholeMs, watched.silence.heardMs);
    if (watched.tradesClient === client) wholeMs = Math.max(wholeMs, watched.tradesHeardMs);
  }
  return wholeMs;
}

/**
 * A book as the exchange answers it; undefined where it does not answer. `unlisted` where it has no such market any more: its
 * stream is silent for ever, on a connection that is in order.
 */
export async function findTheirs(
  rest: Pick<CcxtExchange, "fetchOrderBook">,
  symbol: string,
  depth: number,
): Promise<Pick<CcxtBook, "bids" | "asks"> | "unlisted" | undefined> {
  try {
    return await rest.fetchOrderBook(symbol, depth);
  } catch (error) {
    return isUnlisted(error) ? "unlisted" : undefined;
  }
}

/** Whether two books have the same best prices. */
export function isAlike(ours: CcxtBook | undefined, theirs: Pick<CcxtBook, "bids" | "asks">): boolean {
  return ours?.bids[0]?.[0] === theirs.bids[0]?.[0] && ours?.asks[0]?.[0] === theirs.asks[0]?.[0];
}
