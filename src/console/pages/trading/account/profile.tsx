/** Who the user is, the mail address, settings, and closing the account. */
import { useState } from "preact/hooks";
import type { AccountDetailsResult, AccountsSettingsResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import type { TradingUser } from "../../../live/identity.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Check, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";
import { CodeFields, codesIn } from "./code-fields.tsx";
import { EnterCode } from "./mail-link-page.tsx";

const T = texts.trading.profile;

export function Profile() {
  return (
    <AccountPage title={T.title}>
      {(user) => (
        <>
          <Details />
          <Settings />
          {!user.is_subaccount && <CloseAccount user={user} />}
        </>
      )}
    </AccountPage>
  );
}

function Details() {
  const asked = useAsked((signal) => trading.accounts.accountDetails({}, { signal }), []);
  return (
    <Show asked={asked}>
      {(details) => (
        <>
          <Section title={T.who}>
            <Identity details={details} />
          </Section>
          <Section title={T.mail}>
            <Mail details={details} />
          </Section>
        </>
      )}
    </Show>
  );
}

function Identity({ details }: { readonly details: AccountDetailsResult }) {
  return (
    <Facts
      facts={[
        [T.username, details.username],
        [T.name, details.name],
        [T.uid, details.uid],
        [T.plan, details.subscription.name],
        [T.since, <Time at={timeOfSeconds(details.time_created)} form="day" />],
        [T.lastLogin, <Time at={timeOfSeconds(details.last_login)} />],
      ]}
    />
  );
}

function Mail({ details }: { readonly details: AccountDetailsResult }) {
  const [sent, setSent] = useState<"verify-email" | "change-email">();
  const verify = async (): Promise<void> => {
    await trading.accounts.emailVerifyRequest();
    setSent("verify-email");
  };
  const change = async ({ email = "", password = "", ...codes }: Entered): Promise<void> => {
    await trading.accounts.emailChangeRequest({ email, password, ...codesIn(codes) });
    setSent("change-email");
  };
  return (
    <>
      <p>
        {details.email}{" "}
        {details.email_verified ? <Badge tone="good" text={T.verified} /> : <Badge tone="warn" text={T.notVerified} />}
      </p>
      {!details.email_verified && <ActionForm action={T.verify} done={T.verifySent} send={verify} />}
      {sent !== undefined && <EnterCode at={`/console/trading/${sent}`} />}
      {!details.is_subaccount && (
        <div class="narrow">
          <ActionForm action={T.changeMail} done={T.changeSent} clears send={change}>
            <Field label={T.newMail} name="email" type="email" hint={T.newMailHint} autocomplete="email" required />
            <Field
              label={texts.trading.security.currentPassword}
              name="password"
              type="password"
              autocomplete="current-password"
              required
            />
            <CodeFields />
          </ActionForm>
        </div>
      )}
    </>
  );
}

function Settings() {
  const asked = useAsked((signal) => trading.accounts.settings({}, { signal }), []);
  const send = async (entered: Entered): Promise<void> => {
    const { timezone = "", language = "", currency_display = "", default_exchange = "" } = entered;
    await trading.accounts.settings({
      timezone,
      language,
      currency_display,
      default_exchange,
    });
    asked.again();
  };
  return (
    <Section title={T.settings}>
      <Show asked={asked}>{(settings) => <SettingsForm settings={settings} send={send} />}</Show>
    </Section>
  );
}

interface SettingsFormProps {
  readonly settings: AccountsSettingsResult;
  readonly send: (entered: Entered) => Promise<void>;
}

function SettingsForm({ settings, send }: SettingsFormProps) {
  return (
    <ActionForm action={texts.trading.security.save} done={texts.trading.security.saved} send={send}>
      <div class="fields">
        <Field label={T.timezone} name="timezone" initial={settings.timezone} hint={T.timezoneHint} required />
        <Field label={T.language} name="language" initial={settings.language} hint={T.languageHint} required />
        <Field label={T.currency} name="currency_display" initial={settings.currency_display} required />
        <Field
          label={T.exchange}
          name="default_exchange"
          initial={settings.default_exchange ?? ""}
          hint={T.exchangeHint}
          autocomplete="off"
        />
      </div>
      <p>
        <a href="/console/trading/account/alerts?tab=ways">{T.alerts}</a>
      </p>
    </ActionForm>
  );
}

function CloseAccount({ user }: { readonly user: TradingUser }) {
  const send = async ({ password = "", give_up, ...codes }: Entered): Promise<void> => {
    const give_up_balance = give_up !== undefined;
    await trading.sessions.closeAccount({ password, give_up_balance, ...codesIn(codes) });
    location.assign("/console");
  };
  return (
    <Section title={T.close}>
      <p>{T.closeWhy}</p>
      <Danger
        action={T.close}
        question={T.closeQuestion}
        consequence={<p>{T.closeConsequence}</p>}
        name={user.username}
        done={T.closed}
        send={send}
      >
        <Field
          label={texts.trading.security.currentPassword}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <CodeFields />
        <Check label={T.giveUp} name="give_up" hint={T.giveUpHint} />
      </Danger>
    </Section>
  );
}
