/** Signing in to the registry with a token, and what the session then allows. */
import type { AuthState } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { placeAfter } from "../../../live/place-after.ts";
import { go, query } from "../../../live/place.ts";
import { typed } from "../../../live/typed.ts";
import { readRegistryCaller, registryCaller } from "../../../live/registry-caller.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { GithubDevice } from "./github-device.tsx";
import { Openid } from "./openid.tsx";
import { SessionFacts } from "./session-facts.tsx";

const T = texts.registry.signIn;

export function SignIn() {
  const caller = registryCaller.value;
  const state = useAsked((signal) => registry.sessions.listLogins({}, { signal }), []);
  return (
    <Page title={caller ? T.signedIn : T.title}>
      {caller && <SessionFacts caller={caller} />}
      <Section title={caller ? T.other : T.token}>
        <div class="narrow">
          <ActionForm action={T.action} send={sendToken} clears>
            <Field
              label={T.token}
              hint={T.tokenHint}
              name="registry_token"
              type="password"
              autocomplete="off"
              required
            />
          </ActionForm>
        </div>
      </Section>
      <Show asked={state}>{(value) => <Ways state={value} />}</Show>
    </Page>
  );
}

/** The ways to a token that the operator has turned on. */
function Ways({ state: { logins, private_reads } }: { readonly state: AuthState }) {
  return (
    <>
      {logins.oidc?.browser === true && <Openid issuer={logins.oidc.issuer} />}
      {logins.github.client_id !== null && <GithubDevice />}
      {logins.anonymous && (
        <Section title={T.trial}>
          <p>{T.trialHint}</p>
          <ActionForm action={T.trialAction} send={sendTrial} />
        </Section>
      )}
      <Section title={T.how}>
        <p>{private_reads ? T.privateReads : T.publicReads}</p>
        <p>{T.fromOperator}</p>
        <Snippet text={typed("registry token --publish 'io.example/*' --ttl 1h")} what={T.command} />
        <p>{T.fromPublisher}</p>
        <Snippet
          text={`mcp-publisher login dns --registry ${location.origin} --domain example.com --private-key KEY`}
        />
        {logins.github.client_id !== null && (
          <Snippet text={`mcp-publisher login github --registry ${location.origin}`} />
        )}
      </Section>
    </>
  );
}

async function sendToken({ registry_token = "" }: Entered): Promise<void> {
  await signInWith(registry_token);
}

async function sendTrial(): Promise<void> {
  const { registry_token } = await registry.tokens.exchangeAnonymous();
  await signInWith(registry_token);
}

async function signInWith(token: string): Promise<void> {
  // The token goes to the server once, and is kept nowhere in this page.
  await registry.sessions.beginSession({ body: { registry_token: token } });
  await readRegistryCaller();
  const to = query.value.get("to");
  if (to !== null) go(placeAfter(to), { replace: true });
}
