/** The parts of a channel's name: `asks/binance-btcusdt-1`, `spread/kraken-btcusd+binance-btcusdt`, `arbitrage`, ... */

export type BookSide = "asks" | "bids";
/** The data of an account. */
export type PrivateTopic = "signals" | "strategy" | "transactions";

/** All news, those of a keyword of the watchlist, or those of a user's own keyword: its id has digits alone. */
export type NewsScope = "all" | { readonly watched: string } | { readonly own: number };

export type ChannelName =
  | { readonly kind: "price"; readonly side: BookSide; readonly code: string; readonly level: number }
  | { readonly kind: "book"; readonly code: string }
  | { readonly kind: "trades"; readonly code: string }
  | { readonly kind: "spread"; readonly ask: string; readonly bid: string }
  | { readonly kind: "arbitrage" }
  | { readonly kind: "status" }
  | { readonly kind: "news"; readonly of: NewsScope }
  | { readonly kind: "private"; readonly topic: PrivateTopic; readonly id: string };

/** Two service codes and what joins them. */
const MAX_LENGTH = 160;
const CODE = "[a-z0-9_]{1,40}-[a-z0-9_:.]{1,40}";
const PRICE = new RegExp(`^(asks|bids)/(${CODE})-(10|[1-9])$`);
const OF_MARKET = new RegExp(`^(book|trades)/(${CODE})$`);
const SPREAD = new RegExp(`^spread/(${CODE})\\+(${CODE})$`);
const NEWS = /^news\/([a-z0-9-]{1,60})$/;
const OWN = /^[0-9]{1,15}$/;
const PRIVATE = /^(signals|strategy|transactions)\/([0-9]{1,18})$/;

/** Reads a name; undefined for one of no known form. Whether there is such a market is for the caller to find out. */
export function parseChannel(text: string): ChannelName | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (text === "arbitrage") return { kind: "arbitrage" };
  if (text === "system/status") return { kind: "status" };
  if (text === "news") return { kind: "news", of: "all" };
  const [, keyword] = NEWS.exec(text) ?? [];
  if (keyword !== undefined) {
    return { kind: "news", of: OWN.test(keyword) ? { own: Number(keyword) } : { watched: keyword } };
  }
  const [, side, priced, level] = PRICE.exec(text) ?? [];
  if (priced !== undefined) return { kind: "price", side: side as BookSide, code: priced, level: Number(level) };
  const [, kind, code] = OF_MARKET.exec(text) ?? [];
  if (code !== undefined) return { kind: kind === "book" ? "book" : "trades", code };
  const [, ask, bid] = SPREAD.exec(text) ?? [];
  if (ask !== undefined && bid !== undefined) return { kind: "spread", ask, bid };
  const [, topic, id] = PRIVATE.exec(text) ?? [];
  if (id !== undefined) return { kind: "private", topic: topic as PrivateTopic, id };
  return undefined;
}
