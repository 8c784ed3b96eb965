/** When a signal was opened and closed, on the candles of its market, with a table of the same. */
import { useMemo } from "preact/hooks";
import type { ShowPositionResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { Choice } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { CandleChart } from "../markets/candle-chart.tsx";
import { candlesOf, INTERVAL_MS, intervalOf, type Interval } from "../markets/candles.ts";
import { useMarketFacts } from "../markets/market-facts.ts";
import { placeMarks, type Mark } from "../markets/marks.ts";
import { plainText } from "../prices/number-text.ts";

const T = texts.trading.signals.positions;
const NOTHING: readonly never[] = [];
const PLACES = 8;

interface PositionsProps {
  readonly id: string;
  readonly code: string;
  /** Another text after each trigger. */
  readonly turn: string;
}

export function Positions({ id, code, turn }: PositionsProps) {
  const [chosen, setInterval] = useParam("interval");
  const interval = chosen === "" ? "1h" : intervalOf(chosen);
  const asked = useAsked((signal) => trading.signals.showPosition({ id, interval }, { signal }), [id, interval, turn]);
  const market = useMarketFacts(code);
  return (
    <Section title={T.title}>
      <div class="chart-controls">
        <Choice
          label={texts.trading.market.candles.interval}
          choices={Object.keys(INTERVAL_MS).map((each) => [each, each] as const)}
          value={interval}
          onChange={({ currentTarget }) => setInterval(currentTarget.value)}
        />
      </div>
      <Show asked={asked}>
        {(found) => <Drawn found={found} interval={interval} places={market.value?.pricePlaces ?? PLACES} />}
      </Show>
    </Section>
  );
}

interface DrawnProps {
  readonly found: ShowPositionResult;
  readonly interval: Interval;
  readonly places: number;
}

function Drawn({ found, interval, places }: DrawnProps) {
  const candles = useMemo(() => candlesOf(found.klines), [found]);
  const marks = useMemo(
    () =>
      placeMarks(
        found.positions.map(markOf),
        candles.map(({ ms }) => ms),
        INTERVAL_MS[interval],
      ),
    [found, candles, interval],
  );
  return (
    <>
      {candles.length === 0 ? (
        <Empty title={texts.trading.market.candles.empty} />
      ) : (
        <CandleChart
          label={say(T.label, { market: found.code, interval })}
          candles={candles}
          missing={NOTHING}
          lines={NOTHING}
          marks={marks}
          places={places}
        />
      )}
      {found.positions.length === 0 ? (
        <p class="faint">{T.none}</p>
      ) : (
        <Table
          caption={T.title}
          columns={COLUMNS}
          rows={found.positions}
          keyOf={({ iteration, action }) => `${iteration} ${action}`}
        />
      )}
    </>
  );
}

type Position = ShowPositionResult["positions"][number];

/** A purchase points up at its candle, a sale points down. */
function markOf({ iteration, side, time }: Position): Mark {
  const isPurchase = side === "buy";
  return {
    ms: time,
    place: isPurchase ? "below" : "above",
    tone: isPurchase ? "good" : "bad",
    text: String(iteration),
  };
}

const S = texts.trading.signals;

const COLUMNS: readonly Column<Position>[] = [
  { title: T.number, isMain: true, cell: ({ iteration }) => iteration },
  { title: T.what, cell: ({ action }) => (action === "open" ? T.opened : T.closed) },
  { title: S.direction, cell: ({ side }) => (side === "buy" ? S.directions.buy : S.directions.sell) },
  { title: T.price, isNumber: true, cell: ({ price }) => plainText(price) },
  { title: T.time, cell: ({ time }) => <Time at={time} /> },
];
