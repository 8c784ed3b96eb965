/** How far each row of a strategy is, and what one leg lacks of another. */
import type { OverviewRow } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { texts } from "../../../say.ts";
import { isActive, type StrategyState } from "./state.tsx";

const T = texts.trading.strategies;
const [EVERY_MS, IDLE_MS] = [5_000, 30_000] as const;

export function RowsOverview({ id, state }: { readonly id: string; readonly state: StrategyState }) {
  const everyMs = isActive(state) ? EVERY_MS : IDLE_MS;
  const asked = useAsked((signal) => trading.strategies.highLevelOverview({ id }, { signal }), [id, state], {
    everyMs,
  });
  return (
    <Section title={T.overview}>
      <Show asked={asked}>
        {({ strategies }) => (
          <Table
            caption={T.overview}
            columns={COLUMNS}
            rows={strategies.flatMap(({ rows }) => rows)}
            keyOf={({ row }) => row}
          />
        )}
      </Show>
    </Section>
  );
}

const COLUMNS: readonly Column<OverviewRow>[] = [
  { title: T.rowColumns.row, isMain: true, cell: ({ row }) => row },
  { title: T.rowColumns.code, cell: ({ code }) => code },
  { title: T.rowColumns.side, cell: ({ side }) => texts.trading.orders.sides[side] },
  { title: T.rowColumns.done, isNumber: true, cell: ({ qty_done }) => qty_done },
  { title: T.rowColumns.remaining, isNumber: true, cell: ({ remaining }) => remaining ?? "" },
  { title: T.rowColumns.price, isNumber: true, cell: ({ average_price }) => average_price ?? "" },
  { title: T.rowColumns.unhedged, isNumber: true, cell: ({ unhedged: { amount } }) => amount },
];
