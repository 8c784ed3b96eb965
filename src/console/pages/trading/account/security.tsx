/** Password, second factor, and how sessions are guarded. */
import { useState } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { readTradingUser, type TradingUser } from "../../../live/identity.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Check, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";
import { CodeFields, codesIn } from "./code-fields.tsx";
import { RecoveryCodes, SetUpSecondFactor } from "./set-up-second-factor.tsx";

const T = texts.trading.security;

export function Security() {
  return (
    <AccountPage title={T.title}>
      {(user) => (
        <>
          <Password />
          <SecondFactor user={user} />
          <Guards />
        </>
      )}
    </AccountPage>
  );
}

function CurrentPassword() {
  return <Field label={T.currentPassword} name="password" type="password" autocomplete="current-password" required />;
}

function Password() {
  const send = ({ password = "", new_password = "", ...codes }: Entered) =>
    trading.accounts.passwordChange({ password, new_password, ...codesIn(codes) });
  return (
    <Section title={T.password}>
      <div class="narrow">
        <ActionForm action={T.changePassword} done={T.passwordChanged} clears send={send}>
          <CurrentPassword />
          <Field
            label={texts.trading.mailLinks.newPassword}
            name="new_password"
            type="password"
            hint={texts.trading.mailLinks.passwordHint}
            autocomplete="new-password"
            required
          />
          <CodeFields />
        </ActionForm>
      </div>
    </Section>
  );
}

function SecondFactor({ user }: { readonly user: TradingUser }) {
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const done = (): void => {
    setSettingUp(false);
    setCodes(undefined);
    void readTradingUser();
  };
  const renew = async ({ password = "", ...entered }: Entered): Promise<void> => {
    const made = await trading.accounts.twoFactorRecoveryCodes({ password, ...codesIn(entered) });
    setCodes(made.recovery_codes);
  };
  const disable = async ({ password = "", ...entered }: Entered): Promise<void> => {
    await trading.accounts.twoFactorDisable({ password, ...codesIn(entered) });
    await readTradingUser();
  };
  return (
    <Section title={texts.trading.secondFactor.title}>
      <p>{user.twofactor ? <Badge tone="good" text={T.on} /> : <Badge tone="warn" text={T.off} />}</p>
      {isSettingUp ? (
        <SetUpSecondFactor onDone={done} />
      ) : codes ? (
        <RecoveryCodes codes={codes} onDone={done} />
      ) : user.twofactor ? (
        <>
          <div class="narrow">
            <ActionForm action={T.newCodes} send={renew}>
              <p>{T.newCodesWhy}</p>
              <CurrentPassword />
              <CodeFields />
            </ActionForm>
          </div>
          <Danger
            action={T.disable}
            question={T.disableQuestion}
            consequence={<p>{T.disableWhy}</p>}
            name={user.username}
            done={T.disabled}
            send={disable}
          >
            <CurrentPassword />
            <CodeFields />
          </Danger>
        </>
      ) : (
        <p class="actions">
          <button type="button" class="primary" onClick={() => setSettingUp(true)}>
            {T.setUp}
          </button>
        </p>
      )}
    </Section>
  );
}

function Guards() {
  const asked = useAsked((signal) => trading.accounts.securitySettings({}, { signal }), []);
  const send = async ({ login_alerts, minutes = "" }: Entered): Promise<void> => {
    const session_timeout = Math.round(Number(minutes) * 60);
    await trading.accounts.securitySettings({ login_alerts: login_alerts !== undefined, session_timeout });
    asked.again();
  };
  return (
    <Section title={T.guards}>
      <Show asked={asked}>
        {(settings) => (
          <>
            <Facts
              facts={[
                [T.passwordSet, <Time at={timeOfSeconds(settings.password_changed)} />],
                [T.codesLeft, settings.twofactor ? settings.recovery_codes_left : T.off],
                [T.whitelist, settings.withdraw_whitelist ? T.on : T.off],
                [T.keysFrom, settings.ip_whitelist.length === 0 ? T.anywhere : settings.ip_whitelist.join(", ")],
              ]}
            />
            <ActionForm action={T.save} done={T.saved} send={send}>
              <Check label={T.loginAlerts} name="login_alerts" initial={settings.login_alerts} />
              <Field
                label={T.timeout}
                name="minutes"
                type="number"
                min={5}
                max={1440}
                initial={String(Math.round(settings.session_timeout / 60))}
                hint={say(T.timeoutHint, { from: 5, to: 1440 })}
                required
              />
            </ActionForm>
          </>
        )}
      </Show>
    </Section>
  );
}
