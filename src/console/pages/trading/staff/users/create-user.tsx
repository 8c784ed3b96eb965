/** Makes an account for a user, who sets the password by a link. */
import { useState } from "preact/hooks";
import type { CreateUserResult } from "../../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../../live/clients.ts";
import { withParams } from "../../../../live/place.ts";
import { useSendOnce } from "../../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../../parts/action-form.tsx";
import { Choice, Field } from "../../../../parts/field.tsx";
import { Section } from "../../../../parts/page.tsx";
import { say, texts } from "../../../../say.ts";
import { MadeLink } from "./made-link.tsx";
import { Reason } from "./reason.tsx";

const T = texts.trading.users;
const ROLES = [
  ["user", T.roles.user],
  ["support", T.roles.support],
] as const;

export function CreateUser() {
  const [made, setMade] = useState<CreateUserResult>();
  const once = useSendOnce();
  const create = async ({ username = "", name = "", email = "", role, reason = "" }: Entered): Promise<void> => {
    const params = {
      username,
      name,
      email,
      role: role === "support" ? ("support" as const) : ("user" as const),
      reason,
    };
    setMade(await once(params, (options) => trading.admin.createUser(params, options)));
  };
  return (
    <>
      {made && (
        <>
          <MadeLink issued={made} username={made.user.username} />
          <p>
            <a href={withParams({ tab: undefined, user: made.user.uid })}>
              {say(T.open, { username: made.user.username })}
            </a>
          </p>
        </>
      )}
      <Section title={T.create}>
        <div class="narrow">
          <p>{T.createWhy}</p>
          <ActionForm action={T.create} done={T.created} clears send={create}>
            <Field label={T.columns.username} name="username" hint={T.usernameHint} autocomplete="off" required />
            <Field label={T.columns.name} name="name" hint={T.nameHint} autocomplete="off" required />
            <Field label={T.columns.email} name="email" type="email" hint={T.emailHint} autocomplete="off" required />
            <Choice label={T.columns.role} name="role" choices={ROLES} hint={T.roleHint} />
            <Reason />
          </ActionForm>
        </div>
      </Section>
    </>
  );
}
