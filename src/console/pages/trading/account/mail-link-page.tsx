/** A page that a link in a mail opens: it does one thing with the token of the link, and says what to do next. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { forgetMailToken, mailToken } from "../../../shell/mail-links.ts";

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

export function MailLinkPage({ title, why, action, send, done, next: [to, nextTitle], children }: MailLinkPageProps) {
  const [token] = useState(mailToken);
  const [isDone, setDone] = useState(false);
  const run = async (entered: Entered): Promise<void> => {
    await send(token ?? "", entered);
    forgetMailToken();
    setDone(true);
  };
  return (
    <Page title={title}>
      <div class="narrow">
        {isDone ? (
          <Empty title={done}>
            <a class="button primary" href={to}>
              {nextTitle}
            </a>
          </Empty>
        ) : token === undefined ? (
          <Empty title={T.noToken}>
            <p>{T.noTokenWhy}</p>
          </Empty>
        ) : (
          <ActionForm action={action} done={done} send={run}>
            <p>{why}</p>
            {children}
          </ActionForm>
        )}
      </div>
    </Page>
  );
}
