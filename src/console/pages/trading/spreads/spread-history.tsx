/** The spread of any two markets: now, and minute by minute. */
import { useMemo } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { useChannel } from "../../../live/push.ts";
import { LineChart } from "../../../parts/line-chart.tsx";
import { Field } from "../../../parts/field.tsx";
import { Empty, Failed, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";
import { QuoteBadge } from "../markets/quote-cells.tsx";
import { plainText } from "../prices/number-text.ts";
import { useExchangeKinds } from "../markets/exchange-names.ts";
import { CombinationKinds } from "./combination-kinds.tsx";
import { MarketField } from "./market-field.tsx";
import { minutesOf, withBreaks, type SpreadMinute } from "./spread-minutes.ts";
import { returnPercent, signedText } from "./spread-values.ts";

const T = texts.trading.spreads.history;
const EVERY_MS = 60_000;

export function SpreadHistory() {
  const [buy, setBuy] = useParam("buy");
  const [sell, setSell] = useParam("sell");
  const [date, setDate] = useParam("date");
  return (
    <>
      <div class="chart-controls wide">
        <MarketField label={T.buy} value={buy} onChoose={setBuy} />
        <MarketField label={T.sell} value={sell} onChoose={setSell} />
        <Field label={T.date} type="date" value={date} onInput={({ currentTarget }) => setDate(currentTarget.value)} />
      </div>
      {buy === "" || sell === "" ? (
        <Empty title={T.choose}>
          <p>{T.chooseNext}</p>
        </Empty>
      ) : (
        <History key={`${buy}+${sell}`} combination={`${buy}+${sell}`} date={date} />
      )}
    </>
  );
}

interface HistoryProps {
  readonly combination: string;
  /** A day in UTC; `""` for today. */
  readonly date: string;
}

function History({ combination, date }: HistoryProps) {
  const asked = useAsked(
    async (signal) => {
      const params = { combination, ...(date === "" ? {} : { date }) };
      return minutesOf(await trading.market.fetchSpreadData(params, { signal }));
    },
    [combination, date],
    { everyMs: EVERY_MS },
  );
  return (
    <>
      <SpreadNow combination={combination} />
      <Tabs param="view" label={T.views.label} tabs={VIEWS} />
      <Show
        asked={asked}
        isEmpty={({ minutes }) => minutes.length === 0}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyNext}</p>
          </Empty>
        }
      >
        {({ minutes, missing }) => (
          <>
            {missing > 0 && <p class="faint">{count(missing, T.missing)}</p>}
            <Minutes minutes={minutes} label={say(T.label, { combination })} />
          </>
        )}
      </Show>
    </>
  );
}

const VIEWS = [
  ["chart", T.views.chart],
  ["table", T.views.table],
] as const;

function SpreadNow({ combination }: { readonly combination: string }) {
  const { message, failure } = useChannel<`spread/${string}`>(`spread/${combination}`);
  const kinds = useExchangeKinds();
  if (failure) return <Failed failure={failure} />;
  if (!message) return null;
  const { data, state } = message;
  const kind = <CombinationKinds combination={combination} kinds={kinds} />;
  if (!data) {
    return (
      <p class="actions">
        {kind} <QuoteBadge state={state ?? "none"} />
      </p>
    );
  }
  return (
    <p class="actions">
      {kind}
      <span>
        {T.ask} <strong class="number">{plainText(data.ask.price)}</strong>
      </span>
      <span>
        {T.bid} <strong class="number">{plainText(data.bid.price)}</strong>
      </span>
      <span>
        {T.gain} <strong class="number">{signedText(returnPercent(data.ratio))}</strong>
      </span>
      <QuoteBadge state="live" />
    </p>
  );
}

function Minutes({ minutes, label }: { readonly minutes: readonly SpreadMinute[]; readonly label: string }) {
  const isTable = currentTab({ param: "view", tabs: VIEWS }) === "table";
  const lines = useMemo(() => {
    // A missing minute breaks the line.
    const filled = withBreaks(minutes);
    return {
      times: filled.map(({ ms }) => ms / 1_000),
      series: (["high", "close", "low"] as const).map((name) => ({
        title: T[name],
        values: filled.map(({ price }) => price?.[name] ?? null),
      })),
    };
  }, [minutes]);
  if (isTable) {
    return <Table caption={label} columns={COLUMNS} rows={minutes.toReversed()} keyOf={({ ms }) => ms} />;
  }
  return <LineChart label={label} times={lines.times} series={lines.series} />;
}

const COLUMNS: readonly Column<SpreadMinute>[] = [
  { title: T.minute, isMain: true, cell: ({ ms }) => <Time at={ms} /> },
  ...(["open", "high", "low", "close"] as const).map((name) => ({
    title: T[name],
    isNumber: true,
    cell: ({ price }: SpreadMinute) => plainText(price[name]),
  })),
  { title: T.gainAtClose, isNumber: true, cell: ({ ratio }) => signedText(returnPercent(ratio.close)) },
];
