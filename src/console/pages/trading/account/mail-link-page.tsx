/** A page that a link in a mail opens: it does one thing with the token of the link, and says what to do next. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { readTradingUser } from "../../../live/identity.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { mailToken } from "../../../shell/mail-links.ts";
import { tokenIn } from "../../../shell/read-mail-link.ts";

const T = texts.trading.mailLinks;

interface MailLinkPageProps {
  readonly title: string;
  /** Says what the button does. */
  readonly why: string;
  readonly action: string;
  readonly send: (token: string, entered: Entered) => Promise<unknown>;
  /** Shown when it is done. */
  readonly done: string;
  /** Where to go then, and what that link says. */
  readonly next: readonly [to: string, title: string];
  /** Fields. */
  readonly children?: ComponentChildren;
}

/**
 * Without a token it asks for one: mails hold a code where the platform does not know the console's address, and a page
 * that was reloaded has forgotten its link.
 */
export function MailLinkPage({ title, why, action, send, done, next: [to, nextTitle], children }: MailLinkPageProps) {
  const token = mailToken.value;
  const [isDone, setDone] = useState(false);
  const run = async ({ mail_code = "", ...entered }: Entered): Promise<void> => {
    await send(token ?? tokenIn(mail_code), entered);
    mailToken.value = undefined;
    setDone(true);
    // It may have ended the session of this browser, or given its user another address.
    void readTradingUser();
  };
  return (
    <Page title={title}>
      <div class="narrow">
        {isDone && token === undefined ? (
          <Empty title={done}>
            <a class="button primary" href={to}>
              {nextTitle}
            </a>
          </Empty>
        ) : (
          <ActionForm action={action} done={done} send={run}>
            <p>{why}</p>
            {token === undefined && (
              <Field label={T.code} name="mail_code" hint={T.codeHint} autocomplete="off" required />
            )}
            {children}
          </ActionForm>
        )}
      </div>
    </Page>
  );
}

/** For users whose mail holds a code in place of a link. */
export function EnterCode({ at }: { readonly at: string }) {
  return (
    <p>
      <a href={at}>{T.enterCode}</a>
    </p>
  );
}
