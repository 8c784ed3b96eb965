/** Candles with the lines of indicators, and marks at some of them, drawn by Lightweight Charts of TradingView. */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineSeries,
  TickMarkType,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef } from "preact/hooks";
import { useChartColours, type ChartColours } from "../../../parts/chart-colours.ts";
import { texts } from "../../../say.ts";
import type { Candle, Line } from "./candles.ts";
import type { PlacedMark } from "./marks.ts";

interface CandleChartProps {
  /** Says what is drawn. */
  readonly label: string;
  readonly candles: readonly Candle[];
  /** First milliseconds of candles that are not known. */
  readonly missing: readonly number[];
  readonly lines: readonly Line[];
  readonly marks?: readonly PlacedMark[];
  /** Places of prices. */
  readonly places: number;
}

const NO_MARKS: readonly PlacedMark[] = [];

export function CandleChart({ label, candles, missing, lines, marks = NO_MARKS, places }: CandleChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<IChartApi | undefined>(undefined);
  const series = useRef<ISeriesApi<"Candlestick"> | undefined>(undefined);
  const marked = useRef<ISeriesMarkersPluginApi<Time> | undefined>(undefined);
  const colours = useChartColours();

  useEffect(() => {
    if (!place.current) return;
    const made = createChart(place.current, { autoSize: true, ...WITHOUT_LOGO, ...LOCAL_TIMES });
    chart.current = made;
    series.current = made.addSeries(CandlestickSeries);
    marked.current = createSeriesMarkers(series.current);
    return () => {
      chart.current = undefined;
      made.remove();
    };
  }, []);

  useEffect(() => paint(chart.current, series.current, colours, places), [colours, places]);

  useEffect(() => {
    const drawn = candles.map(({ ms, open, high, low, close }) => ({ time: timeOf(ms), open, high, low, close }));
    const room = missing.map((ms) => ({ time: timeOf(ms) }));
    series.current?.setData([...drawn, ...room].sort((one, other) => one.time - other.time));
  }, [candles, missing]);

  useEffect(() => {
    const { text, good, bad } = colours;
    const tones = { good, bad, plain: text };
    const drawn = marks.map(({ candleMs, place: side, tone, text: said }) => ({
      time: timeOf(candleMs),
      position: side === "above" ? ("aboveBar" as const) : ("belowBar" as const),
      shape: side === "above" ? ("arrowDown" as const) : ("arrowUp" as const),
      color: tones[tone],
      text: said,
    }));
    marked.current?.setMarkers(drawn);
  }, [marks, colours]);

  useEffect(() => {
    const on = chart.current;
    if (!on) return;
    const added = addLines(on, lines, colours);
    return () => {
      // A chart that is removed has taken its lines with it.
      if (chart.current !== on) return;
      for (const each of added) on.removeSeries(each);
    };
  }, [lines, colours]);

  return (
    <figure class="chart">
      <div ref={place} class="canvas" role="img" aria-label={label} />
      <figcaption class="faint">
        {texts.trading.market.chartHint}{" "}
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          {texts.trading.market.chartCredit}
        </a>
      </figcaption>
    </figure>
  );
}

function timeOf(ms: number): UTCTimestamp {
  return (ms / 1_000) as UTCTimestamp;
}

/** Candles that rise are hollow, so that colour is not the only sign. */
function paint(
  chart: IChartApi | undefined,
  series: ISeriesApi<"Candlestick"> | undefined,
  { panel, text, line, good, bad }: ChartColours,
  places: number,
): void {
  chart?.applyOptions({
    layout: { background: { color: panel }, textColor: text, panes: { separatorColor: line } },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
  });
  series?.applyOptions({
    upColor: panel,
    borderUpColor: good,
    wickUpColor: good,
    downColor: bad,
    borderDownColor: bad,
    wickDownColor: bad,
    priceFormat: { type: "price", precision: places, minMove: 10 ** -places },
  });
}

/** Prices are drawn over the candles, each other indicator in a pane of its own. */
function addLines(chart: IChartApi, lines: readonly Line[], { series }: ChartColours): ISeriesApi<"Line">[] {
  const panes = [...new Set(lines.filter(({ isPrice }) => !isPrice).map(({ title }) => indicatorOf(title)))];
  return lines.map(({ title, isPrice, values }, at) => {
    const pane = isPrice ? 0 : panes.indexOf(indicatorOf(title)) + 1;
    const color = series[at % series.length] ?? "";
    const added = chart.addSeries(LineSeries, { title, color, lineWidth: 2, lastValueVisible: false }, pane);
    added.setData([...values].map(([ms, value]) => ({ time: timeOf(ms), value })));
    return added;
  });
}

function indicatorOf(title: string): string {
  return title.split(" ", 1)[0] ?? title;
}

/** The logo brings a style of its own, which the content policy forbids. The link below the chart stands for it. */
const WITHOUT_LOGO = { layout: { attributionLogo: false } };

/** The library shows times in UTC; all others of the console are local. */
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const LOCAL_TIMES = {
  localization: { timeFormatter: (time: Time) => FULL.format(Number(time) * 1_000) },
  timeScale: {
    timeVisible: true,
    secondsVisible: false,
    tickMarkFormatter: (time: Time, type: TickMarkType) =>
      (type >= TickMarkType.Time ? CLOCK : DAY).format(Number(time) * 1_000),
  },
};
