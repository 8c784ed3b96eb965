/** The three services, as any other program calls them: by the typed client and the public interface. */
import { playersClient } from "../../../clients/typescript/src/players.ts";
import { registryClient, session as registrySession } from "../../../clients/typescript/src/registry.ts";
import { session, tradingClient } from "../../../clients/typescript/src/trading.ts";

/** A person is waiting: one more attempt, and no long wait that nobody sees. The page offers to try again. */
const OPTIONS = { baseUrl: "", retries: 1, timeoutMs: 15_000, maxWaitMs: 2_000 } as const;

export const registry = registryClient({ ...OPTIONS, auth: registrySession() });
export const players = playersClient(OPTIONS);
export const trading = tradingClient({ ...OPTIONS, auth: session() });

export { TripodError } from "../../../clients/typescript/src/errors.ts";
