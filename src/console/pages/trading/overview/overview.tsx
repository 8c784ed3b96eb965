/** Overview: what is announced, what the account holds and has gained, what runs, and whether exchanges are well. */
import type {
  Announcement,
  MarketShowStatusResult,
  StrategySummary,
} from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";
import { Balances, RecentTransactions } from "./money-sections.tsx";
import { Results } from "./results.tsx";

const T = texts.trading.overview;
const EVERY_MS = 15_000;

export function Overview() {
  return (
    <Page title={T.title}>
      <Announcements />
      <SignedIn>
        {(user) => (
          <>
            {!user.is_subaccount && (
              <>
                <div class="cards even">
                  <Results money="real" />
                  <Results money="simulated" />
                </div>
                <Balances />
              </>
            )}
            <WhatRuns />
            {!user.is_subaccount && <RecentTransactions />}
          </>
        )}
      </SignedIn>
      <Exchanges />
    </Page>
  );
}

const SEVERITIES: Readonly<Record<Announcement["severity"], Tone>> = {
  info: "plain",
  warning: "warn",
  critical: "bad",
};

function Announcements() {
  const asked = useAsked((signal) => trading.system.listAnnouncements({ limit: 5 }, { signal }), []);
  return (
    <Section title={T.announcements}>
      <Show
        asked={asked}
        isEmpty={({ announcements }) => announcements.length === 0}
        empty={<p class="faint">{T.noAnnouncements}</p>}
      >
        {({ announcements }) => (
          <ul class="results">
            {announcements.map(({ id, title, body, severity, time_created }) => (
              <li key={id}>
                <Badge tone={SEVERITIES[severity]} text={T.severities[severity]} /> <strong>{title}</strong>{" "}
                <span class="faint">
                  <Time at={timeOfSeconds(time_created)} />
                </span>
                <p>{body}</p>
              </li>
            ))}
          </ul>
        )}
      </Show>
    </Section>
  );
}

/** A strategy in one of these states does nothing. */
const AT_REST: ReadonlySet<string> = new Set(["draft", "ready", "stopped", "completed"]);

const STRATEGIES: readonly Column<StrategySummary>[] = [
  {
    title: T.columns.strategy,
    isMain: true,
    cell: ({ id, name }) => <a href={`/console/trading/strategies/${encodeURIComponent(id)}`}>{name}</a>,
  },
  { title: T.columns.state, cell: ({ state }) => <Badge tone={toneOf(state)} text={T.states[state]} /> },
  { title: T.columns.markets, cell: ({ codes }) => codes.join(", ") },
  { title: T.columns.openOrders, isNumber: true, cell: ({ open_orders }) => open_orders },
  { title: T.columns.lastEvent, cell: ({ last_event }) => last_event?.message ?? "" },
];

function toneOf(state: StrategySummary["state"]): Tone {
  if (state === "running") return "good";
  return state === "errored" || state === "force_stopped" ? "bad" : "warn";
}

function WhatRuns() {
  const asked = useAsked((signal) => trading.strategies.listStrategies({}, { signal }), [], { everyMs: EVERY_MS });
  return (
    <Section title={T.runs}>
      <Show asked={asked}>
        {(strategies) => {
          const active = strategies.filter(({ state }) => !AT_REST.has(state));
          if (active.length === 0) {
            return (
              <Empty title={T.nothingRuns}>
                <p>{strategies.length === 0 ? T.noStrategies : T.startOne}</p>
              </Empty>
            );
          }
          return <Table caption={T.runs} columns={STRATEGIES} rows={active} keyOf={({ id }) => id} />;
        }}
      </Show>
    </Section>
  );
}

type Source = MarketShowStatusResult[number];

const SOURCES: readonly Column<Source>[] = [
  { title: T.columns.exchange, isMain: true, cell: ({ name }) => name },
  {
    title: T.columns.state,
    cell: ({ status }) => <Badge tone={status.startsWith("running") ? "good" : "warn"} text={status} />,
  },
  { title: T.columns.issues, cell: ({ issues }) => issues },
  {
    title: T.columns.checked,
    cell: ({ last_checked }) => <Time at={last_checked === 0 ? undefined : last_checked} form="clock" />,
  },
];

function Exchanges() {
  const asked = useAsked((signal) => trading.market.showStatus({}, { signal }), [], { everyMs: EVERY_MS });
  return (
    <Section title={T.exchanges}>
      <Show asked={asked} isEmpty={(sources) => sources.length === 0} empty={<Empty title={T.noExchanges} />}>
        {(sources) => <Table caption={T.exchanges} columns={SOURCES} rows={sources} keyOf={({ name }) => name} />}
      </Show>
    </Section>
  );
}
