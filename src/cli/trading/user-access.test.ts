/** How an operator helps users who cannot get in, and names staff: the program itself, on a database. */
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { commandLine } from "../../../test/support/command-line.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { START } from "../../../test/support/trading-people.ts";
import { newMasterKey } from "../../kit/auth/master-key.ts";
import { sealer } from "../../kit/auth/seal.ts";
import type { SubaccountRights } from "../../trading/caller.ts";
import { twoFactorRecord } from "../../trading/accounts/two-factor-record.ts";
import { createUser, verifyPassword } from "../../trading/accounts/index.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
const folder = await temporaryFolder();
afterAll(() => folder.remove());
const settings = join(folder.path, "tripod.yaml");
await writeFile(settings, "");
const key = newMasterKey();
const hex = Buffer.from(key.key).toString("hex");
const environment = { TRIPOD_CONFIG: settings, TRIPOD_TRADING_EXCHANGES: "", TRIPOD_SECRET_KEY: hex };
const tripod = await commandHere(connection, environment);
const { program, env } = await commandLine(connection, environment);

const PASSWORD = "correct horse battery 7";
/** Sets up a terminal of its own for a command: part of util-linux. */
const hasTerminals = spawnSync("script", ["--version"]).status === 0;

let made = 0;
let uid: number;
beforeEach(async () => {
  uid = await add();
});

async function add(ownerId?: number): Promise<number> {
  const name = `user${++made}`;
  const user = { username: name, name, email: `${name}@example.com`, passwordHash: "none", emailVerifiedAt: START };
  const owner = ownerId === undefined ? {} : { ownerId, rights: {} as SubaccountRights };
  const added = await db.transaction((tx) => createUser(tx, { ...user, ...owner, at: START }));
  await db.execute({
    name: "test.addSession",
    text: `insert into trading.sessions (uid, token_hash, address, user_agent, created_at, last_seen_at, expires_at)
      values ($1, sha256($2::text::bytea), '192.0.2.1', 'test', now(), now(), now() + interval '1 day')`,
    values: [added, name],
  });
  return added;
}

async function stateOf(id: number) {
  const [row] = await db.query<{
    hash: string;
    role: string;
    sessions: number;
    mails: number;
    factors: number;
    codes: number;
  }>({
    name: "test.state",
    text: `select password_hash as hash, role,
        (select count(*) from trading.sessions s where s.uid = u.id) as sessions,
        (select count(*) from trading.mails m where m.uid = u.id) as mails,
        (select count(*) from trading.two_factor t where t.uid = u.id) as factors,
        (select count(*) from trading.recovery_codes c where c.uid = u.id) as codes
      from trading.users u where id = $1`,
    values: [id],
  });
  if (!row) throw new Error("the user is not there");
  return row;
}

async function trailOf(id: number) {
  return db.query<{ action: string; user_id: number | null; details: string }>({
    name: "test.trail",
    text: "select action, user_id, details::text as details from trading.audit where subject = $1::text order by id",
    values: [id],
  });
}

test("a password is set from standard input: sessions end, the user is notified, and the trail names the platform", async () => {
  const ran = await tripod.given(`${PASSWORD}\nsecond line\n`)("trading", "user", "password", String(uid));
  expect(ran).toEqual({ code: 0, out: `${uid}: the password is set, and all sessions have ended\n`, err: "" });
  const state = await stateOf(uid);
  expect(state).toMatchObject({ sessions: 0, mails: 1 });
  expect(await verifyPassword(state.hash, PASSWORD)).toBe(true);
  expect(await trailOf(uid)).toEqual([{ action: "password.set", user_id: null, details: "{}" }]);
});

test.each([
  ["a password that is too weak", "short\n", /^error: A password has at least 8 characters\.\n$/],
  ["no password", "", /^error: Standard input holds no password\. .*\n$/],
  ["more than a password", "x".repeat(100_000), /^error: Standard input holds more than 8192 bytes: no password\.\n$/],
])("%s is refused in one sentence, and nothing changes", async (_what, input, says) => {
  const ran = await tripod.given(input)("trading", "user", "password", String(uid));
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toMatch(says);
  expect(await stateOf(uid)).toMatchObject({ hash: "none", sessions: 1, mails: 0 });
});

test("a password among the arguments is refused, and not repeated", async () => {
  const ran = await tripod.given(`${PASSWORD}\n`)("trading", "user", "password", String(uid), "hunter2secret");
  expect(ran.code).not.toBe(0);
  expect(ran.out + ran.err).not.toContain("hunter2secret");
  expect(await stateOf(uid)).toMatchObject({ hash: "none" });
});

