/** A session of a browser: a cookie, and the CSRF token that changes show beside it. Every service has its own. */
import { TripodError } from "./errors.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Answer, Service } from "./send.ts";

/** Calls the operation that answers the CSRF token, which `observe` then sees. */
export type AskCurrent = () => Promise<void>;

export interface SessionAuth {
  /** Adds what proves who calls. Runs for every attempt. */
  authorize(request: Outgoing, ask: AskCurrent): Promise<void>;
  /** Sees each answer. */
  observe(operation: string, answer: Answer): void;
  /** Whether the refusal is mended, so that the call may be sent once more. */
  mend(error: TripodError, ask: AskCurrent): Promise<boolean>;
}

export interface SessionKind {
  /** Without its prefix. */
  readonly cookie: string;
  /** Answers the CSRF token of the session that there is. */
  readonly current: string;
  /** Begin a session, and answer its CSRF token. */
  readonly begins: readonly string[];
  readonly ends: readonly string[];
  /** Of those that begin one: gets the next token of the session that there is. */
  readonly renews?: string;
  readonly tokenIn: (body: unknown) => string | null | undefined;
  /** Tells users apart in the answers that have a token. */
  readonly userIn: (body: unknown) => string | number | undefined;
}

/**
 * Keeps the CSRF token, which is asked for when it is needed. In a browser the cookie is the browser's, and the page may be
 * loaded again; a program keeps the cookie here.
 *
 * Another page may sign in as another user, and the cookie is then that user's. What this page shows and asks is the first
 * user's, so it takes no token of the other: its changes are refused until it has signed in itself, or was loaded again.
 */
export function sessionAuth({ cookie: name, current, begins, renews, ends, ...of }: SessionKind): SessionAuth {
  const setsSession = new RegExp(`^(__Host-)?${name}=`);
  let token: string | undefined;
  let user: string | number | undefined;
  let cookie: string | undefined;
  const take = (body: unknown): void => {
    const now = of.userIn(body);
    const isAnother = user !== undefined && now !== undefined && now !== user;
    token = isAnother ? undefined : (of.tokenIn(body) ?? undefined);
    user ??= now;
  };
  return {
    async authorize({ headers, effect, operation }, askCurrent) {
      // Browsers do not let a page set this header, and send their own.
      if (cookie !== undefined) headers["cookie"] = cookie;
      if (effect !== "read" && token === undefined && !begins.includes(operation)) await askIfSignedIn(askCurrent);
      if (token !== undefined && operation !== current) headers["x-csrf-token"] = token;
    },
    observe(operation, { headers, body }) {
      const set = headers.getSetCookie().find((each) => setsSession.test(each));
      const pair = set?.split(";", 1)[0];
      if (pair !== undefined) cookie = pair.endsWith("=") ? undefined : pair;
      const isBegun = begins.includes(operation) && operation !== renews;
      if (isBegun || ends.includes(operation)) [token, user] = [undefined, undefined];
      if (operation === current || begins.includes(operation)) take(body);
    },
    // Another page of this browser may have signed in again: then the token is a new one.
    async mend({ status }, askCurrent) {
      const before = token;
      if (status !== 403 || before === undefined) return false;
      await askCurrent();
      return token !== undefined && token !== before;
    },
  };
}

/** Without a session the server says what it thinks of the call itself. */
async function askIfSignedIn(askCurrent: AskCurrent): Promise<void> {
  try {
    await askCurrent();
  } catch (error) {
    if (!(error instanceof TripodError) || error.status !== 401) throw error;
  }
}

/** What a service does for its sessions: the members of `Service` that concern them. */
export function sessionMembers(
  auth: SessionAuth,
  askCurrent: (signal?: AbortSignal) => Promise<void>,
): Required<Pick<Service, "authorize" | "observe" | "mend">> {
  return {
    authorize: (request, signal) => auth.authorize(request, () => askCurrent(signal)),
    observe: (operation, answer) => auth.observe(operation, answer),
    mend: (error, signal) => auth.mend(error, () => askCurrent(signal)),
  };
}
