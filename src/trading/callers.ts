/** Finds out who calls: by a key, or by a session of the console. */
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { Credentials } from "../kit/endpoint/form.ts";
import type { Clock } from "../kit/time/clock.ts";
import type { Authenticator } from "./access/index.ts";
import type { ApiUses } from "./accounts/index.ts";
import type { Caller } from "./caller.ts";
import type { SessionAuthenticator } from "./sessions/index.ts";

export interface CallersOptions {
  readonly authenticator: Pick<Authenticator, "authenticate">;
  readonly sessions: SessionAuthenticator;
  readonly loadCaller: (uid: number) => Promise<Omit<Caller, "credential" | "access" | "address"> | undefined>;
  readonly uses: Pick<ApiUses, "note">;
  readonly clock: Pick<Clock, "now">;
}

export interface Callers {
  readonly byKey: (credentials: Credentials) => Caller | undefined | Promise<Caller | undefined>;
  readonly bySession: (credentials: Credentials, endpoint: AnyEndpoint) => Promise<Caller | undefined>;
}

/** Kinds of callers whose calls only change something. */
const CHANGES = new Set(["change", "ownerChange", "support", "admin", "moneyAdmin"]);

export function callersOf({ authenticator, sessions, loadCaller, uses, clock }: CallersOptions): Callers {
  return {
    byKey(credentials) {
      const noted = (caller: Caller | undefined): Caller | undefined => {
        if (caller) {
          const { uid, address, credential } = caller;
          uses.note({ keyId: Number(credential.id), uid, address, userAgent: textOf(credentials, "user-agent") ?? "" });
        }
        return caller;
      };
      const caller = authenticator.authenticate(credentials);
      return caller instanceof Promise ? caller.then(noted) : noted(caller);
    },
    async bySession(credentials, endpoint) {
      const { method, address } = credentials;
      const [cookie, csrf] = [textOf(credentials, "cookie"), textOf(credentials, "x-csrf-token")];
      const session = await sessions.sessionOf(cookie, csrf, method, CHANGES.has(endpoint.auth), clock.now());
      const user = session && (await loadCaller(session.uid));
      if (!user) return undefined;
      const credential = { kind: "session" as const, id: String(session.sessionId) };
      const shown = session.showedSecondFactor ? { showedSecondFactor: true as const } : {};
      return { ...user, credential, address, access: session.canChange ? "full_access" : "read_only", ...shown };
    },
  };
}

function textOf({ headers }: Credentials, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
