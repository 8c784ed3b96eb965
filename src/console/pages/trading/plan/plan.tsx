/** The plan of the account: what it allows, the others there are, invoices and what was paid. */
import type { BillingHistoryEntry, Invoice, Package } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { List } from "../../../parts/list.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "../account/account-page.tsx";
import { Advice } from "./advice.tsx";
import { Drivetime } from "./drivetime.tsx";
import { Servers } from "./servers.tsx";
import { Settings } from "./settings.tsx";

const T = texts.trading.plan;
const PAGE = 50;
const TABS = [
  ["plans", T.tabs.plans],
  ["settings", T.settings.title],
  ["drivetime", T.drivetime.title],
  ["servers", T.servers.title],
  ["invoices", T.tabs.invoices],
  ["payments", T.tabs.payments],
] as const;

export function Plan() {
  const tab = currentTab({ param: "tab", tabs: TABS });
  return (
    <AccountPage title={T.title}>
      {(user) => (
        <>
          <Tabs param="tab" label={T.title} tabs={TABS} />
          {tab === "plans" && <Packages />}
          {tab === "settings" && <Settings mayChange={!user.is_subaccount} />}
          {tab === "drivetime" && <Drivetime />}
          {tab === "servers" && <Servers mayChange={!user.is_subaccount} />}
          {tab === "invoices" && <Invoices />}
          {tab === "payments" && <Payments />}
        </>
      )}
    </AccountPage>
  );
}

function Packages() {
  const asked = useAsked((signal) => trading.billing.listPackages({}, { signal }), []);
  const once = useSendOnce();
  const change = async (id: string): Promise<void> => {
    await once({ id }, (options) => trading.billing.changePackage({ id }, options));
    asked.again();
  };
  const columns: readonly Column<Package>[] = [
    { title: T.columns.plan, isMain: true, cell: ({ name }) => name },
    { title: T.columns.price, isNumber: true, cell: ({ price, currency }) => say(T.monthly, { price, currency }) },
    { title: T.columns.strategies, isNumber: true, cell: ({ limits }) => limits.strategies.maximum.strategies },
    { title: T.columns.keys, isNumber: true, cell: ({ limits }) => limits.exchange_api_keys.maximum_stored },
    {
      title: T.columns.subaccounts,
      isNumber: true,
      cell: ({ limits: { subaccounts } }) => (subaccounts.enabled ? subaccounts.maximum_accounts : 0),
    },
    { title: T.columns.commission, isNumber: true, cell: ({ limits }) => `${limits.strategies.commissions} %` },
    {
      title: texts.trading.wallet.columns.action,
      cell: ({ id, name, current, price, currency }) =>
        current ? (
          <Badge tone="good" text={T.current} />
        ) : (
          <Danger
            action={T.change}
            question={say(T.changeQuestion, { name })}
            consequence={<p>{say(T.changeWhy, { price, currency })}</p>}
            name={name}
            done={T.changed}
            send={() => change(id)}
          />
        ),
    },
  ];
  return (
    <Show asked={asked}>
      {(packages) => (
        <>
          <Table caption={T.tabs.plans} columns={columns} rows={packages} keyOf={({ id }) => id} />
          {/* Not before the table, which would move its button under the pointer. */}
          <Advice />
        </>
      )}
    </Show>
  );
}

const INVOICES: readonly Column<Invoice>[] = [
  { title: T.columns.number, isMain: true, cell: ({ number }) => number },
  {
    title: T.columns.period,
    cell: ({ period_from, period_to }) => (
      <>
        <Time at={timeOfSeconds(period_from)} form="day" /> – <Time at={timeOfSeconds(period_to)} form="day" />
      </>
    ),
  },
  { title: T.columns.total, isNumber: true, cell: ({ total, currency }) => `${total} ${currency}` },
  { title: T.columns.tax, isNumber: true, cell: ({ tax, currency }) => `${tax} ${currency}` },
  {
    title: texts.trading.wallet.columns.status,
    cell: ({ status }) => <Badge tone={status === "due" ? "warn" : "plain"} text={T.statuses[status]} />,
  },
  { title: T.columns.paid, cell: ({ paid_at }) => <Time at={timeOfSeconds(paid_at)} form="day" /> },
];

function Invoices() {
  const listed = useListed<Invoice>(pagesOfInvoices, []);
  return (
    <List
      listed={listed}
      caption={T.tabs.invoices}
      columns={INVOICES}
      keyOf={({ id }) => id}
      empty={<Empty title={T.noInvoices} />}
    />
  );
}

const PAYMENTS: readonly Column<BillingHistoryEntry>[] = [
  { title: T.columns.reference, isMain: true, cell: ({ reference }) => reference },
  { title: T.columns.type, cell: ({ type }) => T.types[type] },
  {
    title: texts.trading.wallet.columns.amount,
    isNumber: true,
    cell: ({ amount, currency }) => `${amount} ${currency}`,
  },
  {
    title: texts.trading.overview.columns.after,
    isNumber: true,
    cell: ({ balance_after, currency }) => `${balance_after} ${currency}`,
  },
  { title: texts.trading.wallet.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
];

function Payments() {
  const listed = useListed<BillingHistoryEntry>(pagesOfPayments, []);
  return (
    <List
      listed={listed}
      caption={T.tabs.payments}
      columns={PAYMENTS}
      keyOf={({ id }) => id}
      empty={<Empty title={texts.trading.overview.noTransactions} />}
    />
  );
}

async function* pagesOfInvoices(signal: AbortSignal) {
  for await (const { invoices } of trading.billing.listInvoices.pages({ limit: PAGE }, { signal })) yield invoices;
}

async function* pagesOfPayments(signal: AbortSignal) {
  for await (const { history } of trading.billing.listHistory.pages({ limit: PAGE }, { signal })) yield history;
}
