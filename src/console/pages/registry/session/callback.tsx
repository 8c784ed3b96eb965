/** Where the issuer sends the browser back: the code is exchanged, and the user goes on to the page that was wanted. */
import { useEffect, useState } from "preact/hooks";
import { rememberedPlace } from "../../../live/after-sign-in.ts";
import { registry } from "../../../live/clients.ts";
import { failureOf, type Failure } from "../../../live/failure.ts";
import { go, path, query } from "../../../live/place.ts";
import { registryCaller } from "../../../live/registry-caller.ts";
import { Page } from "../../../parts/page.tsx";
import { Failed, Loading } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.registry.openid;

export function Callback() {
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    const answer = new URLSearchParams(query.value);
    // The code stays in no address, and so in no history.
    go(path.value, { replace: true });
    finish(answer).catch((error: unknown) => setFailure(failureOf(error)));
  }, []);
  return (
    <Page title={T.finishing}>
      {failure ? (
        <>
          <Failed failure={failure} />
          <p>
            <a class="button" href="/console/registry/sign-in">
              {T.again}
            </a>
          </p>
        </>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

async function finish(answer: URLSearchParams): Promise<void> {
  const [code, state] = [answer.get("code"), answer.get("state")];
  if (code === null || state === null) throw new Error(refusalIn(answer));
  registryCaller.value = await registry.sessions.finishOpenid({ body: { code, state } });
  go(rememberedPlace(), { replace: true });
}

/** The issuer's reason is a word (RFC 6749, section 4.1.2.1). Any other text may be of a forged address. */
function refusalIn(answer: URLSearchParams): string {
  const reason = answer.get("error") ?? "";
  return /^[a-z_]{1,40}$/.test(reason) ? say(T.refused, { reason }) : T.noAnswer;
}
