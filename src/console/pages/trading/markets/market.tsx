/** One market: its best prices, candles with indicators and news, the ladder, and its trades. */
import { useMemo } from "preact/hooks";
import { tradingUser } from "../../../live/identity.ts";
import { useParam } from "../../../live/param.ts";
import { useChannel } from "../../../live/push.ts";
import { Facts } from "../../../parts/facts.tsx";
import { MoneyBadge } from "../../../parts/money.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { PushNote } from "../../../parts/push-note.tsx";
import { Empty, Failed, Show } from "../../../parts/states.tsx";
import type { PageProps } from "../../../shell/pages.ts";
import { say, texts } from "../../../say.ts";
import { CandleSection } from "./candle-section.tsx";
import { intervalOf } from "./candles.ts";
import { momentIn } from "./chart-moment.ts";
import { useExchangeKinds } from "./exchange-names.ts";
import { LadderSection } from "./ladder.tsx";
import { NO_TRADES } from "./latest-trades.ts";
import { useMarketFacts, type MarketFacts } from "./market-facts.ts";
import { marksOfNews, useMarketNews } from "./market-news.ts";
import type { Mark } from "./marks.ts";
import { NewsSection, useAfter } from "./news-section.tsx";
import { paddedText, percentText } from "../prices/number-text.ts";
import { quoteOf } from "./quote.ts";
import { QuoteBadge, WatchButton } from "./quote-cells.tsx";
import { TradesSection, useTrades } from "./trade-list.tsx";
import { useWatchlist } from "./watchlist.ts";

const T = texts.trading.market;

export function Market({ params: { code = "" } }: PageProps) {
  const asked = useMarketFacts(code);
  const name = asked.value ? say(T.title, { symbol: asked.value.symbol, exchange: asked.value.exchangeName }) : code;
  return (
    <Page title={name} actions={asked.value && <Watch market={asked.value} />}>
      <PushNote />
      <Show
        asked={asked}
        isEmpty={(market) => market === null}
        empty={
          <Empty title={say(T.unknown, { code })}>
            <a class="button" href="/console/trading/markets">
              {T.toMarkets}
            </a>
          </Empty>
        }
      >
        {(market) => market && <KnownMarket market={market} />}
      </Show>
    </Page>
  );
}

function KnownMarket({ market }: { readonly market: MarketFacts }) {
  const { code, exchange, pricePlaces } = market;
  const kinds = useExchangeKinds();
  const kind = kinds.get(exchange);
  const [at] = useParam("at");
  const [interval] = useParam("interval");
  const [after] = useAfter();
  const moment = momentIn(at);
  const news = useMarketNews(code, moment, intervalOf(interval));
  const marks = useMemo(() => marksOfNews(news.value ?? [], after), [news.value, after]);
  return (
    <div class={`money-frame ${kind ?? ""}`}>
      <p class="actions">
        <MoneyBadge kind={kind} /> <BestPrices code={code} places={pricePlaces} />
      </p>
      <div class="market-page">
        <LivePart market={market} moment={moment} marks={marks} />
        <div class="market-side">
          <LadderSection code={code} places={pricePlaces} />
          <Terms market={market} />
        </div>
      </div>
      <NewsSection news={news} />
    </div>
  );
}

interface LivePartProps {
  readonly market: MarketFacts;
  /** Around which candles are shown, seconds since 1970; undefined for now. */
  readonly moment: number | undefined;
  readonly marks: readonly Mark[];
}

/** Chart and trades, which follow the same channel. */
function LivePart({ market, moment, marks }: LivePartProps) {
  const followed = useTrades(market.code);
  const live = moment === undefined ? followed : NO_TRADES;
  return (
    <div class="market-main">
      <CandleSection market={market} live={live} moment={moment} marks={marks} />
      <TradesSection followed={followed} places={market.pricePlaces} />
    </div>
  );
}

function BestPrices({ code, places }: { readonly code: string; readonly places: number }) {
  const { message, atMs, failure } = useChannel<`spread/${string}`>(`spread/${code}+${code}`);
  if (failure) return <Failed failure={failure} />;
  if (!message || atMs === undefined) return null;
  const { state, bid, ask } = quoteOf(message, atMs);
  return (
    <>
      {bid !== undefined && ask !== undefined && (
        <>
          <span>
            {T.bid} <strong class="number">{paddedText(bid, places)}</strong>
          </span>
          <span>
            {T.ask} <strong class="number">{paddedText(ask, places)}</strong>
          </span>
        </>
      )}
      <QuoteBadge state={state} />
    </>
  );
}

function Watch({ market: { code, symbol, exchangeName } }: { readonly market: MarketFacts }) {
  const watchlist = useWatchlist();
  if (!tradingUser.value) return null;
  return (
    <>
      {watchlist.failure && <Failed failure={watchlist.failure} again={watchlist.again} />}
      <WatchButton row={{ code, symbol, exchange: exchangeName }} watchlist={watchlist} />
    </>
  );
}

function Terms({ market }: { readonly market: MarketFacts }) {
  const facts = [
    [T.facts.code, market.code],
    [T.facts.tick, `${market.tickSize} ${market.quote}`],
    [T.facts.step, `${market.stepSize} ${market.base}`],
    [T.facts.least, `${market.minNotional} ${market.quote}`],
    [T.facts.maker, percentText(market.makerFee)],
    [T.facts.taker, percentText(market.takerFee)],
  ] as const;
  return (
    <Section title={T.facts.title}>
      <Facts facts={facts} />
    </Section>
  );
}
