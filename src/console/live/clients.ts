/** The three services, as any other program calls them: by the typed client and the public interface. */
import { playersClient, session as playersSession } from "../../../clients/typescript/src/players.ts";
import { registryClient, session as registrySession } from "../../../clients/typescript/src/registry.ts";
import { session, tradingClient } from "../../../clients/typescript/src/trading.ts";
import { toldSession } from "./other-pages.ts";
import { renewedSession } from "./renewed-session.ts";

/** The user is waiting: one retry, and only short pauses. After that the page shows the failure and a button to try again. */
const OPTIONS = { baseUrl: "", retries: 1, timeoutMs: 15_000, maxWaitMs: 2_000 } as const;

export const registry = registryClient({
  ...OPTIONS,
  auth: renewedSession(toldSession(registrySession()), renewRegistry),
});
export const players = playersClient({ ...OPTIONS, auth: toldSession(playersSession()) });
export const trading = tradingClient({ ...OPTIONS, auth: toldSession(session()) });

export { TripodError } from "../../../clients/typescript/src/errors.ts";

let renewing: Promise<boolean> | undefined;

/** Gets the registry session's next token. Answers whether there is one now. Calls that wait share one question. */
function renewRegistry(): Promise<boolean> {
  renewing ??= renewOnce().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewOnce(): Promise<boolean> {
  const { signed_in, renewable } = await registry.sessions.listLogins();
  // Another page of this browser was faster.
  if (signed_in || !renewable) return signed_in;
  try {
    await registry.sessions.renewSession();
    return true;
  } catch {
    // Where the issuer takes a refresh token once, the other page's renewal may be the one that counts.
    return (await registry.sessions.listLogins()).signed_in;
  }
}
