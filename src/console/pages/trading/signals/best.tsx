/** The signals with the best record, and how to follow one. */
import type { SignalHead } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { texts } from "../../../say.ts";
import { Subscribe, useOwnStrategies } from "./feed.tsx";
import { SIGNAL_COLUMNS } from "./signal-columns.tsx";

const T = texts.trading.signals;

export function Best() {
  const found = useAsked((signal) => trading.signals.listFeatured({}, { signal }), []);
  const strategies = useOwnStrategies();
  const act: Column<SignalHead> = {
    title: T.columns.act,
    cell: (signal) => <Subscribe to={signal} strategies={strategies} />,
  };
  return (
    <>
      <p class="faint">{T.bestHow}</p>
      <Show
        asked={found}
        isEmpty={({ signals }) => signals.length === 0}
        empty={
          <Empty title={T.noBest}>
            <p>{T.noBestNext}</p>
          </Empty>
        }
      >
        {({ signals }) => (
          <Table caption={T.tabs.best} columns={[...SIGNAL_COLUMNS, act]} rows={signals} keyOf={({ id }) => id} />
        )}
      </Show>
    </>
  );
}
