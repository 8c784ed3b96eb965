/** `tripod trading user ...` as an operator runs it: the program itself, on a database. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { START } from "../../../test/support/trading-people.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createUser } from "../../trading/accounts/index.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
const folder = await temporaryFolder();
afterAll(() => folder.remove());
const settings = join(folder.path, "tripod.yaml");
await writeFile(settings, "");
const tripod = await commandHere(connection, { TRIPOD_CONFIG: settings, TRIPOD_TRADING_EXCHANGES: "" });
const user = (...args: readonly string[]) => tripod("trading", "user", ...args);

async function add(name: string): Promise<number> {
  return db.transaction((tx) =>
    createUser(tx, { username: name, name, email: `${name}@example.com`, passwordHash: "none", at: START }),
  );
}

async function columns(uid: number) {
  const [row] = await db.query<{ referred_by: number | null; may_invite: boolean }>({
    name: "test.user",
    text: "select referred_by, may_invite from trading.users where id = $1",
    values: [uid],
  });
  return row;
}

test("a user is made as a referral of the user with that code, which the list shows; an unknown code makes none", async () => {
  const referrer = await add("referrer");
  const [, code = ""] = /referral code ([0-9a-f]{12})\n/.exec((await user("list")).out) ?? [];
  const create = (...more: readonly string[]) =>
    user("create", "referred", "--email", "r@example.com", "--name", "r", "--referred-by", ...more);
  const refused = await create("nope");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("no user with the referral code nope");
  expect(refused.err).not.toContain("    at ");
  // The name is still free.
  const made = await create(code);
  expect(made.code).toBe(0);
  expect(await columns(Number(made.out))).toMatchObject({ referred_by: referrer });
});

test("a user whose address takes no mail, or whose name no list can show, is not made", async () => {
  for (const [username, email, name, says] of [
    ["mailless", "nowhere", "Ada", "The mail address is not one that mail can be sent to"],
    ["two words", "ada@example.com", "Ada", "A username begins with a letter or a digit"],
    ["nameless", "ada@example.com", "", "A name is one line"],
  ] as const) {
    const { code, out, err } = await user("create", username, "--email", email, "--name", name);
    expect([code, out, err]).toEqual([1, "", expect.stringContaining(`error: ${says}`)]);
  }
  expect((await user("list")).out).not.toMatch(/mailless|two words|nameless/);
});

test.each([
  ["an empty label", ""],
  ["a blank label", "  \t "],
  ["a label of two lines", "bot\nbot"],
  ["a label that a terminal obeys", "bot\u001b[2J"],
  ["a label that is too long", "b".repeat(101)],
])("%s makes no key", async (_what, label) => {
  const { code, out, err } = await tripod("trading", "key", "create", "1", "--label", label);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("It must be one line of 1 to 100 characters.");
});

test("a main account gets the right to invite, and loses it; other accounts cannot have it", async () => {
  const uid = await add("inviter");
  expect(await user("allow-invitations", String(uid))).toMatchObject({ code: 0, out: `${uid}: may invite\n` });
  expect((await columns(uid))?.may_invite).toBe(true);
  expect(await user("forbid-invitations", String(uid))).toMatchObject({ code: 0, out: `${uid}: may not invite\n` });
  expect((await columns(uid))?.may_invite).toBe(false);
  expect(await user("allow-invitations", "404")).toMatchObject({ code: 1, out: "" });
});
