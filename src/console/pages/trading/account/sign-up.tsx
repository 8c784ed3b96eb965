/** Making an account: the user asks for a mail, and its link opens the form for name and password. */
import { useState } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { EnterCode, MailLinkPage } from "./mail-link-page.tsx";

const T = texts.trading.signUp;

export function SignUp() {
  const logins = useAsked((signal) => trading.sessions.logins({}, { signal }), []);
  const [isSent, setSent] = useState(false);
  const send = async ({ email = "", invitation, referral_code }: Entered): Promise<void> => {
    await trading.signup.requestSignUp({
      email,
      ...(invitation === undefined ? {} : { invitation }),
      ...(referral_code === undefined ? {} : { referral_code }),
    });
    setSent(true);
  };
  return (
    <Page title={T.title}>
      <div class="narrow">
        <Show asked={logins}>
          {({ sign_up: mode }) =>
            mode === "off" ? (
              <Empty title={T.off}>
                <p>{T.offWhy}</p>
              </Empty>
            ) : isSent ? (
              <Empty title={T.sent}>
                <p>{T.sentWhy}</p>
                <EnterCode at="/console/trading/confirm-sign-up" />
              </Empty>
            ) : (
              <ActionForm action={T.request} done={T.sent} send={send}>
                <Field label={T.email} name="email" type="email" autocomplete="email" required />
                {mode === "invited" && (
                  <Field label={T.invitation} name="invitation" hint={T.invitationHint} autocomplete="off" required />
                )}
                <Field label={T.referral} name="referral_code" hint={T.referralHint} autocomplete="off" />
              </ActionForm>
            )
          }
        </Show>
      </div>
    </Page>
  );
}

export function ConfirmSignUp() {
  return (
    <MailLinkPage
      title={T.title}
      why={T.why}
      action={T.action}
      done={T.done}
      next={["/console/trading/sign-in", texts.states.signIn]}
      send={(token, { username = "", name = "", password = "" }) =>
        trading.signup.confirmSignUp({ token, username, name, password })
      }
    >
      <Field label={T.username} name="username" hint={T.usernameHint} autocomplete="username" required />
      <Field label={T.name} name="name" autocomplete="name" required />
      <Field
        label={texts.trading.signIn.password}
        name="password"
        type="password"
        hint={texts.trading.mailLinks.passwordHint}
        autocomplete="new-password"
        required
      />
    </MailLinkPage>
  );
}
