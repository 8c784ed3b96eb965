/** Arbitrage as it comes and goes: returns after fees, how long each has lived, and an alert. */
import type { MoneyKind } from "../../../live/money-kind.ts";
import { useNow } from "../../../live/now.ts";
import { useParam } from "../../../live/param.ts";
import { Check, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Aged, Empty, Failed, Loading } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";
import { lastedText, plainText } from "../prices/number-text.ts";
import { useExchangeKinds } from "../markets/exchange-names.ts";
import { CombinationKinds } from "./combination-kinds.tsx";
import { AlertChoice, useAlert } from "./opportunity-alert.tsx";
import type { Ended, Opportunity } from "./opportunities.ts";
import { historyOf } from "./spread-matrix.tsx";
import { signedText } from "./spread-values.ts";
import { useOpportunities } from "./use-opportunities.ts";

const T = texts.trading.spreads.arbitrage;
const SHOWN = 50;

export function ArbitrageList() {
  const [search, setSearch] = useParam("q");
  const [net, setNet] = useParam("net");
  const alert = useAlert(search);
  const { seen, fees, failure } = useOpportunities(alert.isOn, alert.look);
  const kinds = useExchangeKinds();
  const nowMs = useNow();
  if (failure) return <Failed failure={failure} />;
  if (!seen) return <Loading />;
  const open = seen.open.filter(
    ({ code, netPercent }) => code.includes(search.toLowerCase()) && (net === "" || (netPercent ?? 0) > 0),
  );
  return (
    <>
      <Aged asked={fees} />
      <div class="chart-controls wide">
        <Field
          label={T.search}
          type="search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
        />
        <Check
          label={T.onlyNet}
          checked={net !== ""}
          onChange={({ currentTarget }) => setNet(currentTarget.checked ? "1" : "")}
        />
      </div>
      <AlertChoice alert={alert} />
      <p>{count(open.length, T.count)}</p>
      {seen.leftOut > 0 && <p class="faint">{count(seen.leftOut, T.leftOut)}</p>}
      {open.length === 0 ? (
        <Empty title={T.empty}>
          <p>{T.emptyNext}</p>
        </Empty>
      ) : (
        <Table
          caption={T.title}
          columns={[
            marketsColumn(kinds),
            ...COLUMNS,
            { title: T.lived, isNumber: true, cell: (each) => livedText(each, nowMs) },
          ]}
          rows={open.slice(0, SHOWN)}
          keyOf={({ code }) => code}
        />
      )}
      <Section title={T.ended}>
        {seen.ended.length === 0 ? (
          <p class="faint">{T.noneEnded}</p>
        ) : (
          <Table
            caption={T.ended}
            columns={[marketsColumn(kinds), ...ENDED]}
            rows={seen.ended}
            keyOf={({ code, endedMs }) => `${code} ${endedMs}`}
          />
        )}
      </Section>
    </>
  );
}

function livedText({ sinceMs, isOlder }: Opportunity, untilMs: number): string {
  const lasted = lastedText(untilMs - sinceMs);
  return isOlder ? say(T.atLeast, { time: lasted }) : lasted;
}

interface MarketsProps {
  readonly code: string;
  readonly kinds: ReadonlyMap<string, MoneyKind>;
}

function Markets({ code, kinds }: MarketsProps) {
  const [buy = "", sell = ""] = code.split("+", 2);
  return (
    <>
      <a href={historyOf(buy, sell)}>{say(T.markets, { buy, sell })}</a>{" "}
      <CombinationKinds combination={code} kinds={kinds} />
    </>
  );
}

function percentCell(percent: number | undefined) {
  return percent === undefined ? <span class="faint">–</span> : signedText(percent);
}

/** The first column of both tables. */
function marketsColumn(kinds: ReadonlyMap<string, MoneyKind>): Column<{ readonly code: string }> {
  return { title: T.columns.markets, isMain: true, cell: ({ code }) => <Markets code={code} kinds={kinds} /> };
}

const COLUMNS: readonly Column<Opportunity>[] = [
  { title: T.columns.ask, isNumber: true, cell: ({ ask }) => plainText(ask) },
  { title: T.columns.bid, isNumber: true, cell: ({ bid }) => plainText(bid) },
  { title: T.columns.before, isNumber: true, cell: ({ returnPercent }) => percentCell(returnPercent) },
  { title: T.columns.after, isNumber: true, cell: ({ netPercent }) => percentCell(netPercent) },
];

const ENDED: readonly Column<Ended>[] = [
  { title: T.columns.ended, cell: ({ endedMs }) => <Time at={endedMs} form="clock" /> },
  { title: T.lived, isNumber: true, cell: (each) => livedText(each, each.endedMs) },
  { title: T.columns.best, isNumber: true, cell: ({ bestNetPercent }) => percentCell(bestNetPercent) },
];
