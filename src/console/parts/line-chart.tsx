/** Lines and bars over time, drawn by uPlot. Times are local. */
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { DAY_MS } from "../../kit/time/spans.ts";
import { texts } from "../say.ts";
import { useChartColours, type ChartColours } from "./chart-colours.ts";

export interface ChartLine {
  readonly title: string;
  /** One for each time; null where the line breaks. */
  readonly values: readonly (number | null)[];
  /** Bars from zero, in place of a line. */
  readonly isBar?: boolean;
}

interface LineChartProps {
  /** Says what is drawn. */
  readonly label: string;
  /** Seconds since 1970, rising. */
  readonly times: readonly number[];
  readonly series: readonly ChartLine[];
}

type Shape = Pick<ChartLine, "title" | "isBar">;

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
/** From here on, the hours of the day at the axis would say the same again and again. */
const LONG_SECONDS = (2 * DAY_MS) / 1_000;
const HEIGHT = 320;
const DASHES: readonly number[][] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

export function LineChart({ label, times, series }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | undefined>(undefined);
  const colours = useChartColours();
  const shapes = series.map(({ title, isBar = false }) => ({ title, isBar }));
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > LONG_SECONDS;
  const data: UPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])];
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const options = optionsOf(shapes, colours, { width: element.clientWidth, isLong });
    const made = new UPlot(options, latest.current, element);
    plot.current = made;
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
    };
  }, [colours, isLong, JSON.stringify(shapes)]);

  useEffect(() => plot.current?.setData(latest.current), [times, series]);

  return <div ref={place} class="line-chart" role="img" aria-label={label} />;
}

interface Frame {
  readonly width: number;
  readonly isLong: boolean;
}

/** Lines differ by their dashes too, so that colour is not the only sign. */
function optionsOf(shapes: readonly Shape[], colours: ChartColours, { width, isLong }: Frame): UPlot.Options {
  const { text, line, series } = colours;
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const tick = isLong ? DAY : CLOCK;
  const hasBars = shapes.some(({ isBar }) => isBar === true);
  return {
    width,
    height: HEIGHT,
    series: [
      { label: texts.chart.time, value: (_, seconds) => (seconds === null ? "" : FULL.format(seconds * 1_000)) },
      ...shapes.map(({ title: label, isBar = false }, at) => {
        const colour = series[at % series.length] ?? text;
        return {
          label,
          stroke: colour,
          // Beside bars, which stand alone in a gap, a line is seen there too.
          points: { show: hasBars && !isBar, size: 6 },
          ...(isBar ? barsOf(colour) : { dash: DASHES[at % DASHES.length] ?? [], width: 2 }),
        };
      }),
    ],
    ...(hasBars ? { scales: { y: { range: fromZero } } } : {}),
    axes: [
      { ...axis, values: (_, ticks) => ticks.map((seconds) => tick.format(seconds * 1_000)) },
      { ...axis, size: 80 },
    ],
  };
}

function barsOf(colour: string): Pick<UPlot.Series, "fill" | "paths"> {
  const paths = UPlot.paths.bars?.({ size: [0.8] });
  return { fill: colour, ...(paths ? { paths } : {}) };
}

/** Bars begin at zero: their heights are compared. */
function fromZero(_plot: UPlot, _least: number | null, most: number | null): [number, number] {
  return [0, Math.max(1, (most ?? 0) * 1.1)];
}
