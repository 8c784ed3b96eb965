/** The pages that links in mails open for a password and for a mail address. */
import { trading } from "../../../live/clients.ts";
import { Field } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";
import { tradingUser } from "../../../live/identity.ts";
import { MailLinkPage } from "./mail-link-page.tsx";
import { SignedIn } from "./signed-in.tsx";

const T = texts.trading.mailLinks;
const SIGN_IN = "/console/trading/sign-in";
const ACCOUNT = "/console/trading/account";

export function ResetPassword() {
  return (
    <MailLinkPage
      title={T.reset.title}
      why={T.reset.why}
      action={T.reset.action}
      done={T.reset.done}
      next={[SIGN_IN, texts.states.signIn]}
      send={(token, { new_password = "" }) => trading.accounts.passwordReset({ token, new_password })}
    >
      <Field
        label={T.newPassword}
        name="new_password"
        type="password"
        hint={T.passwordHint}
        autocomplete="new-password"
        required
      />
    </MailLinkPage>
  );
}

export function VerifyEmail() {
  return (
    <MailLinkPage
      title={T.verify.title}
      why={T.verify.why}
      action={T.verify.action}
      done={T.verify.done}
      next={[ACCOUNT, texts.trading.account.title]}
      send={(token) => trading.accounts.emailVerifyConfirm({ token })}
    />
  );
}

/** The platform takes it in a session of the same user only. */
export function ChangeEmail() {
  if (!tradingUser.value) {
    return (
      <Page title={T.change.title}>
        <p>{T.change.signIn}</p>
        <SignedIn>{() => null}</SignedIn>
      </Page>
    );
  }
  return (
    <MailLinkPage
      title={T.change.title}
      why={T.change.why}
      action={T.change.action}
      done={T.change.done}
      next={[ACCOUNT, texts.trading.account.title]}
      send={(token) => trading.accounts.emailChangeConfirm({ token })}
    />
  );
}
