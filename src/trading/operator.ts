/** The operator's work by hand: the first users and their first keys. */
import { Type } from "typebox";
import { Value } from "typebox/value";
import type { Platform } from "../kit/platform.ts";
import type { DemoFacts } from "../kit/service.ts";
import { loadCaller, type ApiKeys } from "./access/index.ts";
import {
  createUser,
  findUser,
  hashPassword,
  listUsers,
  markDemoUser,
  newUsername,
  passwordProblem,
  personName,
  resetTwoFactor,
  setPassword,
} from "./accounts/index.ts";
import { recordAudit } from "./audit/index.ts";
import type { Caller } from "./caller.ts";
import { findReferrer } from "./signup/index.ts";
import { emailAddress } from "./validation.ts";

export interface OperatorUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Caller["role"];
  /** The referral code of the user who brought this one. */
  readonly referredBy?: string;
}

/** The operator may give short names. */
const operatorsUsername = Type.String({ ...newUsername, minLength: 1 });

/**
 * A new main account; answers its uid, or what is wrong with what was given.
 *
 * @throws accountErrors.usernameTaken
 */
export async function addUser({ db, clock }: Platform, user: OperatorUser): Promise<number | { problem: string }> {
  const problem = problemOf(user) ?? passwordProblem(user.password, user.username);
  if (problem !== undefined) return { problem };
  const { password, referredBy: code, ...rest } = user;
  const referredBy = code === undefined ? undefined : await findReferrer(db, code);
  if (code !== undefined && referredBy === undefined) {
    return { problem: `There is no user with the referral code ${code}: \`tripod trading user list\` shows the codes` };
  }
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  return db.transaction(async (tx) => {
    const uid = await createUser(tx, {
      ...rest,
      passwordHash,
      ...(referredBy === undefined ? {} : { referredBy }),
      // The operator says where mail of the user goes, and no stranger can call this.
      emailVerifiedAt: at,
      at,
    });
    const details = {
      role: user.role,
      ...(referredBy === undefined ? {} : { referred_by: referredBy }),
    };
    await recordAudit(tx, { ownerUid: uid, uid: null, action: "user.create", subject: String(uid), details, at });
    return uid;
  });
}

/** What is wrong with the names and the address, which count as verified. */
function problemOf(user: OperatorUser): string | undefined {
  if (!Value.Check(operatorsUsername, user.username)) {
    return "A username begins with a letter or a digit, and has letters, digits and the characters . _ - alone, 60 at most";
  }
  if (!Value.Check(emailAddress, user.email)) {
    return "The mail address is not one that mail can be sent to: name@example.com";
  }
  return Value.Check(personName, user.name) ? undefined : "A name is one line of 1 to 100 characters";
}

/** Sets the password of a user; answers what is wrong with it, or that the user does not exist. */
export async function changePassword(
  { db, clock }: Platform,
  uid: number,
  password: string,
): Promise<string | undefined> {
  const user = await findUser(db, uid);
  if (!user) return absent(uid);
  const problem = passwordProblem(password, user.username);
  if (problem !== undefined) return problem;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const person = await findUser(tx, uid);
    if (!person) return absent(uid);
    await setPassword(tx, person, passwordHash, clock.now());
    return undefined;
  });
}

/** Removes the second factor of a user; answers why there is none to remove. */
export async function removeSecondFactor({ db, clock }: Platform, uid: number): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const user = await findUser(tx, uid);
    if (!user) return absent(uid);
    if (!user.hasTwoFactor) return `User ${uid} has no second factor`;
    await resetTwoFactor(tx, user, clock.now());
    return undefined;
  });
}

function absent(uid: number): string {
  return `There is no user ${uid}, or it is closed: \`tripod trading user list\` shows the users`;
}

export interface MadeKey {
  readonly key: string;
  /** Shown this once. */
  readonly secret: string;
}

/** A key for a user, as that user could make it; undefined when the user does not exist, or is closed or inactive. */
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

/** Makes a user with a key where there is none; answers what opens it. */
export async function makeDemoUser(platform: Platform, apiKeys: ApiKeys): Promise<DemoFacts | undefined> {
  const { random, db } = platform;
  if ((await listUsers(db, { limit: 1 })).length > 0) return undefined;
  const username = "demo";
  const password = Buffer.from(random.bytes(12)).toString("base64url");
  const email = "demo@example.com";
  const made = await addUser(platform, { username, name: "Demo user", email, password, role: "admin" });
  if (typeof made !== "number") return undefined;
  await db.transaction((tx) => markDemoUser(tx, made));
  const key = await addKey(platform, apiKeys, made, { label: "demo", access: "full_access", allowBearer: true });
  if (!key) return undefined;
  const bearer = `${key.key}.${key.secret}`;
  return {
    values: [
      { name: "Trading user", value: username },
      { name: "Trading password", value: password },
      { name: "Trading key", value: bearer },
    ],
    requests: [{ path: "/api/v2/subscriptions/details", authorization: `Bearer ${bearer}` }],
  };
}
