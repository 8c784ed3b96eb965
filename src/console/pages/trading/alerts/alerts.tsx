/** Alerts of the account, newest first, and how much of the day's limit is used. */
import type { Alert, ListAlertsResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import type { TradingUser } from "../../../live/identity.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { DetailsButton } from "./details-button.tsx";
import { PAGE, pageNumber, pagesOf } from "./page-number.ts";
import { subjectsOf } from "./subjects.ts";

const T = texts.trading.alerts;
const EVERY_MS = 30_000;
const TONES: Readonly<Record<Alert["sent"], Tone>> = {
  waiting: "plain",
  sent: "good",
  not_wanted: "plain",
  over_limit: "warn",
  late: "bad",
};

export function Alerts({ user }: { readonly user: TradingUser }) {
  const page = pageNumber("page");
  const asked = useAsked((signal) => trading.alerts.listAlerts({ limit: PAGE, pagenumber: page }, { signal }), [page], {
    everyMs: EVERY_MS,
  });
  return (
    <Section title={T.tabs.alerts}>
      <Show asked={asked}>
        {(found) => (
          <>
            <p class="faint">{limitSentence(found)}</p>
            {found.alerts.length === 0 ? (
              <Empty title={T.none}>{T.noneHow}</Empty>
            ) : (
              <Table caption={T.tabs.alerts} columns={columnsOf(user)} rows={found.alerts} keyOf={({ id }) => id} />
            )}
            <Pager label={T.tabs.alerts} page={page} pages={pagesOf(found.total, page)} />
          </>
        )}
      </Show>
    </Section>
  );
}

function limitSentence({ daily_limit: limit, due_today: used }: ListAlertsResult): string {
  return say(used < limit ? T.today : T.todayFull, { used, limit });
}

function columnsOf(user: TradingUser): readonly Column<Alert>[] {
  return [
    { title: T.columns.what, isMain: true, cell: ({ alert }) => T.kinds[alert] },
    { title: T.columns.reason, cell: ({ reason }) => reason },
    { title: T.columns.about, cell: (alert) => <Subjects of={alert} user={user} /> },
    { title: T.columns.at, cell: ({ time }) => <Time at={timeOfSeconds(time)} /> },
    { title: T.columns.sent, cell: ({ sent }) => <Badge tone={TONES[sent]} text={T.sent[sent]} /> },
    {
      title: T.columns.details,
      cell: ({ id, about }) => (
        <DetailsButton
          action={T.show}
          label={say(T.showAlert, { id })}
          title={say(T.details, { id })}
          value={about}
          what={T.body}
        />
      ),
    },
  ];
}

function Subjects({ of, user }: { readonly of: Alert; readonly user: TradingUser }) {
  const other = of.uid === null || of.uid === String(user.uid) ? undefined : of.uid;
  return (
    <div class="actions">
      {subjectsOf(of).map(({ text, to }) =>
        to === undefined ? (
          <span key={text}>{text}</span>
        ) : (
          <a key={text} href={to}>
            {text}
          </a>
        ),
      )}
      {other !== undefined && <span>{say(T.about.user, { uid: other })}</span>}
    </div>
  );
}
