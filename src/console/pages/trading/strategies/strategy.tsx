/** The run page of a strategy: its state, why nothing fires, its orders and its values. Stop and halt stay one key away. */
import { Facts } from "../../../parts/facts.tsx";
import type { Server, StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { useExchanges } from "../../../live/exchanges.ts";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import type { PageProps } from "../../../shell/pages.ts";
import { readServers } from "../plan/read-servers.ts";
import { StopBar } from "../stop/stop-bar.tsx";
import { StartButton } from "./start-button.tsx";
import { mayStart, moneyOf, progressText, StateBadge } from "./state.tsx";
import { Transactions } from "./transactions.tsx";
import { ASKED_EVERY_MS, useStrategy, type FollowedStrategy } from "./use-strategy.ts";
import { Values } from "./values.tsx";
import { Why } from "./why.tsx";

const T = texts.trading.strategies;
const TABS = [
  ["run", T.tabs.run],
  ["orders", T.tabs.orders],
  ["values", T.tabs.values],
] as const;

export function Strategy({ params }: PageProps) {
  const id = params["id"] ?? "";
  useExchanges();
  const followed = useStrategy(id);
  const { asked } = followed;
  const strategy = asked.value?.strategy;
  const tab = currentTab({ param: "tab", tabs: TABS });
  return (
    <Page title={strategy?.name ?? T.views} actions={<a href="/console/trading/strategies">{T.toList}</a>}>
      <StopBar {...(strategy ? { strategy } : {})} onDone={asked.again} />
      <Show asked={asked}>
        {({ strategy: found }) =>
          found === undefined ? (
            <Empty title={T.gone} />
          ) : (
            <>
              <Head strategy={found} followed={followed} />
              <Tabs param="tab" label={T.views} tabs={TABS} />
              {tab === "run" && <Why id={found.id} state={found.state} />}
              {tab === "orders" && <Transactions id={found.id} />}
              {tab === "values" && <Values strategy={found} onChange={asked.again} />}
            </>
          )
        }
      </Show>
    </Page>
  );
}

interface HeadProps {
  readonly strategy: StrategySummary;
  readonly followed: FollowedStrategy;
}

function Head({ strategy, followed: { asked, isPushed, refusal } }: HeadProps) {
  const servers = useActiveServers(mayStart(strategy.state));
  const { state, last_event, open_orders, transactions, pnl, codes, started_at, stops_at, name } = strategy;
  return (
    <MoneyFrame
      kind={moneyOf(strategy)}
      title={name}
      actions={<StartButton strategy={strategy} onDone={asked.again} servers={servers} />}
    >
      <Facts
        facts={[
          [
            T.facts.state,
            <span role="status">
              <StateBadge state={state} />
            </span>,
          ],
          last_event
            ? [
                T.facts.event,
                <>
                  {last_event.message} <span class="faint">{<Time at={last_event.ms} form="clock" />}</span>
                </>,
              ]
            : undefined,
          [T.facts.progress, progressText(strategy)],
          [T.facts.orders, open_orders],
          [T.facts.transactions, say(T.counts, transactions)],
          [
            T.facts.result,
            <>
              {say(T.realized, { amount: pnl.realized, currency: pnl.currency })}
              {pnl.unrealized !== null && `, ${say(T.unrealized, { amount: pnl.unrealized, currency: pnl.currency })}`}
              {`, ${say(T.fees, { amount: pnl.fees, currency: pnl.currency })}`}
            </>,
          ],
          [T.facts.markets, codes.join(", ")],
          [T.facts.started, <Time at={timeOfSeconds(started_at)} />],
          [T.facts.stops, <Time at={timeOfSeconds(stops_at)} />],
        ]}
      />
      <p class="faint">
        {isPushed && T.live}
        {refusal && say(T.polled, { n: ASKED_EVERY_MS / 1_000, reason: refusal.message })}
      </p>
    </MoneyFrame>
  );
}

/** Without them, a strategy starts on any server. */
function useActiveServers(isWanted: boolean): readonly Server[] | undefined {
  const { value } = useAsked(
    async (signal) => (isWanted ? (await readServers(signal)).filter(({ status }) => status === "active") : []),
    [isWanted],
  );
  return value;
}
