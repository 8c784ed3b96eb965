/** The candles of a market: interval, indicators, and a chart or a table of them. */
import { useEffect, useMemo } from "preact/hooks";
import type { Trade } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { serverNowMs } from "../../../live/server-clock.ts";
import { Choice } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Aged, Empty, Failed, Show } from "../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";
import { CandleChart } from "./candle-chart.tsx";
import { CandleTable } from "./candle-table.tsx";
import {
  candlesOf,
  indicatorsIn,
  INTERVAL_MS,
  intervalOf,
  linesOf,
  missingTimes,
  withTrades,
  type Candle,
  type Interval,
  type Line,
} from "./candles.ts";
import { CANDLES, endOfChart } from "./chart-moment.ts";
import { IndicatorChoice } from "./indicator-choice.tsx";
import type { LatestTrades } from "./latest-trades.ts";
import type { MarketFacts } from "./market-facts.ts";
import { placeMarks, type Mark } from "./marks.ts";

const T = texts.trading.market;
/** Callers without a session have 60 requests a minute; between two answers, trades carry the candles on. */
const EVERY_MS = 60_000;
/** A break of the stream and its end often come close together: the candles are asked for once. */
const AFTER_BREAK_MS = 3_000;
const NO_LINES: readonly Line[] = [];

interface CandleSectionProps {
  readonly market: MarketFacts;
  readonly live: Pick<LatestTrades, "trades" | "misses">;
  /** Around which candles are shown, seconds since 1970; undefined for now. */
  readonly moment: number | undefined;
  readonly marks: readonly Mark[];
}

export function CandleSection({ market, live: { trades, misses }, moment, marks }: CandleSectionProps) {
  const [intervalText, setInterval] = useParam("interval");
  const [indicatorText, setIndicators] = useParam("indicators");
  const interval = intervalOf(intervalText);
  const indicators = indicatorsIn(indicatorText);
  const asked = useCandles(market.code, interval, moment);
  const lines = useLines(market, interval, indicators, moment);
  useAfterBreaks(misses, () => {
    asked.again();
    lines.again();
  });
  return (
    <Section title={T.candles.title}>
      {moment !== undefined && <Moment at={moment} />}
      <div class="chart-controls">
        <Choice
          label={T.candles.interval}
          choices={Object.keys(INTERVAL_MS).map((each) => [each, each] as const)}
          value={interval}
          onChange={({ currentTarget }) => setInterval(currentTarget.value)}
        />
        <IndicatorChoice chosen={indicators} onChoose={(next) => setIndicators(next.join(" "))} />
      </div>
      {lines.failure && lines.value === undefined && <Failed failure={lines.failure} again={lines.again} />}
      {lines.value !== undefined && <Aged asked={lines} />}
      <Tabs param="view" label={T.candles.views.label} tabs={VIEWS} />
      <Show
        asked={asked}
        isEmpty={({ candles }) => candles.length === 0 && (trades ?? []).length === 0}
        empty={
          <Empty title={moment === undefined ? T.candles.empty : T.candles.emptyThen}>
            <p>{moment === undefined ? T.candles.emptyNext : T.candles.emptyThenWhy}</p>
          </Empty>
        }
      >
        {(found) => (
          <Candles
            found={found}
            trades={trades}
            intervalMs={INTERVAL_MS[interval]}
            lines={lines.value ?? NO_LINES}
            marks={marks}
            label={say(T.candles.label, { market: market.symbol, interval })}
          />
        )}
      </Show>
    </Section>
  );
}

const VIEWS = [
  ["chart", T.candles.views.chart],
  ["table", T.candles.views.table],
] as const;

interface Found {
  readonly candles: readonly Candle[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly places: number;
}

/** Says that the chart is not of now. */
function Moment({ at }: { readonly at: number }) {
  return (
    <p class="actions">
      <span>
        {T.candles.around} <Time at={timeOfSeconds(at)} />
      </span>
      <a class="button" href={withParams({ at: undefined })}>
        {T.candles.toNow}
      </a>
    </p>
  );
}

/** Trades that were missed are in the answer to a question that is asked after them, and come by no message. */
function useAfterBreaks(misses: number, ask: () => void): void {
  useEffect(() => {
    if (misses === 0) return undefined;
    const timer = setTimeout(ask, AFTER_BREAK_MS);
    return () => clearTimeout(timer);
  }, [misses]);
}

/** What has been does not change. */
const polling = (moment: number | undefined) => (moment === undefined ? { everyMs: EVERY_MS } : {});

function useCandles(code: string, interval: Interval, moment: number | undefined) {
  return useAsked(
    async (signal): Promise<Found> => {
      const to = endOfChart(moment, interval, serverNowMs());
      const { candles, gaps, precision } = await trading.charts.listCandles(
        { symbol: code, interval, limit: CANDLES, ...(to === undefined ? {} : { to }) },
        { signal },
      );
      return { candles: candlesOf(candles), gaps, places: precision };
    },
    [code, interval, moment],
    polling(moment),
  );
}

function useLines(
  { exchange, symbol }: MarketFacts,
  interval: Interval,
  indicators: readonly string[],
  moment: number | undefined,
) {
  return useAsked(
    async (signal): Promise<readonly Line[]> => {
      if (indicators.length === 0) return NO_LINES;
      const nowMs = serverNowMs();
      const timeto = endOfChart(moment, interval, nowMs) ?? Math.floor(nowMs / 1_000);
      const timefrom = timeto - (CANDLES * INTERVAL_MS[interval]) / 1_000;
      const found = await trading.market.computeIndicators(
        { exchange, symbol, type: typeOf(symbol), interval, timefrom, timeto, indicators: [...indicators] },
        { signal },
      );
      const times = found.candles.map(([ms = 0]) => ms);
      return linesOf(times, found.indicators);
    },
    [exchange, symbol, interval, indicators.join(" "), moment],
    polling(moment),
  );
}

/** `BTC/USDT:USDT` is a swap, `BTC/USDT:USDT-260327` a future. */
function typeOf(symbol: string): string {
  const settled = symbol.split(":", 2)[1];
  if (settled === undefined) return "spot";
  return settled.includes("-") ? "future" : "swap";
}

interface CandlesProps {
  readonly found: Found;
  readonly trades: readonly Trade[] | undefined;
  readonly intervalMs: number;
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  readonly label: string;
}

function Candles({ found: { candles: asked, gaps, places }, trades, intervalMs, lines, marks, label }: CandlesProps) {
  const candles = useMemo(() => withTrades(asked, trades ?? [], intervalMs), [asked, trades, intervalMs]);
  const missing = useMemo(() => missingTimes(asked, gaps, intervalMs), [asked, gaps, intervalMs]);
  const placed = useMemo(() => {
    const times = [...candles.map(({ ms }) => ms), ...missing];
    return placeMarks(marks, times, intervalMs);
  }, [marks, candles, missing, intervalMs]);
  const isTable = currentTab({ param: "view", tabs: VIEWS }) === "table";
  return (
    <>
      {missing.length > 0 && <p class="faint">{count(missing.length, T.candles.missing)}</p>}
      {isTable ? (
        <CandleTable label={label} candles={asked} lines={lines} places={places} />
      ) : (
        <CandleChart label={label} candles={candles} missing={missing} lines={lines} marks={placed} places={places} />
      )}
    </>
  );
}
