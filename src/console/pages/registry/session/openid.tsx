/** The way to the operator's own issuer. It sends the browser back to `callback.tsx`. */
import { setPlaceAfter } from "../../../live/after-sign-in.ts";
import { registry } from "../../../live/clients.ts";
import { query } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Section } from "../../../parts/page.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.registry.openid;

export function Openid({ issuer }: { readonly issuer: string }) {
  return (
    <Section title={T.title}>
      <p>{say(T.hint, { host: hostOf(issuer) })}</p>
      <ActionForm action={T.action} send={goToIssuer} />
    </Section>
  );
}

async function goToIssuer(): Promise<void> {
  const { authorization_url } = await registry.sessions.beginOpenid();
  setPlaceAfter(query.value.get("to"));
  location.assign(authorization_url);
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
