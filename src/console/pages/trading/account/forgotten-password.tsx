/** Asks for a mail by which a new password is set. */
import { useState } from "preact/hooks";
import { trading } from "../../../live/clients.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { EnterCode } from "./mail-link-page.tsx";

const T = texts.trading.forgotten;

export function ForgottenPassword() {
  const [isSent, setSent] = useState(false);
  return (
    <Page title={T.title}>
      <div class="narrow">
        {isSent ? (
          <Empty title={T.sent}>
            <p>{T.sentWhy}</p>
            <EnterCode at="/console/trading/reset-password" />
          </Empty>
        ) : (
          <ActionForm
            action={T.action}
            done={T.sent}
            send={async ({ login = "" }) => {
              await trading.accounts.passwordResetRequest({ login });
              setSent(true);
            }}
          >
            <Field label={texts.trading.signIn.login} name="login" autocomplete="username" required />
          </ActionForm>
        )}
        <p>
          <a href="/console/trading/sign-in">{T.back}</a>
        </p>
      </div>
    </Page>
  );
}
