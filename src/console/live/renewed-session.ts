/** A session that gets its next token when the last one has expired, so that users do not see it. */
import type { SessionAuth } from "../../../clients/typescript/src/registry.ts";

const UNAUTHENTICATED = 401;
/** They ask for the next token themselves. */
const RENEWING: ReadonlySet<string> = new Set(["sessions.listLogins", "sessions.renewSession"]);

/** @param renew answers whether there is a token now, so that the call may be sent once more */
export function renewedSession(session: SessionAuth, renew: () => Promise<boolean>): SessionAuth {
  return {
    ...session,
    async mend(error, askCurrent) {
      if (error.status !== UNAUTHENTICATED) return session.mend(error, askCurrent);
      return !RENEWING.has(error.operation) && !isSignIn(error.operation) && renew();
    },
  };
}

/** A refused sign-in says nothing about a session that exists already. */
function isSignIn(operation: string): boolean {
  return /^(?:tokens\.exchange|sessions\.(?:begin|finish|poll))/.test(operation);
}
