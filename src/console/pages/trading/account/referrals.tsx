/** Users who came through this one: the code that they gave, what they have earned it, and invitations. */
import { useState } from "preact/hooks";
import type { CreateInvitationResult, Invitation, Referral } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";

const T = texts.trading.referrals;
const PAGE = 50;

export function Referrals() {
  return (
    <AccountPage title={T.title}>
      {(user) => (
        <>
          <Code />
          <Came />
          {!user.is_subaccount && <Invitations />}
        </>
      )}
    </AccountPage>
  );
}

function Code() {
  const asked = useAsked((signal) => trading.accounts.listReferrals({ limit: 1 }, { signal }), []);
  return (
    <Section title={T.code}>
      <p>{T.codeWhat}</p>
      <Show asked={asked}>{({ referral_code }) => <Snippet text={referral_code} what={T.codeName} />}</Show>
    </Section>
  );
}

function Came() {
  const listed = useListed<Referral>(pagesOfReferrals, []);
  return (
    <Section title={T.came}>
      <List
        listed={listed}
        caption={T.came}
        columns={REFERRALS}
        keyOf={({ id }) => id}
        empty={
          <Empty title={T.none}>
            <p>{T.noneNext}</p>
          </Empty>
        }
      />
    </Section>
  );
}

async function* pagesOfReferrals(signal: AbortSignal) {
  for await (const { referrals } of trading.accounts.listReferrals.pages({ limit: PAGE }, { signal })) yield referrals;
}

const TONES: Readonly<Record<Referral["status"] | Invitation["status"], Tone>> = {
  pending: "plain",
  active: "good",
  cancelled: "plain",
  open: "good",
  used: "plain",
  revoked: "plain",
  expired: "plain",
};

const REFERRALS: readonly Column<Referral>[] = [
  { title: T.columns.who, isMain: true, cell: ({ username_masked }) => username_masked },
  { title: T.columns.since, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} form="day" /> },
  { title: T.columns.status, cell: ({ status }) => <Badge tone={TONES[status]} text={T.statuses[status]} /> },
  { title: T.columns.share, isNumber: true, cell: ({ commission_percent }) => `${commission_percent} %` },
  {
    title: T.columns.earned,
    isNumber: true,
    cell: ({ earned, currency, earned_by_currency }) => {
      const all = Object.entries(earned_by_currency);
      const shown = all.length === 0 ? [[currency, earned] as const] : all;
      return shown.map(([name, amount]) => <div key={name}>{say(T.amount, { amount, currency: name })}</div>);
    },
  },
];

/** Offered where the platform takes new accounts; who may not invite is told so by the platform. */
function Invitations() {
  const logins = useAsked((signal) => trading.sessions.logins({}, { signal }), []);
  const listed = useListed<Invitation>(pagesOfInvitations, []);
  const [made, setMade] = useState<CreateInvitationResult>();
  const revoke = async (id: string): Promise<void> => {
    await trading.signup.revokeInvitation({ id });
    listed.again();
  };
  if (logins.value?.sign_up === "off") return null;
  return (
    <Section title={T.invitations.title}>
      <p>{T.invitations.what}</p>
      {made && (
        <>
          <p>{say(T.invitations.once, { label: made.invitation.label })}</p>
          <Snippet text={made.code} what={T.invitations.code} />
        </>
      )}
      <List
        listed={listed}
        caption={T.invitations.title}
        columns={invitationsOf(revoke)}
        keyOf={({ id }) => id}
        empty={<p class="faint">{T.invitations.none}</p>}
      />
      <ActionForm
        action={T.invitations.make}
        done={T.invitations.made}
        clears
        send={async ({ label = "", days = "" }) => {
          setMade(await trading.signup.createInvitation({ label, days: Number(days) }));
          listed.again();
        }}
      >
        <div class="fields">
          <Field label={T.invitations.label} name="label" maxLength={100} required />
          <Field
            label={T.invitations.days}
            name="days"
            inputMode="numeric"
            pattern="[0-9]{1,2}"
            initial="14"
            required
          />
        </div>
      </ActionForm>
    </Section>
  );
}

async function* pagesOfInvitations(signal: AbortSignal) {
  for await (const { invitations } of trading.signup.listInvitations.pages({ limit: PAGE }, { signal })) {
    yield invitations;
  }
}

function invitationsOf(revoke: (id: string) => Promise<void>): readonly Column<Invitation>[] {
  return [
    { title: T.invitations.label, isMain: true, cell: ({ label }) => label },
    {
      title: T.columns.status,
      cell: ({ status }) => <Badge tone={TONES[status]} text={T.invitations.statuses[status]} />,
    },
    { title: T.invitations.until, cell: ({ expires_at }) => <Time at={timeOfSeconds(expires_at)} form="day" /> },
    {
      title: T.invitations.act,
      cell: ({ id, label, status }) =>
        status === "open" && (
          <Confirm
            action={T.invitations.revoke}
            question={say(T.invitations.revokeQuestion, { label })}
            consequence={<p>{T.invitations.revokeWhy}</p>}
            done={T.invitations.revoked}
            isDanger
            send={() => revoke(id)}
          />
        ),
    },
  ];
}
