import { beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { newPerson, run, START, withSubaccountLimits } from "../../../test/support/trading-people.ts";
import { timestamp } from "../../kit/sql/values.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { verifyPassword } from "../accounts/index.ts";
import type { Caller } from "../caller.ts";
import { broadcastCreate } from "./endpoints/broadcast-create.ts";
import { broadcastDelete } from "./endpoints/broadcast-delete.ts";
import { broadcastEdit } from "./endpoints/broadcast-edit.ts";
import { broadcastList } from "./endpoints/broadcast-list.ts";
import { broadcasts } from "./endpoints/broadcasts.ts";
import { subaccountAccessHistory } from "./endpoints/subaccount-access-history.ts";
import { subaccountCreate } from "./endpoints/subaccount-create.ts";
import { subaccountDelete } from "./endpoints/subaccount-delete.ts";
import { subaccountEdit } from "./endpoints/subaccount-edit.ts";
import { subaccountList } from "./endpoints/subaccount-list.ts";
import { subaccountStore } from "./sql/subaccount-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = manualClock(toMillis(START));
const strategies = new Map<number, number>();
const deps = { clock, subaccounts: subaccountStore(db), countStrategies: () => Promise.resolve(strategies) };

let owner: Caller;
let stranger: Caller;
beforeAll(async () => {
  owner = withSubaccountLimits(await newPerson(db), { maximum_accounts: 5 });
  stranger = withSubaccountLimits(await newPerson(db), { maximum_accounts: 5 });
});

let names = 0;
function wanted(changes: object = {}) {
  names++;
  const username = `colleague${names}`;
  return {
    name: "Ada Lovelace",
    email: "ada@example.com",
    username,
    password: "analytical 1843",
    active: true,
    allow_api_key_usage: false,
    ...changes,
  };
}

async function userRow(uid: string) {
  const [row] = await db.query<{ password_hash: string; email_verified_at: number | null; closed_at: number | null }>({
    name: "test.userRow",
    text: "select password_hash, email_verified_at, closed_at from trading.users where id = $1",
    values: [uid],
  });
  return row;
}

describe("adding a sub-account", () => {
  test("makes a user of the owner with the rights that were given, and no others", async () => {
    const sent = wanted({ parent_maximum: "0.1", exchanges_enabled: ["binance"], export_enabled: true });
    const { subaccount } = await run(subaccountCreate, deps, owner, sent);
    expect(subaccount).toMatchObject({
      username: sent.username,
      active: true,
      parent_maximum: "0.10000000",
      child_maximum: null,
      exchanges_enabled: ["binance"],
      export_enabled: true,
      view_all_profiles: false,
      strategies: 0,
      allow_api_key_usage: false,
      allow_api_access: false,
      last_access: null,
      time_created: 1_767_225_600,
    });
    expect((await userRow(subaccount.id))?.email_verified_at).toBeNull();
    expect(await verifyPassword((await userRow(subaccount.id))?.password_hash ?? "", sent.password)).toBe(true);
    await run(subaccountDelete, deps, owner, { id: subaccount.id });
  });

  test("may make one that is not active yet", async () => {
    const { subaccount } = await run(subaccountCreate, deps, owner, wanted({ active: false }));
    expect(subaccount.active).toBe(false);
    await run(subaccountDelete, deps, owner, { id: subaccount.id });
  });

  test("refuses a username that anybody has, in whatever case, and says what is missing", async () => {
    const sent = wanted();
    const { subaccount } = await run(subaccountCreate, deps, owner, sent);
    const again = run(subaccountCreate, deps, stranger, wanted({ username: sent.username.toUpperCase() }));
    await expect(again).rejects.toMatchObject({
      status: 422,
      code: "2300",
      fields: { details: { missing_information: [{ error: "username must be unique" }] } },
    });
    await run(subaccountDelete, deps, owner, { id: subaccount.id });
    await expect(run(subaccountCreate, deps, owner, sent)).rejects.toMatchObject({ code: "2300" });
  });

  test.each([
    [{ password: "aaaaaaaa1" }, "2300"],
    [{ parent_maximum: "11" }, "2300"],
    [{ share_accounts_apikeys: true }, "2300"],
  ])("refuses %j", async (changes, code) => {
    await expect(run(subaccountCreate, deps, owner, wanted(changes))).rejects.toMatchObject({ status: 422, code });
  });

  test("stops at the plan's number, also when many come at once", async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => run(subaccountCreate, deps, stranger, wanted())),
    );
    const refused = tries.filter((each) => each.status === "rejected").map(({ reason }) => reason as { code: string });
    expect(refused.map(({ code }) => code)).toEqual(["2410", "2410", "2410"]);
    const listed = await run(subaccountList, deps, stranger);
    expect(listed).toHaveLength(5);
    await run(subaccountDelete, deps, stranger, { id: listed[0]?.id });
    await run(subaccountCreate, deps, stranger, wanted());
  });

  test("is refused where the plan has none", async () => {
    const without = withSubaccountLimits(owner, { enabled: false });
    await expect(run(subaccountCreate, deps, without, wanted())).rejects.toMatchObject({ code: "2410" });
  });
});

