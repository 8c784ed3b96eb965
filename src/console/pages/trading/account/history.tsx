/** What was changed in the account, and from where it was used. */
import type { Access, AuditEntry } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useTypedParam } from "../../../live/param.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";

const T = texts.trading.history;
const PAGE = 50;
const TABS = [
  ["changes", T.changes],
  ["access", T.access],
] as const;
const TONES: Readonly<Record<Access["result"], Tone>> = { success: "good", failed: "warn", blocked: "bad" };

export function History() {
  return (
    <AccountPage title={T.title}>
      {() => (
        <>
          <Tabs param="tab" label={T.title} tabs={TABS} />
          {currentTab({ param: "tab", tabs: TABS }) === "access" ? <AccessHistory /> : <Changes />}
        </>
      )}
    </AccountPage>
  );
}

const CHANGES: readonly Column<AuditEntry>[] = [
  { title: T.columns.action, isMain: true, cell: ({ action }) => action },
  { title: T.columns.subject, cell: ({ subject }) => subject },
  { title: T.columns.by, cell: ({ uid }) => uid ?? T.platform },
  { title: T.columns.details, cell: ({ details }) => <Details details={details} /> },
  { title: T.columns.at, cell: ({ at }) => <Time at={timeOfSeconds(at)} /> },
];

function Details({ details }: { readonly details: Readonly<Record<string, unknown>> }) {
  return (
    <>
      {Object.entries(details)
        .map(([name, value]) => `${name}: ${plain(value)}`)
        .join(", ")}
    </>
  );
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function Changes() {
  const [typed, setTyped, action] = useTypedParam("action");
  const listed = useListed<AuditEntry>((signal) => pagesOfChanges(action, signal), [action]);
  return (
    <>
      <search class="narrow">
        <Field
          label={T.filter}
          type="search"
          hint={T.filterHint}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      <List
        listed={listed}
        caption={T.changes}
        columns={CHANGES}
        keyOf={({ id }) => id}
        empty={<Empty title={T.noChanges} />}
      />
    </>
  );
}

const ACCESSES: readonly Column<Access>[] = [
  { title: T.columns.at, isMain: true, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
  { title: T.columns.result, cell: ({ result }) => <Badge tone={TONES[result]} text={T.results[result]} /> },
  { title: T.columns.way, cell: ({ method }) => T.ways[method] },
  { title: T.columns.address, cell: ({ ip, country }) => (country === null ? ip : `${ip} (${country})`) },
  { title: T.columns.browser, cell: ({ user_agent }) => user_agent },
];

function AccessHistory() {
  const listed = useListed<Access>(pagesOfAccess, []);
  return (
    <List
      listed={listed}
      caption={T.access}
      columns={ACCESSES}
      keyOf={({ id }) => id}
      empty={<Empty title={T.noAccess} />}
    />
  );
}

async function* pagesOfChanges(action: string, signal: AbortSignal) {
  const params = { limit: PAGE, ...(action === "" ? {} : { action }) };
  for await (const { entries } of trading.audit.listAudit.pages(params, { signal })) yield entries;
}

async function* pagesOfAccess(signal: AbortSignal) {
  for await (const { access } of trading.accounts.accessHistory.pages({ limit: PAGE }, { signal })) yield access;
}
