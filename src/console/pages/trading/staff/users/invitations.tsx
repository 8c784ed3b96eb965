/** Invitations of all accounts: making one, and ending those that are open. */
import { useState } from "preact/hooks";
import type { AccountInvitation, CreateInvitationResult } from "../../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../../live/asked.ts";
import { trading } from "../../../../live/clients.ts";
import { useListed } from "../../../../live/listed.ts";
import { useSendOnce } from "../../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../../parts/badge.tsx";
import { Danger } from "../../../../parts/dialog.tsx";
import { Field } from "../../../../parts/field.tsx";
import { List } from "../../../../parts/list.tsx";
import { Section } from "../../../../parts/page.tsx";
import { ShownOnce } from "../../../../parts/shown-once.tsx";
import { Empty, Show } from "../../../../parts/states.tsx";
import type { Column } from "../../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../../parts/time.tsx";
import { say, texts } from "../../../../say.ts";
import { Reason } from "./reason.tsx";

const T = texts.trading.users.invitations;
const PAGE = 50;
const TONES: Readonly<Record<AccountInvitation["status"], Tone>> = {
  open: "good",
  used: "plain",
  revoked: "bad",
  expired: "warn",
};

export function Invitations() {
  const listed = useListed<AccountInvitation>(pagesOfInvitations, []);
  return (
    <>
      <List
        listed={listed}
        caption={T.title}
        columns={columnsOf(listed.again)}
        keyOf={({ id }) => id}
        empty={<Empty title={T.none} />}
      />
      <Create onMade={listed.again} />
    </>
  );
}

function columnsOf(again: () => void): readonly Column<AccountInvitation>[] {
  return [
    { title: T.label, isMain: true, cell: ({ label }) => label },
    { title: T.by, cell: ({ username, uid }) => `${username} (${uid})` },
    { title: T.status, cell: ({ status }) => <Badge tone={TONES[status]} text={T.statuses[status]} /> },
    { title: T.made, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
    { title: T.ends, cell: ({ expires_at }) => <Time at={timeOfSeconds(expires_at)} /> },
    {
      title: T.action,
      cell: (invitation) => invitation.status === "open" && <Revoke invitation={invitation} again={again} />,
    },
  ];
}

function Revoke({ invitation, again }: { readonly invitation: AccountInvitation; readonly again: () => void }) {
  const { id, label } = invitation;
  const once = useSendOnce();
  return (
    <Danger
      action={T.revoke}
      question={say(T.revokeAsk, { label })}
      consequence={<p>{T.revokeWhat}</p>}
      name={label}
      done={T.revoked}
      send={async ({ reason = "" }) => {
        const params = { id, reason };
        await once(params, (options) => trading.signup.adminRevokeInvitation(params, options));
        again();
      }}
    >
      <Reason />
    </Danger>
  );
}

/** An invitation counts only where people may sign up with one. */
function Create({ onMade }: { readonly onMade: () => void }) {
  const mode = useAsked((signal) => trading.signup.getSignUp({}, { signal }), []);
  const [made, setMade] = useState<CreateInvitationResult>();
  const once = useSendOnce();
  const create = async ({ label = "", days }: Entered): Promise<void> => {
    const params = { label, ...(days === undefined ? {} : { days: Number(days) }) };
    setMade(await once(params, (options) => trading.signup.createInvitation(params, options)));
    onMade();
  };
  return (
    <>
      {made && <ShownOnce title={T.what} hint={T.code} text={made.code} />}
      <Section title={T.create}>
        <Show asked={mode}>
          {({ sign_up }) =>
            sign_up === "off" ? (
              <p>{T.off}</p>
            ) : (
              <div class="narrow">
                <ActionForm action={T.create} done={T.created} clears send={create}>
                  <Field label={T.label} name="label" hint={T.labelHint} maxLength={100} autocomplete="off" required />
                  <Field label={T.days} name="days" type="number" min={1} max={90} initial="14" />
                </ActionForm>
              </div>
            )
          }
        </Show>
      </Section>
    </>
  );
}

async function* pagesOfInvitations(signal: AbortSignal) {
  let before: string | null | undefined;
  while (before !== null) {
    const page: { readonly invitations: readonly AccountInvitation[]; readonly next: string | null } =
      await trading.signup.adminListInvitations(
        { limit: PAGE, ...(before === undefined ? {} : { before }) },
        { signal },
      );
    yield page.invitations;
    before = page.next;
  }
}
