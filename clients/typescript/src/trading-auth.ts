/** Who calls the trading platform: a signing key, a bearer key, a session of the console, or a caller without any. */
import type { TripodError } from "./errors.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Answer } from "./send.ts";
import { signer, type SigningKey } from "./signing.ts";

export interface TradingAuth {
  /** Adds what proves who calls. Runs for every attempt. */
  authorize(request: Outgoing, ask: AskCurrent): Promise<void> | void;
  /** Sees each answer. */
  observe?(operation: string, answer: Answer): void;
  /** Whether the refusal is mended, so that the call may be sent once more. */
  mend?(error: TripodError, ask: AskCurrent): Promise<boolean>;
  /** What authenticates a connection of the push. Without one it follows what is public. */
  forPush?(path: string): Promise<{ readonly key?: string; readonly authorization: string }>;
}

/** Calls `session/current`, which `observe` then sees. */
export type AskCurrent = () => Promise<void>;

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

const SETS_SESSION = /^(__Host-)?tripod_session=/;

/**
 * A session of the console. `sessions.login` begins it. In a browser the cookie is the browser's, and the page may be
 * loaded again; a program keeps the cookie here. The CSRF token of changes is asked for when it is needed.
 */
export function session(): TradingAuth {
  let token: string | undefined;
  let cookie: string | undefined;
  return {
    async authorize({ headers, effect, operation }, askCurrent) {
      // Browsers do not let a page set this header, and send their own.
      if (cookie !== undefined) headers["cookie"] = cookie;
      if (effect === "change" && token === undefined) await askCurrent();
      if (token !== undefined && operation !== "sessions.current") headers["x-csrf-token"] = token;
    },
    observe(operation, { headers, body }) {
      const set = headers.getSetCookie().find((each) => SETS_SESSION.test(each));
      const pair = set?.split(";", 1)[0];
      if (pair !== undefined) cookie = pair.endsWith("=") ? undefined : pair;
      if (operation === "sessions.login" || operation === "sessions.current") {
        token = (body as { readonly data: { readonly csrf_token: string } }).data.csrf_token;
      } else if (operation === "sessions.logout" || operation === "sessions.closeAccount") token = undefined;
    },
    // Another page of this browser may have logged in again: then the token is a new one.
    async mend({ status }, askCurrent) {
      const before = token;
      if (status !== 403 || before === undefined) return false;
      await askCurrent();
      return token !== before;
    },
  };
}
