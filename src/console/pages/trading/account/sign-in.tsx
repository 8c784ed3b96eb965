/** Signing in to the trading platform: name and password, then the second factor where the account has one. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { TripodError, trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";
import { showWantedPage } from "./after-sign-in.ts";
import { codesIn } from "./code-fields.tsx";

const T = texts.trading.signIn;
/** The platform's codes for a login that wants a second factor. */
const CODE_NEEDED = new Set<unknown>([2021, "2021"]);

export function SignIn() {
  const logins = useAsked((signal) => trading.sessions.logins({}, { signal }), []);
  return (
    <Page title={T.title}>
      <div class="narrow">
        {logins.value?.demo_login === true && <DemoSignIn />}
        <PasswordSignIn />
        <p>
          <a href="/console/trading/forgotten-password">{T.forgotten}</a>
        </p>
        {logins.value !== undefined && logins.value.sign_up !== "off" && (
          <p>
            <a href="/console/trading/sign-up">{T.signUp}</a>
          </p>
        )}
      </div>
    </Page>
  );
}

function DemoSignIn() {
  const send = async (): Promise<void> => {
    await trading.sessions.demoLogin();
    await showWantedPage();
  };
  return (
    <section class="panel">
      <p>{T.demoWhy}</p>
      <ActionForm action={T.demo} send={send} />
    </section>
  );
}

function PasswordSignIn() {
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const codes = useRef<HTMLDivElement>(null);
  // Before the field is painted: who types at once types into it.
  useLayoutEffect(() => {
    if (isCodeNeeded) codes.current?.querySelector("input")?.focus();
  }, [isCodeNeeded]);
  const send = async (entered: Entered): Promise<void> => {
    const { login = "", password = "" } = entered;
    try {
      await trading.sessions.login({ login, password, ...codesIn(entered) });
    } catch (error) {
      if (!isCodeNeeded && error instanceof TripodError && CODE_NEEDED.has(error.code)) {
        setCodeNeeded(true);
        return;
      }
      throw error;
    }
    await showWantedPage();
  };
  return (
    <ActionForm action={T.action} send={send}>
      <Field label={T.login} name="login" autocomplete="username" required />
      <Field label={T.password} name="password" type="password" autocomplete="current-password" required />
      {isCodeNeeded && (
        <div ref={codes}>
          <Field label={T.code} name="code" hint={T.codeHint} inputMode="numeric" autocomplete="one-time-code" />
          <Field label={T.recoveryCode} name="recovery_code" hint={T.recoveryCodeHint} autocomplete="off" />
        </div>
      )}
    </ActionForm>
  );
}
