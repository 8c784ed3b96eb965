/** Messages from the main account to its sub-accounts. */
import type { Broadcast, ReceivedBroadcast } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Field, TextArea } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.subaccounts;
const PAGE = 50;

export function Messages() {
  const listed = useListed<Broadcast>(pagesOfSent, []);
  const send = async ({ title = "", body = "" }: Entered): Promise<void> => {
    await trading.subaccounts.broadcastCreate({ title, body });
    listed.again();
  };
  const columns: readonly Column<Broadcast>[] = [
    { title: T.columns.message, isMain: true, cell: ({ title }) => title },
    { title: T.columns.text, cell: ({ body }) => body },
    { title: T.columns.read, cell: ({ read_by: n, recipients }) => say(T.readBy, { n, recipients }) },
    { title: T.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
    {
      title: T.columns.action,
      cell: (message) => (
        <div class="actions">
          <EditMessage of={message} onDone={listed.again} />
          <ActionForm
            action={T.takeBack}
            done={T.takenBack}
            send={() => trading.subaccounts.broadcastDelete({ id: message.id }).then(listed.again)}
          />
        </div>
      ),
    },
  ];
  return (
    <>
      <List
        listed={listed}
        caption={T.tabs.messages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty title={T.noMessages} />}
      />
      <Section title={T.write}>
        <ActionForm action={T.send} done={T.sent} clears send={send}>
          <Field label={T.messageTitle} name="title" autocomplete="off" required />
          <TextArea label={T.messageText} name="body" rows={4} required />
        </ActionForm>
      </Section>
    </>
  );
}

function EditMessage({ of: { id, title, body }, onDone }: { readonly of: Broadcast; readonly onDone: () => void }) {
  return (
    <Confirm
      action={T.edit}
      question={say(T.editMessage, { title })}
      consequence={<p>{T.editMessageWhy}</p>}
      done={T.messageEdited}
      send={(entered) => trading.subaccounts.broadcastEdit({ id, ...entered }).then(onDone)}
    >
      <Field label={T.messageTitle} name="title" initial={title} autocomplete="off" required />
      <TextArea label={T.messageText} name="body" initial={body} rows={4} required />
    </Confirm>
  );
}

const RECEIVED: readonly Column<ReceivedBroadcast>[] = [
  {
    title: T.columns.message,
    isMain: true,
    cell: ({ title, was_read }) => (
      <>
        {title} {!was_read && <Badge tone="good" text={T.unread} />}
      </>
    ),
  },
  { title: T.columns.text, cell: ({ body }) => body },
  { title: T.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
];

/** What a sub-account sees in the place of the sub-accounts. */
export function ReceivedMessages() {
  const listed = useListed<ReceivedBroadcast>(pagesOfReceived, []);
  return (
    <Section title={T.received}>
      <List
        listed={listed}
        caption={T.received}
        columns={RECEIVED}
        keyOf={({ id }) => id}
        empty={<Empty title={T.noMessages} />}
      />
    </Section>
  );
}

async function* pagesOfSent(signal: AbortSignal) {
  const pages = trading.subaccounts.broadcastList.pages({ limit: PAGE }, { signal });
  for await (const { broadcasts } of pages) yield broadcasts;
}

async function* pagesOfReceived(signal: AbortSignal) {
  for await (const { broadcasts } of trading.subaccounts.broadcasts.pages({ limit: PAGE }, { signal }))
    yield broadcasts;
}
