/** Signing in with a code that the user types at GitHub. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BegunGithubDevice } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { failureOf, type Failure } from "../../../live/failure.ts";
import { placeAfter } from "../../../live/place-after.ts";
import { go, query } from "../../../live/place.ts";
import { registryCaller } from "../../../live/registry-caller.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { CopyButton } from "../../../parts/copy.tsx";
import { SafeLink } from "../../../parts/safe-link.tsx";
import { Section } from "../../../parts/page.tsx";
import { Failed } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";

const T = texts.registry.githubDevice;

export function GithubDevice() {
  const [begun, setBegun] = useState<BegunGithubDevice>();
  const [failure, setFailure] = useState<Failure>();
  const begin = async (): Promise<void> => {
    setFailure(undefined);
    setBegun(await registry.sessions.beginGithubDevice());
  };
  const fail = (error: unknown): void => {
    setBegun(undefined);
    setFailure(failureOf(error));
  };
  return (
    <Section title={T.title}>
      <p>{T.hint}</p>
      {failure && <Failed failure={failure} />}
      {begun ? <Code begun={begun} fail={fail} /> : <ActionForm action={T.action} send={begin} />}
    </Section>
  );
}

interface CodeProps {
  readonly begun: BegunGithubDevice;
  readonly fail: (error: unknown) => void;
}

function Code({ begun, fail }: CodeProps) {
  const failing = useRef(fail);
  failing.current = fail;
  useEffect(() => whenTyped(begun.wait_seconds, (error) => failing.current(error)), [begun]);
  return (
    <>
      <p>
        {T.code} <strong>{begun.user_code}</strong> <CopyButton text={begun.user_code} what={T.theCode} />
      </p>
      <p>
        {T.typeAt} <SafeLink to={begun.verification_uri} />
      </p>
      <p role="status">{T.waiting}</p>
    </>
  );
}

/** Asks until the user is signed in. Answers what ends that. */
function whenTyped(waitSeconds: number, fail: (error: unknown) => void): () => void {
  let isEnded = false;
  let timer = later(waitSeconds);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };

  function later(seconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => void ask().catch((error: unknown) => !isEnded && fail(error)), seconds * 1_000);
  }

  async function ask(): Promise<void> {
    const { wait_seconds, caller } = await registry.sessions.pollGithubDevice();
    if (caller) {
      registryCaller.value = caller;
      const to = query.value.get("to");
      if (to !== null && !isEnded) go(placeAfter(to), { replace: true });
    } else if (!isEnded) timer = later(wait_seconds ?? waitSeconds);
  }
}
