/** The complete candles of a chart as a table, the newest first. The candle of now is in the chart only: it changes. */
import { useMemo } from "preact/hooks";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import type { Candle, Line } from "./candles.ts";
import { paddedText, plainText } from "../prices/number-text.ts";

const T = texts.trading.market.candles;
const PRICES = ["open", "high", "low", "close"] as const;

interface CandleTableProps {
  readonly label: string;
  readonly candles: readonly Candle[];
  readonly lines: readonly Line[];
  readonly places: number;
}

export function CandleTable({ label, candles, lines, places }: CandleTableProps) {
  const columns = useMemo(() => columnsOf(lines, places), [lines, places]);
  const rows = useMemo(() => candles.filter(({ volume }) => volume !== undefined).reverse(), [candles]);
  return <Table caption={label} columns={columns} rows={rows} keyOf={({ ms }) => ms} />;
}

function columnsOf(lines: readonly Line[], places: number): Column<Candle>[] {
  return [
    { title: T.time, isMain: true, cell: ({ ms }) => <Time at={ms} /> },
    ...PRICES.map((name) => ({
      title: T[name],
      isNumber: true,
      cell: (candle: Candle) => paddedText(candle[name], places),
    })),
    {
      title: T.volume,
      isNumber: true,
      cell: ({ volume }) => (volume === undefined ? "" : plainText(volume)),
    },
    ...lines.map(({ title, values }) => ({
      title,
      isNumber: true,
      cell: ({ ms }: Candle) => {
        const value = values.get(ms);
        return value === undefined ? <span class="faint">–</span> : plainText(value);
      },
    })),
  ];
}
