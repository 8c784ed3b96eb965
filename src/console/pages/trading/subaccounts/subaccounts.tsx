/** Sub-accounts: who works in the account, with which rights, and what they are told. */
import type { Subaccount, SubaccountAccess } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Danger, Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "../account/account-page.tsx";
import { Messages, ReceivedMessages } from "./messages.tsx";
import { RightsFields, rightsIn, wordsOfRights } from "./rights.tsx";

const T = texts.trading.subaccounts;
const PAGE = 50;
const TABS = [
  ["list", T.tabs.list],
  ["access", T.tabs.access],
  ["messages", T.tabs.messages],
] as const;

export function Subaccounts() {
  const tab = currentTab({ param: "tab", tabs: TABS });
  return (
    <AccountPage title={T.title}>
      {(user) =>
        user.is_subaccount ? (
          <ReceivedMessages />
        ) : (
          <>
            <Tabs param="tab" label={T.title} tabs={TABS} />
            {tab === "list" && <People />}
            {tab === "access" && <AccessList />}
            {tab === "messages" && <Messages />}
          </>
        )
      }
    </AccountPage>
  );
}

function People() {
  const asked = useAsked((signal) => trading.subaccounts.subaccountList({}, { signal }), []);
  const [editing, setEditing] = useParam("edit");
  const add = async (entered: Entered): Promise<void> => {
    const { username = "", password = "" } = entered;
    await trading.subaccounts.subaccountCreate({ ...rightsIn(entered), username, password });
    asked.again();
  };
  const edit = async (id: string, entered: Entered): Promise<void> => {
    await trading.subaccounts.subaccountEdit({ ...rightsIn(entered), id });
    setEditing("");
    asked.again();
  };
  const edited = asked.value?.find(({ id }) => id === editing);
  return (
    <>
      <Show
        asked={asked}
        isEmpty={(people) => people.length === 0}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyWhy}</p>
          </Empty>
        }
      >
        {(people) => <Table caption={T.title} columns={columnsOf(asked.again)} rows={people} keyOf={({ id }) => id} />}
      </Show>
      {edited && (
        <Dialog title={say(T.editOf, { name: edited.username })} onClose={() => setEditing("")}>
          <ActionForm action={texts.trading.security.save} done={T.edited} send={(each) => edit(edited.id, each)}>
            <RightsFields of={edited} />
          </ActionForm>
        </Dialog>
      )}
      <Section title={T.add}>
        <ActionForm action={T.add} done={T.added} clears send={add}>
          <div class="fields">
            <Field label={T.username} name="username" hint={T.usernameHint} autocomplete="off" required />
            <Field
              label={T.password}
              name="password"
              type="password"
              hint={texts.trading.mailLinks.passwordHint}
              autocomplete="new-password"
              required
            />
          </div>
          <RightsFields />
        </ActionForm>
      </Section>
    </>
  );
}

function columnsOf(again: () => void): readonly Column<Subaccount>[] {
  const remove = async (id: string): Promise<void> => {
    await trading.subaccounts.subaccountDelete({ id });
    again();
  };
  return [
    { title: T.columns.user, isMain: true, cell: ({ username, name }) => `${username} (${name})` },
    {
      title: T.columns.state,
      cell: ({ active }) => (active ? <Badge tone="good" text={T.active} /> : <Badge tone="warn" text={T.inactive} />),
    },
    { title: T.columns.rights, cell: (person) => wordsOfRights(person).join(", ") || T.noRights },
    { title: T.columns.exchanges, cell: ({ exchanges_enabled }) => exchanges_enabled.join(", ") },
    { title: T.columns.access, cell: ({ last_access }) => <Time at={timeOfSeconds(last_access)} /> },
    {
      title: T.columns.action,
      cell: ({ id, username }) => (
        <div class="actions">
          <a class="button" href={withParams({ edit: id })}>
            {T.edit}
          </a>
          <Danger
            action={T.remove}
            question={say(T.removeQuestion, { name: username })}
            consequence={<p>{T.removeWhy}</p>}
            name={username}
            done={T.removed}
            send={() => remove(id)}
          />
        </div>
      ),
    },
  ];
}

const ACCESSES: readonly Column<SubaccountAccess>[] = [
  { title: T.columns.user, isMain: true, cell: ({ username }) => username },
  { title: T.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
  { title: T.columns.result, cell: ({ result }) => texts.trading.history.results[result] },
  { title: T.columns.way, cell: ({ method }) => texts.trading.history.ways[method] },
  { title: T.columns.address, cell: ({ ip }) => ip },
];

function AccessList() {
  const listed = useListed<SubaccountAccess>(pagesOfAccess, []);
  return (
    <List
      listed={listed}
      caption={T.tabs.access}
      columns={ACCESSES}
      keyOf={({ id }) => id}
      empty={
        <Empty title={texts.trading.history.noAccess}>
          <p>{T.noAccessNext}</p>
        </Empty>
      }
    />
  );
}

async function* pagesOfAccess(signal: AbortSignal) {
  const pages = trading.subaccounts.subaccountAccessHistory.pages({ limit: PAGE }, { signal });
  for await (const { access } of pages) yield access;
}
