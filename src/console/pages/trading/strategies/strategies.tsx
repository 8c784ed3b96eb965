/** Strategies: which there are, what each does now, and how to begin another. */
import type { StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useExchanges } from "../../../live/exchanges.ts";
import { query, withParams } from "../../../live/place.ts";
import { MoneyBadge } from "../../../parts/money.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { StopBar } from "../stop/stop-bar.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Books } from "./books.tsx";
import { ByProfit } from "./by-profit.tsx";
import { CreateStrategy } from "./create-strategy.tsx";
import { Groups } from "./groups.tsx";
import { StartButton } from "./start-button.tsx";
import { moneyOf, progressText, StateBadge } from "./state.tsx";

const T = texts.trading.strategies;
const EVERY_MS = 4_000;
const MOST = 1_000;
const TABS = [
  ["list", T.title],
  ["profit", texts.trading.byProfit.title],
  ["groups", T.groups.title],
  ["books", T.positionBooks.title],
] as const;

export function Strategies() {
  useExchanges();
  const found = useAsked((signal) => trading.strategies.dataList({ limit: MOST }, { signal }), [], {
    everyMs: EVERY_MS,
  });
  const tab = currentTab({ param: "tab", tabs: TABS });
  const isCreating = query.value.get("panel") === "create";
  const create = isCreating ? undefined : (
    <a class="button" href={withParams({ tab: "", panel: "create" })}>
      {T.create}
    </a>
  );
  return (
    <Page title={T.title} actions={create}>
      <StopBar onDone={found.again} />
      <Tabs param="tab" label={T.title} tabs={TABS} />
      {tab === "profit" && <ByProfit />}
      {tab === "groups" && <Groups />}
      {tab === "books" && <Books />}
      {tab === "list" && (
        <>
          {isCreating && <CreateStrategy />}
          <Show
            asked={found}
            isEmpty={({ strategies }) => strategies.length === 0}
            empty={
              <Empty title={T.empty}>
                <p>{T.emptyNext}</p>
                {create}
              </Empty>
            }
          >
            {({ strategies }) => (
              <Table caption={T.title} columns={columnsOf(found.again)} rows={strategies} keyOf={({ id }) => id} />
            )}
          </Show>
        </>
      )}
    </Page>
  );
}

function columnsOf(again: () => void): readonly Column<StrategySummary>[] {
  return [
    {
      title: T.columns.name,
      isMain: true,
      cell: ({ id, name }) => <a href={`/console/trading/strategies/${encodeURIComponent(id)}`}>{name}</a>,
    },
    { title: T.columns.money, cell: (strategy) => <MoneyBadge kind={moneyOf(strategy)} /> },
    { title: T.columns.state, cell: ({ state }) => <StateBadge state={state} /> },
    { title: T.columns.progress, isNumber: true, cell: progressText },
    {
      title: T.columns.result,
      isNumber: true,
      cell: ({ pnl: { realized, currency } }) => say(T.realized, { amount: realized, currency }),
    },
    { title: T.columns.orders, isNumber: true, cell: ({ open_orders }) => open_orders },
    {
      title: T.columns.event,
      cell: ({ last_event }) =>
        last_event && (
          <>
            {last_event.message} <div class="faint">{<Time at={last_event.ms} />}</div>
          </>
        ),
    },
    {
      title: T.columns.act,
      cell: (strategy) =>
        strategy.state === "draft" ? (
          <a class="button" href={`/console/trading/strategies/${encodeURIComponent(strategy.id)}?tab=values`}>
            {T.setUp}
          </a>
        ) : (
          <StartButton strategy={strategy} onDone={again} />
        ),
    },
  ];
}
