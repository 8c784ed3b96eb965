/** Renews the registry's session shortly before its token expires, as long as the page is looked at. */
import { effect } from "@preact/signals";
import { registry } from "./clients.ts";
import { readRegistryCaller, registryCaller, type RegistryCaller } from "./registry-caller.ts";
import { serverNowMs } from "./server-clock.ts";

/** Before the end of the token. */
const AHEAD_MS = 60_000;
/** So that a token of a minute, or a clock that is wrong, does not renew without a pause. */
const LEAST_MS = 20_000;
/** Timers of browsers count to this. */
const MOST_MS = 2_147_483_647;

export function keepRegistryRenewed(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = effect(() => {
    clearTimeout(timer);
    const caller = registryCaller.value;
    if (caller?.session?.renewable !== true) return;
    const inMs = caller.expires_at * 1_000 - AHEAD_MS - serverNowMs();
    // A hidden page renews with its next question: see `renewed-session.ts`.
    timer = setTimeout(() => !document.hidden && void renew(caller), Math.min(Math.max(inMs, LEAST_MS), MOST_MS));
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}

async function renew(before: RegistryCaller): Promise<void> {
  try {
    const now = await registry.sessions.getCaller();
    // Another page of this browser may have renewed it.
    const isRenewed = now.expires_at > before.expires_at;
    registryCaller.value = isRenewed ? now : await registry.sessions.renewSession();
  } catch {
    await readRegistryCaller();
  }
}
