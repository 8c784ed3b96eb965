/** Cells of a market's row. Each is painted again by itself, so that a price that moves does not touch the list. */
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../../../parts/announce.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { say, texts } from "../../../say.ts";
import type { LiveMarket, LiveQuotes } from "./live-quotes.ts";
import type { MarketRow } from "../../../live/market-rows.ts";
import { lastedText, paddedText } from "../prices/number-text.ts";
import type { QuoteState } from "./quote.ts";
import type { Watchlist } from "./watchlist.ts";

const T = texts.trading.markets;
const TONES: Readonly<Record<QuoteState, Tone>> = {
  live: "good",
  none: "plain",
  stale: "warn",
  crossed: "bad",
  empty: "plain",
  "best-only": "plain",
  refused: "bad",
};

/** The name of the market. It tells `quotes` whether its row is in view. */
export function MarketName({ row, quotes }: { readonly row: MarketRow; readonly quotes: LiveQuotes }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watcher = new IntersectionObserver((entries) => {
      quotes.setInView(row.code, entries.at(-1)?.isIntersecting === true);
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      quotes.setInView(row.code, false);
    };
  }, [row.code]);
  return (
    <div ref={place}>
      <a href={`/console/trading/markets/${encodeURIComponent(row.code)}`}>{row.symbol}</a>
    </div>
  );
}

interface PriceProps {
  readonly market: LiveMarket;
  readonly side: "ask" | "bid";
  readonly places: number;
}

/** A best price, or a dash: the state beside it says why there is none. */
export function PriceCell({ market, side, places }: PriceProps) {
  const price = market.quote.value?.[side];
  return price === undefined ? <span class="faint">–</span> : <>{paddedText(price, places)}</>;
}

export function StateCell({ market }: { readonly market: LiveMarket }) {
  const quote = market.quote.value;
  if (!quote) return <span class="faint">…</span>;
  return (
    <>
      <QuoteBadge state={quote.state} />
      {quote.failure && <div class="faint">{quote.failure.message}</div>}
    </>
  );
}

export function QuoteBadge({ state }: { readonly state: QuoteState }) {
  return <Badge tone={TONES[state]} text={T.states[state]} />;
}

export function AgeCell({ market }: { readonly market: LiveMarket }) {
  const seconds = market.ageSeconds.value;
  return seconds === undefined ? <span class="faint">–</span> : <>{lastedText(seconds * 1_000)}</>;
}

interface WatchProps {
  readonly row: Pick<MarketRow, "code" | "symbol" | "exchange">;
  readonly watchlist: Watchlist;
}

/** Adds the market to the watchlist, or takes it off. Nothing until the list is known. */
export function WatchButton({ row, watchlist: { entries, toggle } }: WatchProps) {
  const codes = entries.value;
  if (!codes) return null;
  const isWatched = codes.has(row.code);
  const values = { symbol: row.symbol, exchange: row.exchange };
  const change = async (): Promise<void> => {
    const now = await toggle(row.code);
    if (now !== undefined) announce(say(now ? T.watched : T.unwatched, values));
  };
  return (
    <button
      type="button"
      class={isWatched ? "" : "quiet"}
      aria-label={say(isWatched ? T.unwatchMarket : T.watchMarket, values)}
      onClick={() => void change()}
    >
      {isWatched ? T.unwatch : T.watch}
    </button>
  );
}