describe("changing a sub-account", () => {
  test("keeps what is not sent; a new address has to be proven again", async () => {
    const { id } = await run(subaccountCreate, deps, owner, wanted({ child_maximum: "0.5", force_twofactor: true }));
    await db.execute({
      name: "test.verifyEmail",
      text: "update trading.users set email_verified_at = now() where id = $1",
      values: [id],
    });
    const same = { id, name: "Augusta Ada", email: "ada@example.com", active: true, allow_api_key_usage: true };
    const { subaccount } = await run(subaccountEdit, deps, owner, { ...same, view_all_profiles: true });
    expect(subaccount).toMatchObject({
      name: "Augusta Ada",
      allow_api_key_usage: true,
      view_all_profiles: true,
      child_maximum: "0.50000000",
      force_twofactor: true,
    });
    expect((await userRow(id))?.email_verified_at).not.toBeNull();
    await run(subaccountEdit, deps, owner, { ...same, email: "augusta@example.com", active: false });
    expect((await userRow(id))?.email_verified_at).toBeNull();
    expect(await run(subaccountList, deps, owner)).toMatchObject([{ id, active: false, email: "augusta@example.com" }]);
    await run(subaccountDelete, deps, owner, { id });
  });

  test("refuses a password, a stranger's sub-account and a main account", async () => {
    const { id } = await run(subaccountCreate, deps, owner, wanted());
    const sent = { id, name: "Somebody", email: "some@example.com", active: true, allow_api_key_usage: false };
    await expect(run(subaccountEdit, deps, owner, { ...sent, password: "x" })).rejects.toMatchObject({ status: 422 });
    await expect(run(subaccountEdit, deps, stranger, sent)).rejects.toMatchObject({ status: 404 });
    await expect(run(subaccountDelete, deps, stranger, { id })).rejects.toMatchObject({ status: 404 });
    const mainAccount = { ...sent, id: String(owner.uid) };
    await expect(run(subaccountEdit, deps, owner, mainAccount)).rejects.toMatchObject({ status: 404 });
    await run(subaccountDelete, deps, owner, { id });
  });
});

test("a deleted sub-account is closed for good, and its history and strategies are counted and stay", async () => {
  const { id } = await run(subaccountCreate, deps, owner, wanted());
  await addAccess(Number(id), "success");
  await addAccess(Number(id), "blocked");
  strategies.set(Number(id), 3);
  expect(await run(subaccountList, deps, owner)).toMatchObject([{ id, strategies: 3, last_access: 1_767_225_600 }]);
  expect(await run(subaccountDelete, deps, owner, { id })).toMatchObject({ kept: { strategies: 3, history: 2 } });
  expect((await userRow(id))?.closed_at).not.toBeNull();
  expect(await run(subaccountList, deps, owner)).toEqual([]);
  await expect(run(subaccountDelete, deps, owner, { id })).rejects.toMatchObject({ status: 404 });

  const history = await run(subaccountAccessHistory, deps, owner, { id, limit: 1 });
  expect(history).toMatchObject({ access: [{ subaccount_id: id, result: "blocked", ip: "192.0.2.9" }], total: 2 });
  const others = run(subaccountAccessHistory, deps, stranger, { id });
  await expect(others).rejects.toMatchObject({ status: 404 });
  expect(await run(subaccountAccessHistory, deps, stranger)).toMatchObject({ total: 0 });
});

