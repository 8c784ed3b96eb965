/** Who is signed in to the registry, and for how long. */
import { registry } from "../live/clients.ts";
import { registryCaller, sessionEndMs } from "../live/registry-caller.ts";
import { signInAddress } from "../parts/states.tsx";
import { TimeLeft } from "../parts/time-left.tsx";
import { say, texts } from "../say.ts";

export function RegistryIdentity() {
  const caller = registryCaller.value;
  if (caller === undefined) return null;
  if (caller === null)
    return <a href={signInAddress("registry")}>{say(texts.shell.signInTo, { service: texts.registry.title })}</a>;
  return (
    <span class="identity">
      <a href="/console/registry/sign-in">
        {say(texts.shell.who, { service: texts.registry.title, name: caller.subject })}{" "}
        <span class="faint">
          <TimeLeft untilMs={sessionEndMs(caller)} onEnd={endHere} />
        </span>
      </a>
      <button type="button" class="quiet" onClick={() => void signOutOfRegistry()}>
        {texts.shell.signOut}
      </button>
    </span>
  );
}

function endHere(): void {
  registryCaller.value = null;
}

async function signOutOfRegistry(): Promise<void> {
  await registry.sessions.endSession();
  // What a private registry showed does not stay in the memory of this page.
  location.assign("/console");
}
