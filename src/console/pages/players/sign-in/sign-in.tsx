/** Signing in to the lookup: a key is sent once, and a cookie stands for it afterwards. The demo offers its own key. */
import { query } from "../../../live/place.ts";
import { placeAfter } from "../../../live/place-after.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { playersCaller, readPlayersCaller, type PlayersCaller } from "../../../live/identity.ts";
import { go } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { Facts } from "../../../parts/facts.tsx";

const T = texts.players.signIn;

async function signInWith(key: { readonly Key: string } | { readonly Demo: true }): Promise<void> {
  await players.sessions.beginSession({ body: key });
  await readPlayersCaller();
  go(placeAfter(query.value.get("to"), "/console/players/live"), { replace: true });
}

export function SignIn() {
  const state = useAsked((signal) => players.sessions.getSession({}, { signal }), []);
  const caller = playersCaller.value;
  return (
    <Page title={T.title}>
      <div class="narrow">
        {caller && <Current caller={caller} />}
        {state.value?.DemoOffered === true && (
          <Section title={T.demo}>
            <p>{T.demoWhy}</p>
            <ActionForm action={T.useDemo} send={() => signInWith({ Demo: true })} />
          </Section>
        )}
        <Section title={T.withKey}>
          <ActionForm action={T.action} send={({ key = "" }) => signInWith({ Key: key })} clears>
            <Field
              label={T.key}
              name="key"
              type="password"
              autocomplete="off"
              maxLength={256}
              required
              hint={T.keyHint}
            />
          </ActionForm>
        </Section>
      </div>
    </Page>
  );
}

/** What the key of the session opens. */
function Current({ caller }: { readonly caller: PlayersCaller }) {
  const { Name, Scope, Requests, WindowSeconds, KeyExpiresAt, SessionEndsAt } = caller;
  return (
    <Section title={say(T.signedIn, { name: Name })}>
      <Facts
        facts={[
          [T.scope, texts.players.scopes[Scope]],
          [T.limit, say(T.limitOf, { requests: Requests, seconds: WindowSeconds })],
          [T.keyExpires, <Time at={KeyExpiresAt} />],
          [T.sessionEnds, <Time at={SessionEndsAt} />],
        ]}
      />
    </Section>
  );
}
