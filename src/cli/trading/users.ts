/** `tripod trading user ...` and `tripod trading key create`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import type { ListedUser } from "../../trading/accounts/index.ts";
import { writeJson } from "../write-json.ts";
import { refusalsAsText } from "./refusals-as-text.ts";
import { withTrading } from "./with-trading.ts";

export interface NewUserOptions {
  readonly name: string;
  readonly email: string;
  readonly role: "user" | "support" | "admin";
  readonly passwordEnv?: string;
  readonly referredBy?: string;
}

export interface NewKeyOptions {
  readonly label: string;
  readonly access: "read_only" | "trade" | "full_access";
  readonly bearer: boolean;
}

export async function createUser(username: string, options: NewUserOptions): Promise<void> {
  const { addUser } = await import("../../trading/operator.ts");
  const { readEnvironment } = await import("../../kit/config/environment.ts");
  const { passwordEnv, ...rest } = options;
  const given = passwordEnv === undefined ? undefined : readEnvironment()[passwordEnv];
  if (passwordEnv !== undefined && !given) throw new UserError(`The environment variable ${passwordEnv} is not set.`);
  await withTrading(async (platform) => {
    const password = given ?? Buffer.from(platform.random.bytes(15)).toString("base64url");
    const made = await refusalsAsText(() => addUser(platform, { ...rest, username, password }));
    if (typeof made !== "number") throw new UserError(`${made.problem}.`);
    process.stdout.write(`${made}\n`);
    if (given === undefined) process.stderr.write(`The password, shown only now: ${password}\n`);
  });
}

export async function listUsers({ json }: { readonly json: boolean }): Promise<void> {
  const { listUsers: read } = await import("../../trading/accounts/index.ts");
  const kept: unknown[] = [];
  await withTrading(async ({ db }) => {
    const after = { uid: 0 };
    for (;;) {
      const users = await read(db, { limit: 500, after: after.uid });
      if (json) kept.push(...users.map(userAsJson));
      else for (const user of users) process.stdout.write(`${lineOf(user)}\n`);
      const last = users.at(-1);
      if (!last) return;
      after.uid = last.uid;
    }
  });
  if (json) writeJson(kept);
}

export async function setActive(uid: number, isActive: boolean): Promise<void> {
  const { setUserActive } = await import("../../trading/accounts/index.ts");
  await withTrading(async ({ db, clock }) => {
    const found = await db.transaction((tx) => setUserActive(tx, uid, isActive, clock.now()));
    if (!found) throw new UserError(`There is no user ${uid}, or it is closed.`);
  });
  process.stdout.write(`${uid}: ${isActive ? "enabled" : "disabled"}\n`);
}

export async function setMayInvite(uid: number, mayInvite: boolean): Promise<void> {
  const { setMayInvite: set } = await import("../../trading/signup/index.ts");
  await withTrading(async ({ db, clock }) => {
    const found = await db.transaction((tx) => set(tx, uid, mayInvite, clock.now()));
    if (!found) throw new UserError(`There is no main account ${uid}, or it is closed.`);
  });
  process.stdout.write(`${uid}: ${mayInvite ? "may invite" : "may not invite"}\n`);
}

export async function verifyEmail(uid: number): Promise<void> {
  const { vouchForEmail } = await import("../../trading/accounts/index.ts");
  await withTrading(async ({ db, clock }) => {
    const found = await db.transaction((tx) => vouchForEmail(tx, uid, clock.now()));
    if (!found) throw new UserError(`There is no user ${uid}, or it is closed.`);
  });
  process.stdout.write(`${uid}: the mail address counts as verified\n`);
}

export async function closeUser(uid: number, options: { readonly giveUpBalance?: boolean }): Promise<void> {
  const { closeAccount } = await import("../../trading/accounts/index.ts");
  const closed = await withTrading(({ db, clock }) =>
    refusalsAsText(() => db.transaction((tx) => closeAccount(tx, uid, clock.now(), options))),
  );
  if (closed.length === 0) throw new UserError(`There is no user ${uid}, or it is closed already.`);
  process.stdout.write(`closed: ${closed.join(", ")}\n`);
}

export async function createKey(uid: number, { label, access, bearer }: NewKeyOptions): Promise<void> {
  const { addKey } = await import("../../trading/operator.ts");
  await withTrading(async (platform, trading) => {
    const wanted = { label, access, allowBearer: bearer };
    const made = await refusalsAsText(() => addKey(platform, trading.deps.apiKeys, uid, wanted));
    if (!made) throw new UserError(`There is no user ${uid}, or it is closed or disabled.`);
    process.stdout.write(`${made.key}.${made.secret}\n`);
    process.stderr.write("Key and secret, with a dot between. The secret is shown only now.\n");
  });
}

function userAsJson({ createdAt, lastLoginAt, ...user }: ListedUser): unknown {
  return { ...user, createdAt: formatInstant(createdAt), lastLoginAt: lastLoginAt && formatInstant(lastLoginAt) };
}

function lineOf(user: ListedUser): string {
  const standing = user.isClosed ? "closed" : user.isActive ? "enabled" : "disabled";
  const login = user.lastLoginAt === null ? "never logged in" : `logged in ${formatInstant(user.lastLoginAt)}`;
  const owner = user.ownerUid === null ? "" : `  of ${user.ownerUid}`;
  const code = user.isClosed ? "" : `  referral code ${user.referralCode}`;
  return `${user.uid}  ${user.username}  ${user.email}  ${user.role}  ${standing}  ${login}${owner}${code}`;
}
