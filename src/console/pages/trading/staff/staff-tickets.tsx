/** Tickets of all users, for staff. Those that have waited longest come first. */
import type { StaffListTicketsParams, StaffTicket } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Choice, TextArea } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";
import { Thread, TICKET_TONES } from "../tickets/thread.tsx";

const T = texts.trading.tickets;
const PAGE = 50;
const STATUSES = [
  ["", T.any],
  ["open", T.statuses.open],
  ["answered", T.statuses.answered],
  ["waiting", T.statuses.waiting],
  ["closed", T.statuses.closed],
] as const;

export function StaffTickets() {
  const [id] = useParam("ticket");
  return (
    <Page title={T.staffTitle}>
      <SignedIn needs="staff">{() => (id === "" ? <StaffList /> : <StaffTicketPanel key={id} id={id} />)}</SignedIn>
    </Page>
  );
}

const COLUMNS: readonly Column<StaffTicket>[] = [
  {
    title: T.columns.subject,
    isMain: true,
    cell: ({ id, subject }) => <a href={withParams({ ticket: id })}>{subject}</a>,
  },
  { title: T.columns.user, cell: ({ username, uid }) => `${username} (${uid})` },
  { title: T.columns.status, cell: ({ status }) => <Badge tone={TICKET_TONES[status]} text={T.statuses[status]} /> },
  { title: T.priority, cell: ({ priority }) => T.priorities[priority] },
  { title: T.category, cell: ({ category }) => category },
  { title: T.columns.changed, cell: ({ last_updated }) => <Time at={timeOfSeconds(last_updated)} /> },
];

function StaffList() {
  const [status, setStatus] = useParam("status");
  const listed = useListed<StaffTicket>((signal) => pagesOf(status, signal), [status]);
  return (
    <>
      <div class="narrow">
        <Choice
          label={T.columns.status}
          choices={STATUSES}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </div>
      <List
        listed={listed}
        caption={T.staffTitle}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<Empty title={T.none} />}
      />
    </>
  );
}

const AFTERWARDS = [
  ["answered", T.statuses.answered],
  ["waiting", T.statuses.waiting],
  ["closed", T.statuses.closed],
] as const;

function StaffTicketPanel({ id }: { readonly id: string }) {
  const asked = useAsked((signal) => trading.support.staffShowTicket({ id }, { signal }), [id]);
  const answer = async ({ message = "", status }: Entered): Promise<void> => {
    await trading.support.staffAnswerTicket({ id, message, status: (status ?? "answered") as "answered" });
    asked.again();
  };
  const change = async (how: "close" | "reopen"): Promise<void> => {
    if (how === "close") await trading.support.staffCloseTicket({ id });
    else await trading.support.staffReopenTicket({ id });
    asked.again();
  };
  return (
    <>
      <p>
        <a href={withParams({ ticket: undefined })}>{T.toList}</a>
      </p>
      <Show asked={asked}>
        {(ticket) => (
          <>
            <p>{`${ticket.name} · ${ticket.username} (${ticket.uid}) · ${ticket.email}`}</p>
            <Thread ticket={ticket}>
              <ActionForm action={T.answer} done={T.sent} clears send={answer}>
                <TextArea label={T.message} name="message" rows={5} required />
                <Choice label={T.afterwards} name="status" choices={AFTERWARDS} />
              </ActionForm>
              {ticket.status === "closed" ? (
                <ActionForm action={T.reopen} done={T.reopened} send={() => change("reopen")} />
              ) : (
                <ActionForm action={T.close} done={T.closed} send={() => change("close")} />
              )}
            </Thread>
          </>
        )}
      </Show>
    </>
  );
}

async function* pagesOf(status: string, signal: AbortSignal) {
  const params: StaffListTicketsParams = { limit: PAGE, ...(status === "" ? {} : { status: status as "open" }) };
  for await (const { tickets } of trading.support.staffListTickets.pages(params, { signal })) yield tickets;
}
