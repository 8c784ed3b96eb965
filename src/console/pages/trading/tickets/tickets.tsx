/** The user's support tickets: the list, one with its messages, and a new one. */
import type { AddTicketParams, Ticket } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Choice, Field, TextArea } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "../account/account-page.tsx";
import { Thread, TICKET_TONES } from "./thread.tsx";

const T = texts.trading.tickets;
const PAGE = 50;

export function Tickets() {
  const [id] = useParam("ticket");
  return (
    <AccountPage title={T.title}>{() => (id === "" ? <TicketList /> : <OneTicket key={id} id={id} />)}</AccountPage>
  );
}

const COLUMNS: readonly Column<Ticket>[] = [
  {
    title: T.columns.subject,
    isMain: true,
    cell: ({ id, subject }) => <a href={withParams({ ticket: id })}>{subject}</a>,
  },
  { title: T.columns.number, cell: ({ number }) => number },
  { title: T.columns.status, cell: ({ status }) => <Badge tone={TICKET_TONES[status]} text={T.statuses[status]} /> },
  { title: T.columns.messages, isNumber: true, cell: ({ messages_total }) => messages_total },
  { title: T.columns.changed, cell: ({ last_updated }) => <Time at={timeOfSeconds(last_updated)} /> },
];

function TicketList() {
  const listed = useListed<Ticket>(pagesOfTickets, []);
  return (
    <>
      <List
        listed={listed}
        caption={T.title}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyWhy}</p>
          </Empty>
        }
      />
      <NewTicket onMade={listed.again} />
    </>
  );
}

function NewTicket({ onMade }: { readonly onMade: () => void }) {
  const settings = useAsked((signal) => trading.support.settings({}, { signal }), []);
  const details = useAsked((signal) => trading.accounts.accountDetails({}, { signal }), []);
  const send = async ({ subject = "", message = "", category, priority }: Entered): Promise<void> => {
    const { name = "", email = "" } = details.value ?? {};
    const chosen = { category, priority } as Pick<AddTicketParams, "category" | "priority">;
    await trading.support.addTicket({ name, email, subject, message, ...chosen });
    onMade();
  };
  return (
    <Section title={T.open}>
      <Show asked={details}>
        {() => (
          <Show asked={settings}>
            {({ categories, priorities, response_time_hours }) => (
              <ActionForm action={T.open} done={T.opened} clears send={send}>
                <p class="faint">{say(T.answerWithin, { n: response_time_hours })}</p>
                <div class="fields">
                  <Choice
                    label={T.category}
                    name="category"
                    choices={categories.map(({ id, name }) => [id, name] as const)}
                  />
                  <Choice
                    label={T.priority}
                    name="priority"
                    initial="normal"
                    choices={priorities.map((each) => [each, T.priorities[each]] as const)}
                  />
                </div>
                <Field label={T.columns.subject} name="subject" autocomplete="off" required />
                <TextArea label={T.message} name="message" hint={T.messageHint} rows={5} required />
              </ActionForm>
            )}
          </Show>
        )}
      </Show>
    </Section>
  );
}

function OneTicket({ id }: { readonly id: string }) {
  const asked = useAsked((signal) => trading.support.showTicket({ id }, { signal }), [id], { everyMs: 30_000 });
  const answer = async ({ message = "" }: Entered): Promise<void> => {
    await trading.support.updateTicket({ id, message });
    asked.again();
  };
  const set = async (status: "open" | "closed"): Promise<void> => {
    await trading.support.updateTicket({ id, status });
    asked.again();
  };
  return (
    <>
      <p>
        <a href={withParams({ ticket: undefined })}>{T.toList}</a>
      </p>
      <Show asked={asked}>
        {(ticket) => (
          <Thread ticket={ticket}>
            <ActionForm action={T.send} done={T.sent} clears send={answer}>
              <TextArea label={T.message} name="message" rows={4} required />
            </ActionForm>
            {ticket.status === "closed" ? (
              <ActionForm action={T.reopen} done={T.reopened} send={() => set("open")} />
            ) : (
              <ActionForm action={T.close} done={T.closed} send={() => set("closed")} />
            )}
          </Thread>
        )}
      </Show>
    </>
  );
}

async function* pagesOfTickets(signal: AbortSignal) {
  for await (const { tickets } of trading.support.listTickets.pages({ limit: PAGE }, { signal })) yield tickets;
}
