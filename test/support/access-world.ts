/** Users of the trading platform with API keys, and a process that knows them, on a database of the test's own. */
import { sealer, type Sealer } from "../../src/kit/auth/seal.ts";
import type { Credentials } from "../../src/kit/endpoint/form.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { systemClock, type Clock } from "../../src/kit/time/clock.ts";
import { timestamp } from "../../src/kit/sql/values.ts";
import { ApiKeys } from "../../src/trading/access/api-keys.ts";
import type { ApiKey, KeyTerms } from "../../src/trading/access/api-key.ts";
import { Authenticator } from "../../src/trading/access/authenticator.ts";
import type { NonceWindows } from "../../src/trading/access/nonce-windows.ts";
import { OwnNonceWindows } from "../../src/trading/access/own-windows.ts";
import { keyStore } from "../../src/trading/access/sql/key-store.ts";
import { loadCaller } from "../../src/trading/access/sql/load-caller.ts";
import { nonceMarks } from "../../src/trading/access/sql/nonce-marks.ts";
import type { Caller } from "../../src/trading/caller.ts";
import { keptLog } from "./kept-log.ts";

const SEALER: Sealer = sealer([{ id: "test", key: new Uint8Array(32).fill(7) }]);
let users = 0;

/** Adds a user, or a sub-account of `ownerId` with these rights. Answers its id. */
export async function addUser(db: Database, ownerId?: number, rights: object = {}): Promise<number> {
  const name = `user-${++users}`;
  const [row] = await db.query<{ id: number }>({
    name: "test.addUser",
    text: `insert into trading.users (owner_id, rights, username, name, email, password_hash, password_changed_at,
        referral_code, created_at)
      values ($1, $2, $3, $3, $3, '-', $4, $3, $4) returning id`,
    values: [
      ownerId ?? null,
      ownerId === undefined ? null : JSON.stringify(rights),
      name,
      timestamp(systemClock().now()),
    ],
  });
  if (!row) throw new Error("no user was added");
  return row.id;
}

export interface AccessProcess {
  readonly authenticator: Authenticator;
  readonly apiKeys: ApiKeys;
}

/** One process's view of a database. Not started: nothing happens on its own. */
export function accessProcess(
  db: Database,
  {
    clock = systemClock(),
    windows = new OwnNonceWindows({ marks: nonceMarks(db), clock, log: keptLog() }),
  }: { clock?: Clock; windows?: NonceWindows } = {},
): AccessProcess {
  const keys = keyStore(db);
  const authenticator = new Authenticator({ keys, sealer: SEALER, windows, clock, log: keptLog() });
  const apiKeys = new ApiKeys({
    keys,
    sealer: SEALER,
    random: systemRandom(),
    clock,
    changed: (key) => authenticator.forget(key),
  });
  return { authenticator, apiKeys };
}

/** A user as it calls with a session. */
export async function sessionOf(db: Database, uid: number): Promise<Caller> {
  const user = await loadCaller(db, uid);
  if (!user) throw new Error("there is no such user");
  return { ...user, access: "full_access", credential: { kind: "session", id: "1" }, address: "192.0.2.1" };
}

/** A key of a new user, or of `uid`. */
export async function addKey(
  db: Database,
  { apiKeys }: Pick<AccessProcess, "apiKeys">,
  terms: Partial<KeyTerms> & { access?: ApiKey["access"] } = {},
  uid?: number,
): Promise<{ apiKey: ApiKey; secret: string; caller: Caller }> {
  const caller = await sessionOf(db, uid ?? (await addUser(db)));
  const wanted = { label: "bot", access: "full_access", addresses: [], allowBearer: false, isStrict: false } as const;
  return { ...(await apiKeys.create(caller, { ...wanted, ...terms })), caller };
}

/** A request as authentication sees it. */
export function requestWith(headers: Record<string, string>, other: Partial<Credentials> = {}): Credentials {
  return { method: "GET", url: "/api/v2/user/audit", headers, address: "192.0.2.1", rawBody: undefined, ...other };
}
