/** Exchange keys through their endpoints, on PostgreSQL. */
import { describe, expect, test } from "vitest";
import { sealer, SealError } from "../../kit/auth/seal.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { FREE_PLAN } from "../billing/index.ts";
import type { Caller, SubaccountRights } from "../caller.ts";
import { addKey } from "./endpoints/add-key.ts";
import { deleteKey } from "./endpoints/delete-key.ts";
import { editKey } from "./endpoints/edit-key.ts";
import { listKeys } from "./endpoints/list-keys.ts";
import { exchangeKeyStore } from "./sql/key-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const keys = sealer([{ id: "test", key: new Uint8Array(32).fill(7) }]);
const inUse = new Map<string, string[]>();
const strategiesUsingKey = async (id: string): Promise<string[]> => inUse.get(id) ?? [];
const store = exchangeKeyStore(db, keys, {
  activeStrategies: (_, id) => strategiesUsingKey(id),
  openOrders: async () => [],
});
const deps = {
  clock: manualClock(),
  exchangeKeys: store,
  strategiesUsingKey,
  connectedExchange: () => undefined,
};

const TOKEN = "t0ken-0123456789-last";
const SECRET = "S3CRET-abcdef";
const PASSWORD = "pass-phrase-xyz";

const rights: SubaccountRights = {
  viewAllProfiles: false,
  allowApiAccess: true,
  allowExport: false,
  shareMasterKeys: false,
  addOwnKeys: true,
  exchanges: undefined,
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

let users = 0;
async function newUser(ownerId: number | null = null): Promise<number> {
  users += 1;
  const [row] = await db.query<{ id: number }>({
    name: "test.newUser",
    text: `insert into trading.users
        (owner_id, username, name, email, password_hash, password_changed_at, referral_code, created_at, rights)
      values ($1, $2, 'Name', 'a@example.test', 'x', now(), $2, now(), $3) returning id`,
    values: [ownerId, `user${users}`, ownerId === null ? null : "{}"],
  });
  return row?.id ?? 0;
}

function callerOf(uid: number, ownerUid = uid, maximum = 100): Caller {
  const limits = {
    ...FREE_PLAN.limits,
    exchange_api_keys: { enabled: true, maximum_stored: maximum },
    subaccounts: { ...FREE_PLAN.limits.subaccounts, exchange_api_keys: { add_own: true, share_master: true } },
  };
  return {
    uid,
    ownerUid,
    role: "user",
    rights: uid === ownerUid ? undefined : rights,
    access: "full_access",
    credential: { kind: "key", id: "1" },
    address: "127.0.0.1",
    plan: { ...FREE_PLAN, limits },
  };
}

const rest = { requestId: "r", signal: new AbortController().signal };
const valid = { exchange: "okx", label: "Mine", token: TOKEN, secret: SECRET, password: PASSWORD };

const add = (actor: Caller, params: object = {}) =>
  Promise.resolve(addKey.run(deps, { ...rest, actor, input: { params: { ...valid, ...params } } })).then(plain);
const edit = (actor: Caller, id: string, label = "Other") =>
  Promise.resolve(editKey.run(deps, { ...rest, actor, input: { params: { id, label } } })).then(plain);
const remove = (actor: Caller, id: string) =>
  Promise.resolve(deleteKey.run(deps, { ...rest, actor, input: { params: { id } } })).then(plain);
const list = (actor: Caller, limit = 10, pagenumber = 1) =>
  Promise.resolve(listKeys.run(deps, { ...rest, actor, input: { params: { limit, pagenumber } } })).then(plain);

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
const plain = (answer: unknown): any => JSON.parse(JSON.stringify(answer));

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe("a stored key", () => {
  test("is listed with its masked token, and its credentials are in no answer, no row and no trail", async () => {
    const actor = callerOf(await newUser());
    const added = await add(actor);
    expect(added).toMatchObject({
      status: true,
      key: { exchange: "okx", label: "Mine", token: "t0ke****last", status: "testing", shared: false, in_use_by: [] },
    });
    const listed = await list(actor);
    expect(listed).toMatchObject({ keys: [added.key], page: 1, showing: 1, total: 1 });
    const edited = await edit(actor, added.id);
    const stored = await db.query<{ row: string }>({
      name: "test.stored",
      text: `select k::text as row from trading.exchange_keys k where k.uid = $1
        union all select a::text from trading.audit a where a.user_id = $1`,
      values: [actor.uid],
    });
    expect(stored).toHaveLength(3);
    const seen = JSON.stringify([added, listed, edited, stored, await remove(actor, added.id)]);
    for (const secret of [TOKEN, SECRET, PASSWORD]) expect(seen).not.toContain(secret);
  });

  test("opens for its own account and in its own row only", async () => {
    const actor = callerOf(await newUser());
    const [one, other] = [await add(actor), await add(actor, { exchange: "kraken", password: "" })];
    const credentials = { token: TOKEN, secret: SECRET, password: PASSWORD };
    expect(await store.findCredentials(actor.ownerUid, Number(one.id))).toEqual(credentials);
    expect(await store.findCredentials(actor.ownerUid, Number(other.id))).toEqual({ token: TOKEN, secret: SECRET });
    expect(await store.findCredentials(await newUser(), Number(one.id))).toBeUndefined();
    await db.execute({
      name: "test.copySealed",
      text: `update trading.exchange_keys set sealed_credentials =
        (select sealed_credentials from trading.exchange_keys where id = $1) where id = $2`,
      values: [one.id, other.id],
    });
    await expect(store.findCredentials(actor.ownerUid, Number(other.id))).rejects.toThrow(SealError);
  });

  test("is refused without saying what was sent", async () => {
    const actor = callerOf(await newUser());
    const unsupported = await refusal(add(actor, { exchange: SECRET }));
    expect(unsupported).toMatchObject({ code: "2300", status: 422 });
    expect(unsupported.fields).toMatchObject({
      details: { missing_information: [{ error: expect.any(String), supported: expect.arrayContaining(["okx"]) }] },
    });
    const unfit = await refusal(add(actor, { password: "" }));
    expect(unfit).toMatchObject({ code: "2300", message: expect.stringContaining("OKX asks for a password") });
    const seen = JSON.stringify([unsupported, unsupported.message, unfit, unfit.message]);
    for (const secret of [TOKEN, SECRET, PASSWORD]) expect(seen).not.toContain(secret);
  });

  test("cannot be deleted while a strategy uses it, and then can", async () => {
    const actor = callerOf(await newUser());
    const { id } = await add(actor);
    inUse.set(id, ["77"]);
    expect((await list(actor)).keys[0].in_use_by).toEqual(["77"]);
    const refused = await refusal(remove(actor, id));
    expect(refused).toMatchObject({ code: "2330", status: 409, fields: { details: { in_use_by: ["77"] } } });
    expect((await list(actor)).total).toBe(1);
    inUse.delete(id);
    expect(await remove(actor, id)).toMatchObject({ status: true, id });
    expect((await list(actor)).total).toBe(0);
    expect(await refusal(remove(actor, id))).toMatchObject({ status: 404 });
  });
});

describe("the plan's limit", () => {
  test("holds when keys are added at the same time, by main account and sub-account", async () => {
    const owner = await newUser();
    const main = callerOf(owner, owner, 3);
    const sub = callerOf(await newUser(owner), owner, 3);
    const answers = await Promise.allSettled([...Array(8).keys()].map((at) => add(at % 2 === 0 ? main : sub)));
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as AppError] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array(5).fill("2410"));
    expect((await list(main)).total).toBe(3);
  });
});

