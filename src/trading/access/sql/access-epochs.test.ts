/** When the epoch of a user changes: it is what tells processes that a key which they remember is to be read again. */
import { beforeEach, describe, expect, test } from "vitest";
import { accessProcess, addKey, addUser } from "../../../../test/support/access-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { keyStore } from "./key-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const world = accessProcess(db);
const store = keyStore(db);

/** The columns that no request is checked against, by table. A change of any other column changes the epoch. */
const WITHOUT_EFFECT: Readonly<Record<string, readonly string[]>> = {
  api_keys: ["last_used_at"],
  subaccounts: [],
  subscriptions: [],
  two_factor: ["last_step"],
  users: ["last_login_at"],
};

let ownerUid: number;
let uid: number;
let key: string;

beforeEach(async () => {
  ownerUid = await addUser(db);
  uid = await addUser(db, ownerUid, { allowApiAccess: true });
  key = (await addKey(db, world, {}, uid)).apiKey.key;
  await run("insert into trading.two_factor (uid, secret_sealed) values ($1, '-')", uid);
  await run("insert into trading.subaccounts values ($1, false, now(), now())", uid);
  await run(
    "insert into trading.subscriptions (owner_id, base_id, created_at, updated_at) values ($1, 'free', now(), now())",
    ownerUid,
  );
});

async function run(text: string, who: number): Promise<void> {
  const changed = await db.execute({ name: `test.${text.slice(0, 50)}`, text, values: [who] });
  expect(changed).toBe(1);
}

/** Which of the owner and the user have another epoch after `work`. */
async function changedBy(work: () => Promise<unknown>): Promise<("owner" | "user")[]> {
  const before = await store.epochsOf([ownerUid, uid]);
  await work();
  const after = await store.epochsOf([ownerUid, uid]);
  const is = (who: number) => before.get(who) !== after.get(who);
  return [...(is(ownerUid) ? ["owner" as const] : []), ...(is(uid) ? ["user" as const] : [])];
}

test("each table that a key is read from changes the epoch at every insert, update and delete", async () => {
  const tables = new Set<string>();
  const query: typeof db.query = (statement) => {
    for (const [, table = ""] of statement.text.matchAll(/\btrading\.(\w+)/g)) tables.add(table);
    return db.query(statement);
  };
  expect(await keyStore({ ...db, query }).findInUse(key)).toBeDefined();
  tables.delete("access_epochs");
  expect([...tables].toSorted()).toEqual(Object.keys(WITHOUT_EFFECT));

  const triggers = await db.query<{ table: string; kind: number; enabled: string; arguments: string }>({
    name: "test.triggers",
    text: `select c.relname::text as table, t.tgtype as kind, t.tgenabled::text as enabled,
        encode(t.tgargs, 'escape') as arguments
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'trading.raise_access_epoch'::regproc order by 1`,
  });
  // Bits of tgtype: row 1, insert 4, delete 8, update 16.
  expect(triggers.map((each) => [each.table, each.kind, each.enabled])).toEqual(
    Object.keys(WITHOUT_EFFECT).map((table) => [table, 29, "O"]),
  );
  const ignored = triggers.map((each) => [each.table, each.arguments.split("\\000").slice(1, -1)]);
  expect(Object.fromEntries(ignored)).toEqual(WITHOUT_EFFECT);
});

describe("another epoch follows when", () => {
  test.each<["owner" | "user", string, string]>([
    ["user", "the user is disabled", "update trading.users set is_active = false where id = $1"],
    ["user", "the user has another password", "update trading.users set password_hash = 'other' where id = $1"],
    ["owner", "the owner is closed", "update trading.users set closed_at = now() where id = $1"],
    ["user", "a key is revoked", "update trading.api_keys set revoked_at = now() where user_id = $1"],
    ["user", "a key has other addresses", "update trading.api_keys set addresses = '{::1}' where user_id = $1"],
    ["user", "a factor is confirmed", "update trading.two_factor set confirmed_at = now() where uid = $1"],
    ["user", "a factor is removed", "delete from trading.two_factor where uid = $1"],
    ["user", "a factor is demanded", "update trading.subaccounts set force_twofactor = true where uid = $1"],
    ["user", "settings of a sub-account are removed", "delete from trading.subaccounts where uid = $1"],
    ["owner", "the plan changes", "update trading.subscriptions set base_id = 'pro' where owner_id = $1"],
    ["owner", "the plan ends", "delete from trading.subscriptions where owner_id = $1"],
  ])("of the %s: %s", async (whose, _, text) => {
    expect(await changedBy(() => run(text, whose === "user" ? uid : ownerUid))).toEqual([whose]);
  });

  test("a row goes from one user to another, for both", async () => {
    const text = "update trading.two_factor set uid = $2 where uid = $1";
    const move = () => db.execute({ name: "test.move", text, values: [uid, ownerUid] });
    expect(await changedBy(move)).toEqual(["owner", "user"]);
  });
});

describe("the epoch stays when", () => {
  test.each([
    ["a key is used", "update trading.api_keys set last_used_at = now() where user_id = $1"],
    ["the user logs in", "update trading.users set last_login_at = now() where id = $1"],
    ["a code is used", "update trading.two_factor set last_step = 7 where uid = $1"],
    ["a row is written as it was", "update trading.users set name = name where id = $1"],
  ])("%s", async (_, text) => {
    expect(await changedBy(() => run(text, uid))).toEqual([]);
  });

  test("the change is rolled back", async () => {
    const text = "update trading.users set is_active = false where id = $1";
    const work = () =>
      db.transaction(async (tx) => {
        await tx.execute({ name: "test.undone", text, values: [uid] });
        throw new Error("undone");
      });
    expect(await changedBy(() => expect(work()).rejects.toThrow("undone"))).toEqual([]);
  });
});

test("an epoch never comes again, so a failover that loses a change cannot make a later one look like it", async () => {
  const seen = new Set<string | undefined>();
  for (const name of ["a", "b", "a", "b"]) {
    await run(`update trading.users set name = '${name}' where id = $1`, uid);
    // The effect of a failover that lost the change: the row is as it was before.
    seen.add((await store.epochsOf([uid])).get(uid));
    await run("delete from trading.access_epochs where uid = $1", uid);
  }
  expect(seen.size).toBe(4);
});
