/** Signing in to the trading platform: name and password, then the second factor where the account has one. */
import { useState } from "preact/hooks";
import { TripodError, trading } from "../../../live/clients.ts";
import { readTradingUser } from "../../../live/identity.ts";
import { go, query } from "../../../live/place.ts";
import { placeAfter } from "../../../live/place-after.ts";
import { closePush } from "../../../live/push.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.signIn;
/** The platform's codes for a login that wants a second factor. */
const CODE_NEEDED = new Set<unknown>([2021]);

export function SignIn() {
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const send = async (entered: Entered): Promise<void> => {
    const { login = "", password = "", code, recovery_code } = entered;
    try {
      await trading.sessions.login({
        login,
        password,
        ...(code === undefined ? {} : { code }),
        ...(recovery_code === undefined ? {} : { recovery_code }),
      });
    } catch (error) {
      if (!isCodeNeeded && error instanceof TripodError && CODE_NEEDED.has(error.code)) {
        setCodeNeeded(true);
        return;
      }
      throw error;
    }
    await readTradingUser();
    closePush();
    go(placeAfter(query.value.get("to")), { replace: true });
  };
  return (
    <Page title={T.title}>
      <div class="narrow">
        <ActionForm action={T.action} send={send}>
          <Field label={T.login} name="login" autocomplete="username" required />
          <Field label={T.password} name="password" type="password" autocomplete="current-password" required />
          {isCodeNeeded && (
            <>
              <Field
                label={T.code}
                name="code"
                hint={T.codeHint}
                inputMode="numeric"
                autocomplete="one-time-code"
                autofocus
              />
              <Field label={T.recoveryCode} name="recovery_code" hint={T.recoveryCodeHint} autocomplete="off" />
            </>
          )}
        </ActionForm>
        <p>
          <a href="/console/trading/forgotten-password">{T.forgotten}</a>
        </p>
      </div>
    </Page>
  );
}
