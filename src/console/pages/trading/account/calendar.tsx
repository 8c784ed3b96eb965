/** What is coming, and reminders by mail. */
import type {
  AddReminderParams,
  EditReminderParams,
  Reminder,
  ScheduleEntry,
} from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Choice, Field, TextArea } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";
import { localOfSeconds, secondsOfLocal } from "./local-time.ts";

const T = texts.trading.calendar;
const PAGE = 50;
const REPEATS = [
  ["none", T.repeats.none],
  ["daily", T.repeats.daily],
  ["weekly", T.repeats.weekly],
  ["monthly", T.repeats.monthly],
] as const;

export function Calendar() {
  return <AccountPage title={T.title}>{() => <Schedule />}</AccountPage>;
}

const ENTRIES: readonly Column<ScheduleEntry>[] = [
  { title: T.columns.what, isMain: true, cell: ({ title }) => title },
  { title: T.columns.type, cell: ({ type }) => T.types[type] },
  { title: T.columns.from, cell: ({ starts_at }) => <Time at={timeOfSeconds(starts_at)} /> },
  { title: T.columns.to, cell: ({ ends_at }) => ends_at !== null && <Time at={timeOfSeconds(ends_at)} /> },
];

function Schedule() {
  const coming = useAsked((signal) => trading.calendar.listSchedule({}, { signal }), []);
  const reminders = useListed<Reminder>(pagesOfReminders, []);
  const again = (): void => {
    coming.again();
    reminders.again();
  };
  const add = async ({ title = "", at = "", body, repeat }: Entered): Promise<void> => {
    const chosen = { repeat } as Pick<AddReminderParams, "repeat">;
    const more = body === undefined ? chosen : { ...chosen, body };
    await trading.calendar.addReminder({ title, remind_at: secondsOfLocal(at), ...more });
    again();
  };
  const remove = async (id: string): Promise<void> => {
    await trading.calendar.deleteReminder({ id });
    again();
  };
  return (
    <>
      <Section title={T.coming}>
        <Show asked={coming} isEmpty={(entries) => entries.length === 0} empty={<Empty title={T.nothing} />}>
          {(rows) => (
            <Table
              caption={T.coming}
              columns={ENTRIES}
              rows={rows}
              keyOf={({ type, id, starts_at }) => `${type} ${id} ${starts_at}`}
            />
          )}
        </Show>
      </Section>
      <Section title={T.reminders}>
        <List
          listed={reminders}
          caption={T.reminders}
          columns={remindersOf(remove, again)}
          keyOf={({ id }) => id}
          empty={<Empty title={T.noReminders} />}
        />
      </Section>
      <Section title={T.add}>
        <ActionForm action={T.add} done={T.added} clears send={add}>
          <div class="fields">
            <Field label={T.columns.what} name="title" autocomplete="off" required />
            <Field label={T.at} name="at" type="datetime-local" required />
            <Choice label={T.repeat} name="repeat" choices={REPEATS} />
          </div>
          <TextArea label={T.body} name="body" rows={3} />
        </ActionForm>
      </Section>
    </>
  );
}

function remindersOf(remove: (id: string) => Promise<void>, onDone: () => void): readonly Column<Reminder>[] {
  return [
    { title: T.columns.what, isMain: true, cell: ({ title }) => title },
    { title: T.at, cell: ({ remind_at }) => <Time at={timeOfSeconds(remind_at)} /> },
    { title: T.repeat, cell: ({ repeat }) => T.repeats[repeat] },
    {
      title: texts.trading.wallet.columns.status,
      cell: ({ sent }) => (sent ? <Badge text={T.over} /> : <Badge tone="good" text={T.waits} />),
    },
    {
      title: texts.trading.wallet.columns.action,
      cell: (reminder) => (
        <div class="actions">
          <EditReminder of={reminder} onDone={onDone} />
          <ActionForm action={T.remove} done={T.removed} send={() => remove(reminder.id)} />
        </div>
      ),
    },
  ];
}

function EditReminder({ of: reminder, onDone }: { readonly of: Reminder; readonly onDone: () => void }) {
  const { id, title: before, body: said, remind_at, repeat: often } = reminder;
  return (
    <Confirm
      action={T.edit}
      question={say(T.editQuestion, { title: before })}
      consequence={null}
      done={T.edited}
      send={async ({ title = before, at = "", body = "", repeat }) => {
        const chosen = { repeat } as Pick<EditReminderParams, "repeat">;
        await trading.calendar.editReminder({ id, title, body, remind_at: secondsOfLocal(at), ...chosen });
        onDone();
      }}
    >
      <Field label={T.columns.what} name="title" initial={before} autocomplete="off" required />
      <Field label={T.at} name="at" type="datetime-local" initial={localOfSeconds(remind_at)} required />
      <Choice label={T.repeat} name="repeat" choices={REPEATS} initial={often} />
      <TextArea label={T.body} name="body" initial={said} rows={3} />
    </Confirm>
  );
}

async function* pagesOfReminders(signal: AbortSignal) {
  for await (const { reminders } of trading.calendar.listReminders.pages({ limit: PAGE }, { signal })) yield reminders;
}
