/** What the operator of the platform does by hand: the first users and their first keys. */
import type { Platform } from "../kit/platform.ts";
import { loadCaller, type ApiKeys } from "./access/index.ts";
import { createUser, hashPassword, listUsers, passwordProblem } from "./accounts/index.ts";
import { recordAudit } from "./audit/index.ts";
import type { Caller } from "./caller.ts";

export interface OperatorUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Caller["role"];
}

/**
 * A new main account; answers its uid, or what is wrong with the password.
 *
 * @throws accountErrors.usernameTaken
 */
export async function addUser({ db, clock }: Platform, user: OperatorUser): Promise<number | { problem: string }> {
  const problem = passwordProblem(user.password, user.username);
  if (problem !== undefined) return { problem };
  const { password, ...rest } = user;
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  return db.transaction(async (tx) => {
    const uid = await createUser(tx, { ...rest, passwordHash, at });
    const details = { username: user.username, role: user.role };
    await recordAudit(tx, { ownerUid: uid, uid: null, action: "user.create", subject: String(uid), details, at });
    return uid;
  });
}

export interface MadeKey {
  readonly key: string;
  /** Shown this once. */
  readonly secret: string;
}

/** A key for a user, as that user could make it; undefined when there is no such user, or it is closed or inactive. */
export async function addKey(
  { db }: Platform,
  apiKeys: ApiKeys,
  uid: number,
  wanted: { label: string; access: Caller["access"]; allowBearer: boolean },
): Promise<MadeKey | undefined> {
  const user = await loadCaller(db, uid);
  if (!user) return undefined;
  const maker: Caller = {
    ...user,
    access: "full_access",
    credential: { kind: "session", id: "operator" },
    address: "127.0.0.1",
  };
  const { apiKey, secret } = await apiKeys.create(maker, {
    ...wanted,
    addresses: [],
    isStrict: false,
  });
  return { key: apiKey.key, secret };
}

/** Makes a user with a key where there is nobody, and says both once in the log. */
export async function makeDemoUser(platform: Platform, apiKeys: ApiKeys): Promise<void> {
  const { log, random, db } = platform;
  if ((await listUsers(db, { limit: 1 })).length > 0) return;
  const password = Buffer.from(random.bytes(12)).toString("base64url");
  const made = await addUser(platform, {
    username: "demo",
    name: "Demo user",
    email: "demo@example.com",
    password,
    role: "admin",
  });
  if (typeof made !== "number") return;
  const key = await addKey(platform, apiKeys, made, { label: "demo", access: "full_access", allowBearer: true });
  if (!key) return;
  log.warn(
    {},
    `a user was made for you, shown this once (--demo): name demo, password ${password}, its key ${key.key}.${key.secret} ` +
      "(docs/trading/start.md says how to send it)",
  );
}
