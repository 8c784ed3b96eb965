/** What each signal that the account follows would have brought, with the same amount in every iteration. */
import type { ListBacktestedSubscriptionsResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { plainText } from "../prices/number-text.ts";

const T = texts.trading.signals.wouldHave;

export function WouldHave() {
  const asked = useAsked((signal) => trading.signals.listBacktestedSubscriptions({}, { signal }), []);
  if (asked.value?.length === 0) return null;
  return (
    <Section title={T.title}>
      <p class="faint">{T.how}</p>
      <Show asked={asked}>
        {(all) => <Table caption={T.title} columns={COLUMNS} rows={all} keyOf={({ id }) => id} />}
      </Show>
    </Section>
  );
}

const COLUMNS: readonly Column<ListBacktestedSubscriptionsResult[number]>[] = [
  { title: T.name, isMain: true, cell: ({ name }) => name },
  { title: T.since, cell: ({ from, trades }) => trades > 0 && <Time at={timeOfSeconds(from)} form="day" /> },
  { title: T.trades, isNumber: true, cell: ({ trades }) => trades },
  { title: T.won, isNumber: true, cell: ({ win_rate }) => plainText(win_rate) },
  { title: T.profit, isNumber: true, cell: ({ profit_percent }) => plainText(profit_percent) },
  { title: T.drawdown, isNumber: true, cell: ({ max_drawdown_percent }) => plainText(max_drawdown_percent) },
  { title: T.sharpe, isNumber: true, cell: ({ sharpe }) => plainText(sharpe) },
];