test("a deleted sub-account leaves no session, and no secret of a key that it had", async () => {
  const { id } = await run(subaccountCreate, deps, owner, wanted());
  await db.execute({
    name: "test.entrust",
    text: `with api as (
        insert into trading.api_keys (key, user_id, label, access, sealed_secret, secret_hash, created_at)
        values ('key-of-a-deleted-one-0001', $1, 'bot', 'full_access', 'sealed', decode(repeat('07', 32), 'hex'), now())
      ), session as (
        insert into trading.sessions (uid, token_hash, address, user_agent, created_at, last_seen_at, expires_at)
        values ($1, decode(repeat('07', 32), 'hex'), '', '', now(), now(), now())
      )
      insert into trading.exchange_keys (owner_uid, uid, exchange, label, token_masked, sealed_credentials, created_at)
      values ($2, $1, 'binance', 'mine', 'abc...', 'sealed', now())`,
    values: [Number(id), owner.uid],
  });
  await run(subaccountDelete, deps, owner, { id });
  const [left] = await db.query<{ left: number }>({
    name: "test.left",
    text: `select (select count(*) from trading.api_keys where user_id = $1 and (revoked_at is null or sealed_secret <> ''))
      + (select count(*) from trading.sessions where uid = $1)
      + (select count(*) from trading.exchange_keys where uid = $1) as left`,
    values: [Number(id)],
  });
  expect(left?.left).toBe(0);
});

async function addAccess(uid: number, result: string): Promise<void> {
  await db.execute({
    name: "test.addAccess",
    text: `insert into trading.accesses (uid, address, user_agent, method, result, created_at)
      values ($1, '192.0.2.9', 'test', 'api', $2, $3)`,
    values: [uid, result, timestamp(START)],
  });
}

describe("broadcasts", () => {
  const text = { title: "Maintenance", body: "Nothing new on Sunday, please." };

  test("reach every sub-account of then, which read them by listing", async () => {
    const [first, second] = [await newPerson(db, { owner }), await newPerson(db, { owner })];
    const { id, recipients } = await run(broadcastCreate, deps, owner, text);
    const late = await newPerson(db, { owner });
    expect(recipients).toBe(2);
    expect(await run(broadcasts, deps, first)).toMatchObject({ broadcasts: [{ ...text, was_read: false }], total: 1 });
    expect(await run(broadcasts, deps, first)).toMatchObject({ broadcasts: [{ id, was_read: true }] });
    expect(await run(broadcasts, deps, late)).toMatchObject({ broadcasts: [], total: 0 });
    expect(await run(broadcasts, deps, owner)).toMatchObject({ total: 0 });
    expect(await run(broadcastList, deps, owner)).toMatchObject({ broadcasts: [{ id, recipients: 2, read_by: 1 }] });

    await clock.advance(5_000);
    const { broadcast } = await run(broadcastEdit, deps, owner, { id, title: "Maintenance on Sunday" });
    expect(broadcast).toMatchObject({ read_by: 0, body: text.body, last_updated: broadcast.time_created + 5 });
    await run(broadcasts, deps, first);
    await run(broadcasts, deps, second);
    const unchanged = await run(broadcastEdit, deps, owner, { id, title: "Maintenance on Sunday" });
    expect(unchanged.broadcast.read_by).toBe(2);

    await run(broadcastDelete, deps, owner, { id });
    expect(await run(broadcasts, deps, first)).toMatchObject({ total: 0 });
  });

  test("are their owner's alone", async () => {
    const { id } = await run(broadcastCreate, deps, owner, text);
    const edit = run(broadcastEdit, deps, stranger, { id, title: "Something else" });
    await expect(edit).rejects.toMatchObject({ status: 404 });
    await expect(run(broadcastDelete, deps, stranger, { id })).rejects.toMatchObject({ status: 404 });
    expect(await run(broadcastList, deps, stranger)).toMatchObject({ total: 0 });
  });

  test("are kept up to a number", async () => {
    const doing = { ownerUid: stranger.uid, uid: stranger.uid, at: START };
    await deps.subaccounts.broadcast(doing, text, 2);
    await deps.subaccounts.broadcast(doing, text, 2);
    expect(await deps.subaccounts.broadcast(doing, text, 2)).toBeUndefined();
  });
});

test("every change is in the trail", async () => {
  const rows = await db.query<{ action: string }>({
    name: "test.actions",
    text: "select distinct action from trading.audit order by action",
  });
  expect(rows.map(({ action }) => action)).toEqual([
    "broadcast.create",
    "broadcast.delete",
    "broadcast.edit",
    "subaccount.create",
    "subaccount.delete",
    "subaccount.edit",
  ]);
});