describe("keys of others", () => {
  test("of another account do not exist", async () => {
    const { id } = await add(callerOf(await newUser()));
    const stranger = callerOf(await newUser());
    expect((await list(stranger)).keys).toEqual([]);
    expect(await refusal(edit(stranger, id))).toMatchObject({ code: "2300", status: 404 });
    expect(await refusal(remove(stranger, id))).toMatchObject({ code: "2300", status: 404 });
  });

  test("of the main account are there for a sub-account that shares them, to use and not to change", async () => {
    const main = callerOf(await newUser());
    const sub = callerOf(await newUser(main.uid), main.uid);
    const sharing = { ...sub, rights: { ...rights, shareMasterKeys: true, exchanges: ["kraken"] } };
    const okx = await add(main);
    const kraken = await add(main, { exchange: "kraken" });
    const own = await add(sub);

    const ids = async (actor: Caller) => (await list(actor)).keys.map((key: { id: string }) => key.id);
    expect(await ids(main)).toEqual([own.id, kraken.id, okx.id]);
    expect(await ids(sub)).toEqual([own.id]);
    expect(await ids(sharing)).toEqual([own.id, kraken.id]);
    expect((await list(sharing)).keys.map((key: { shared: boolean }) => key.shared)).toEqual([false, true]);

    expect(await refusal(edit(sub, kraken.id))).toMatchObject({ status: 404 });
    expect(await refusal(edit(sharing, kraken.id))).toMatchObject({ code: "2400", status: 403 });
    expect(await refusal(remove(sharing, kraken.id))).toMatchObject({ code: "2400", status: 403 });
    expect(await refusal(add({ ...sub, rights: { ...rights, addOwnKeys: false } }))).toMatchObject({ status: 403 });
    expect(await edit(main, own.id, "By the owner")).toMatchObject({ key: { label: "By the owner" } });
  });
});

test("a list goes page by page, and past its end is empty", async () => {
  const actor = callerOf(await newUser());
  for (const label of ["first", "second", "third"]) await add(actor, { label });
  const labels = async (page: number) => (await list(actor, 2, page)).keys.map((key: { label: string }) => key.label);
  expect(await labels(1)).toEqual(["third", "second"]);
  expect(await labels(2)).toEqual(["first"]);
  expect(await list(actor, 2, 3)).toEqual({ keys: [], page: 3, showing: 0, total: 3 });
});
