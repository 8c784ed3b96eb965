/** Finds out who calls: by a key, by a session of the console, or by a ticket of such a session. */
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { Credentials } from "../kit/endpoint/form.ts";
import type { Clock } from "../kit/time/clock.ts";
import type { Authenticator, LapsedCallers, RenewedCallers } from "./access/index.ts";
import type { ApiUses } from "./accounts/index.ts";
import type { Caller } from "./caller.ts";
import {
  lapsedSessions,
  sessionOfTicket,
  type PushTickets,
  type SessionAuthenticator,
  type SessionStore,
} from "./sessions/index.ts";

export interface CallersOptions {
  readonly authenticator: Pick<Authenticator, "authenticate">;
  readonly sessions: SessionAuthenticator;
  readonly tickets: { readonly tickets: PushTickets; readonly sessions: Pick<SessionStore, "listInForce"> };
  /** The callers with keys that may not stay connected. */
  readonly lapsedKeys: LapsedCallers;
  readonly renewedCallers: RenewedCallers;
  readonly loadCaller: (uid: number) => Promise<Omit<Caller, "credential" | "access" | "address"> | undefined>;
  readonly uses: Pick<ApiUses, "note">;
  readonly clock: Pick<Clock, "now">;
}

export interface Callers {
  readonly byKey: (credentials: Credentials) => Caller | undefined | Promise<Caller | undefined>;
  readonly bySession: (credentials: Credentials, endpoint: AnyEndpoint) => Promise<Caller | undefined>;
  /** Uses a ticket for the push up. The caller has read-only access: a connection follows, and changes nothing. */
  readonly byTicket: (ticket: string, address: string) => Promise<Caller | undefined>;
  /** Of callers that are connected, those whose key or session counts no more. */
  readonly lapsedCallers: LapsedCallers;
  /** Of callers that are connected, those whose user has changed since. */
  readonly renewedCallers: RenewedCallers;
}

/** Kinds of callers whose calls only change something. */
const CHANGES = new Set(["change", "ownerChange", "support", "admin", "provenAdmin"]);

export function callersOf(options: CallersOptions): Callers {
  const { authenticator, sessions, tickets, lapsedKeys, renewedCallers, loadCaller, uses, clock } = options;
  return {
    renewedCallers,
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
    async byTicket(ticket, address) {
      const session = await sessionOfTicket(tickets, ticket, clock.now());
      const user = session && (await loadCaller(session.uid));
      if (!user) return undefined;
      const credential = { kind: "session" as const, id: String(session.id) };
      const shown = session.secondFactorAt === null ? {} : { showedSecondFactor: true as const };
      return { ...user, credential, address, access: "read_only", ...shown };
    },
    async lapsedCallers(callers) {
      const ofSessions = callers.filter(({ credential }) => credential.kind === "session");
      const ofKeys = callers.filter(({ credential }) => credential.kind === "key");
      const lapsed = ofKeys.length === 0 ? new Set<Caller>() : await lapsedKeys(ofKeys);
      if (ofSessions.length === 0) return lapsed;
      return new Set([...lapsed, ...(await lapsedSessions(tickets.sessions, ofSessions, clock.now()))]);
    },
  };
}

function textOf({ headers }: Credentials, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
