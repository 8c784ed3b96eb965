/** Accounts and sessions of the trading platform on a test's database, with a clock that the test moves. */
import { randomBytes } from "node:crypto";
import { sealer, type Sealer } from "../../src/kit/auth/seal.ts";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { WithHeaders } from "../../src/kit/endpoint/output.ts";
import { AppError } from "../../src/kit/errors/catalogue.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { createUser, hashPassword, type NewUser } from "../../src/trading/accounts/index.ts";
import { accountStore } from "../../src/trading/accounts/sql/account-store.ts";
import { tokenStore } from "../../src/trading/accounts/sql/token-store.ts";
import { trimAccounts } from "../../src/trading/accounts/sql/trim-accounts.ts";
import { twoFactorStore } from "../../src/trading/accounts/sql/two-factor-store.ts";
import { FREE_PLAN } from "../../src/trading/billing/index.ts";
import type { Caller, SubaccountRights } from "../../src/trading/caller.ts";
import { mailRecord } from "../../src/trading/mail/mail-record.ts";
import { sessionAuthenticator } from "../../src/trading/sessions/index.ts";
import { sessionStore } from "../../src/trading/sessions/sql/session-store.ts";
import { manualClock } from "./manual-clock.ts";

export const PASSWORD = "correct horse 1";

const SEALER = sealer([{ id: "test", key: randomBytes(32) }]);

/** One hash for all, because each costs 20 ms. */
const PASSWORD_HASH = await hashPassword(PASSWORD);

let people = 0;

export function accountWorld(db: Database) {
  const clock = manualClock();
  const sessions = sessionStore(db);
  const sessionRules = { isSecure: true, maxHours: 24 };
  const deps = {
    accounts: accountStore(db),
    userTokens: tokenStore(db, SEALER),
    twoFactor: twoFactorStore(db),
    sealer: SEALER,
    random: systemRandom(),
    clock,
    limiter: memoryLimiter({ clock }),
    consoleUrl: "https://example.com/console" as string | undefined,
    referralPercent: 10,
    sessions,
    sessionRules,
    trimAccounts: () => trimAccounts(db, clock.now()),
  };
  const authenticator = sessionAuthenticator(sessions, sessionRules);

  /** A new user; the mail address of a main account is verified, unless `more` says otherwise. */
  const newUser = async (more: Partial<NewUser> = {}): Promise<{ uid: number; username: string; email: string }> => {
    people++;
    const username = more.username ?? `person${people}`;
    const email = more.email ?? `${username}@example.com`;
    const user = { username, name: "Some Body", email, passwordHash: PASSWORD_HASH, at: clock.now() };
    const emailVerifiedAt = more.ownerId === undefined ? clock.now() : undefined;
    return {
      uid: await db.transaction((tx) => createUser(tx, { emailVerifiedAt, ...user, ...more })),
      username,
      email,
    };
  };

  return { db, deps, clock, authenticator, newUser };
}

export type AccountWorld = ReturnType<typeof accountWorld>;

/** Of a sub-account that was given nothing. */
export const NO_RIGHTS: SubaccountRights = {
  viewAllProfiles: false,
  allowApiAccess: false,
  allowExport: false,
  shareMasterKeys: false,
  addOwnKeys: false,
  exchanges: undefined,
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

/** The caller that a session, or with `kind` a key, makes of a user. */
export function callerOf(uid: number, of: Partial<Caller> & { readonly sessionId?: number } = {}): Caller {
  const { sessionId = 1, ...more } = of;
  return {
    uid,
    ownerUid: uid,
    role: "user",
    rights: undefined,
    access: "full_access",
    credential: { kind: "session", id: String(sessionId) },
    address: "192.0.2.1",
    plan: FREE_PLAN,
    ...more,
  };
}

export interface Answered {
  // oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it asks for
  readonly value: any;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs an endpoint. */
export async function call(
  endpoint: AnyEndpoint,
  deps: object,
  actor: object,
  params: object = {},
  headers: object = {},
): Promise<Answered> {
  const signal = new AbortController().signal;
  const value: unknown = await endpoint.run(deps, { input: { params, headers }, actor, requestId: "1", signal });
  return value instanceof WithHeaders ? { value: value.value, headers: value.headers } : { value, headers: {} };
}

/** The codes with which an endpoint refuses. */
export async function refusalOf(answering: Promise<unknown>): Promise<AppError> {
  const error: unknown = await answering.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error("it was not refused", { cause: error });
  return error;
}

/** Mails that wait for a user as they will be sent, the first first. Opened by `opener` where they are sealed. */
export async function mailsTo(
  db: Database,
  email: string,
  opener: Pick<Sealer, "open"> = SEALER,
): Promise<{ subject: string; body: string }[]> {
  const rows = await db.query<{ id: number; subject: string; body: string; state: string }>({
    name: "test.mailsTo",
    text: "select id, subject, body, state from trading.mails where recipient = $1 order by id",
    values: [email],
  });
  return rows.map(({ id, subject, body, state }) => ({
    subject,
    body: state === "sealed" ? opener.open(body, mailRecord(id)).toString() : body,
  }));
}
