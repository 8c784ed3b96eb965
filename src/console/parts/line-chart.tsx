/** Lines over time, drawn by uPlot. Times are local. */
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { texts } from "../say.ts";
import { useChartColours, type ChartColours } from "./chart-colours.ts";

export interface ChartLine {
  readonly title: string;
  /** One for each time; null where the line breaks. */
  readonly values: readonly (number | null)[];
}

interface LineChartProps {
  /** Says what is drawn. */
  readonly label: string;
  /** Seconds since 1970, rising. */
  readonly times: readonly number[];
  readonly series: readonly ChartLine[];
}

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const HEIGHT = 320;
const DASHES: readonly number[][] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

export function LineChart({ label, times, series }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>();
  const colours = useChartColours();
  const titles = series.map(({ title }) => title);
  const data: UPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])];
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = new UPlot(optionsOf(titles, colours, element.clientWidth), latest.current, element);
    plot.current = made;
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
    };
  }, [colours, titles.join("\n")]);

  useEffect(() => plot.current?.setData(latest.current), [times, series]);

  return <div ref={place} class="line-chart" role="img" aria-label={label} />;
}

/** Lines differ by their dashes too, so that colour is not the only sign. */
function optionsOf(titles: readonly string[], { text, line, series }: ChartColours, width: number): UPlot.Options {
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return {
    width,
    height: HEIGHT,
    series: [
      { label: texts.chart.time, value: (_, seconds) => (seconds === null ? "" : FULL.format(seconds * 1_000)) },
      ...titles.map((label, at) => ({
        label,
        stroke: series[at % series.length] ?? text,
        dash: DASHES[at % DASHES.length] ?? [],
        width: 2,
        points: { show: false },
      })),
    ],
    axes: [
      { ...axis, values: (_, ticks) => ticks.map((seconds) => CLOCK.format(seconds * 1_000)) },
      { ...axis, size: 80 },
    ],
  };
}
