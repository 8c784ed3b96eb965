/** Who calls the trading platform: a signing key, a bearer key, a session of the console, or a caller without any. */
import { TripodError } from "./errors.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Answer } from "./send.ts";
import { sessionAuth, type AskCurrent } from "./session-auth.ts";
import { signer, type SigningKey } from "./signing.ts";

export interface TradingAuth {
  /** Adds what proves who calls. Runs for every attempt. */
  authorize(request: Outgoing, ask: AskCurrent): Promise<void> | void;
  /** Sees each answer. */
  observe?(operation: string, answer: Answer): void;
  /** Whether the refusal is mended, so that the call may be sent once more. */
  mend?(error: TripodError, ask: AskCurrent): Promise<boolean>;
  /** What authenticates a connection of the push. Without it the connection follows what is public. */
  forPush?(path: string, askTicket: AskTicket): Promise<PushProof | undefined>;
}

/** What a connection of the push shows: a key, or a ticket of a session. */
export type PushProof = { readonly key?: string; readonly authorization: string } | { readonly ticket: string };

/** Calls `session/push-ticket`. */
export type AskTicket = () => Promise<string>;

export interface SigningOptions extends SigningKey {
  /**
   * Whether a signature covers address and body, which strict keys require. False only behind a proxy that changes the
   * path. Default true.
   */
  readonly bound?: boolean;
}

/** An API key, with which every request is signed. */
export function signed({ bound = true, ...key }: SigningOptions): TradingAuth {
  const sign = signer(key, bound);
  return {
    async authorize({ headers, target, body }) {
      Object.assign(headers, await sign(target, body));
    },
    forPush: (path) => sign(path),
  };
}

/** A key that was made with `--bearer`. Whoever sees one of its requests has the key. */
export function bearer({ key, secret }: SigningKey): TradingAuth {
  const authorization = `Bearer ${key}.${secret}`;
  return {
    authorize({ headers }) {
      headers["authorization"] = authorization;
    },
    forPush: async () => ({ authorization }),
  };
}

interface SessionAnswer {
  readonly data: { readonly csrf_token: string; readonly uid: number };
}

/**
 * A session of the console. `sessions.login` begins it. Each connection of the push shows a ticket of the session; after a
 * login, open another push.
 */
export function session(): TradingAuth {
  return {
    ...sessionAuth({
      cookie: "tripod_session",
      current: "sessions.current",
      begins: ["sessions.login", "sessions.demoLogin"],
      ends: ["sessions.logout", "sessions.closeAccount"],
      tokenIn: (body) => (body as SessionAnswer).data.csrf_token,
      userIn: (body) => (body as SessionAnswer).data.uid,
    }),
    // Another connection needs another ticket: each counts once.
    async forPush(_path, askTicket) {
      try {
        return { ticket: await askTicket() };
      } catch (error) {
        // Without a session, or before its second factor is set up, what is public can be followed.
        if (error instanceof TripodError && (error.status === 401 || error.status === 403)) return undefined;
        throw error;
      }
    },
  };
}
