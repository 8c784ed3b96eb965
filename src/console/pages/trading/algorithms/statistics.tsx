/** What strategies of all accounts have done with an algorithm, and what it has earned its author. */
import type { AlgorithmStatisticsResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Facts } from "../../../parts/facts.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.algorithms.statistics;

export function Statistics({ id }: { readonly id: string }) {
  const asked = useAsked((signal) => trading.algorithms.algorithmStatistics({ id }, { signal }), [id]);
  return (
    <Section title={T.title}>
      <p class="faint">{T.what}</p>
      <Show asked={asked}>{(found) => <Shown of={found} />}</Show>
    </Section>
  );
}

function Shown({ of }: { readonly of: AlgorithmStatisticsResult }) {
  const { profiles, running, transactions, by_day } = of;
  return (
    <>
      <Facts
        facts={[
          [T.profiles, profiles],
          [T.running, running],
          [T.transactions, say(T.counts, transactions)],
          [T.volume, say(T.usd, { amount: of.volume_usd })],
          of.average_fill_ms === null ? undefined : [T.fill, say(T.ms, { n: of.average_fill_ms })],
          of.average_slippage === null ? undefined : [T.slippage, of.average_slippage],
          [T.cpa, say(T.usd, { amount: of.cpa_earned })],
          [T.monthly, say(T.usd, { amount: of.monthly_fee_earned })],
        ]}
      />
      {by_day.length === 0 ? (
        <p class="faint">{T.noDays}</p>
      ) : (
        <Table caption={T.byDay} columns={COLUMNS} rows={by_day} keyOf={({ date }) => date} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<AlgorithmStatisticsResult["by_day"][number]>[] = [
  { title: T.columns.date, isMain: true, cell: ({ date }) => date },
  { title: T.columns.successful, isNumber: true, cell: ({ successful }) => successful },
  { title: T.columns.cancelled, isNumber: true, cell: ({ canceled }) => canceled },
  { title: T.columns.failed, isNumber: true, cell: ({ failed }) => failed },
  { title: T.columns.volume, isNumber: true, cell: ({ volume_usd }) => volume_usd },
  { title: T.columns.earned, isNumber: true, cell: ({ earned }) => earned },
];