/** Runs the command on a terminal, on which these lines are typed. Answers the terminal's output. */
async function typed(...lines: readonly string[]): Promise<{ code: number; shown: string }> {
  const command = [...program, "trading", "user", "password", String(uid)].join(" ");
  return new Promise((resolve) => {
    const options = { cwd: folder.path, env: { ...env, PATH: "/usr/bin:/bin" } };
    const child = execFile("script", ["-qec", command, "/dev/null"], options, (error, shown) =>
      resolve({ code: error === null ? 0 : Number(error.code), shown }),
    );
    const waiting = [...lines];
    let seen = "";
    child.stdout?.on("data", (data: string) => {
      seen += data;
      const asked = seen.split(/password: |again: /).length - 1;
      while (lines.length - waiting.length < asked && waiting.length > 0) child.stdin?.write(`${waiting.shift()}\r`);
    });
  });
}

test.skipIf(!hasTerminals)("on a terminal the password is asked for twice and never shown", async () => {
  const differing = await typed(PASSWORD, `${PASSWORD}!`);
  expect(differing.code).toBe(1);
  expect(differing.shown).toContain("The two passwords differ, and nothing was changed.");
  const same = await typed(PASSWORD, PASSWORD);
  expect(same.code, same.shown).toBe(0);
  expect(same.shown + differing.shown).not.toContain(PASSWORD);
  expect(await verifyPassword((await stateOf(uid)).hash, PASSWORD)).toBe(true);
});

test.skipIf(!hasTerminals)("Ctrl-C at the prompt changes nothing and ends with one sentence", async () => {
  const ran = await typed("\u0003");
  expect(ran.code).toBe(1);
  expect(ran.shown).toContain("error: No password was given, and nothing was changed.");
  expect(await stateOf(uid)).toMatchObject({ hash: "none", sessions: 1 });
});

test("a second factor is removed with its recovery codes; sessions end; one that is not there is said", async () => {
  await db.execute({
    name: "test.addSecondFactor",
    text: `with code as (insert into trading.recovery_codes (uid, code_hash) values ($1, sha256('code')))
      insert into trading.two_factor (uid, secret_sealed, confirmed_at) values ($1, $2, now())`,
    values: [uid, sealer([key]).seal("SECRET", twoFactorRecord(uid))],
  });
  expect(await stateOf(uid)).toMatchObject({ factors: 1, codes: 1 });
  const ran = await tripod("trading", "user", "reset-two-factor", String(uid));
  expect(ran).toMatchObject({ code: 0, out: `${uid}: the second factor is removed, and all sessions have ended\n` });
  expect(await stateOf(uid)).toMatchObject({ factors: 0, codes: 0, sessions: 0, mails: 1 });
  expect((await trailOf(uid)).at(-1)).toMatchObject({ action: "two_factor.reset", user_id: null });
  const again = await tripod("trading", "user", "reset-two-factor", String(uid));
  expect(again).toEqual({ code: 1, out: "", err: `error: User ${uid} has no second factor.\n` });
});

test("a role is given to a main account only: its sessions end, and the trail names both roles", async () => {
  const ran = await tripod("trading", "user", "role", String(uid), "support");
  expect(ran).toMatchObject({ code: 0, out: `${uid}: has the role support now, and all sessions have ended\n` });
  expect(await stateOf(uid)).toMatchObject({ role: "support", sessions: 0 });
  const [entry] = await trailOf(uid);
  expect(entry).toMatchObject({ action: "role.set", user_id: null });
  expect(JSON.parse(entry?.details ?? "")).toEqual({ from: "user", to: "support" });
  const again = await tripod("trading", "user", "role", String(uid), "support");
  expect(again).toMatchObject({ code: 0, out: `${uid}: has the role support already\n` });
  expect(await trailOf(uid)).toHaveLength(1);
  const sub = await add(uid);
  const refused = await tripod("trading", "user", "role", String(sub), "admin");
  expect(refused).toMatchObject({
    code: 1,
    err: `error: User ${sub} is a sub-account, and only main accounts have a role.\n`,
  });
  expect(await stateOf(sub)).toMatchObject({ role: "user", sessions: 1 });
  expect((await tripod("trading", "user", "role", "404", "admin")).err).toMatch(/^error: There is no user 404, .*\n$/);
});
