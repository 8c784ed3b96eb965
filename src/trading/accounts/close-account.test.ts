/** The conditions for closing an account, and what closing destroys. */
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { accountWorld, refusalOf } from "../../../test/support/trading-accounts.ts";
import { ONE } from "../../kit/money/amount.ts";
import { subaccountStore } from "../subaccounts/index.ts";
import { balanceOf, postEntry } from "../ledger/index.ts";
import { closeAccount, type Closing } from "./index.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const { clock, newUser } = accountWorld(db);
const RIGHTS = { viewAllProfiles: false } as never;
let entries = 0;

const close = (uid: number, closing?: Closing) => db.transaction((tx) => closeAccount(tx, uid, clock.now(), closing));

/** Moves money to an account of the user, from outside. */
async function give(uid: number, amount: bigint, currency = "USD", account = `user:${uid}`): Promise<void> {
  entries++;
  await db.transaction((tx) =>
    postEntry(tx, {
      reference: `test:${entries}`,
      type: "deposit",
      ownerUid: uid,
      description: "A deposit",
      at: clock.now(),
      postings: [
        { account, currency, amount },
        { account: "platform:deposits", currency, amount: -amount },
      ],
    }),
  );
}

async function isClosed(uid: number): Promise<boolean | undefined> {
  const [row] = await db.query<{ closed: boolean }>({
    name: "test.isClosed",
    text: "select closed_at is not null as closed from trading.users where id = $1",
    values: [uid],
  });
  return row?.closed;
}

async function closedAt(uid: number): Promise<unknown> {
  const [row] = await db.query<{ closed_at: unknown }>({
    name: "test.closedAt",
    text: "select closed_at from trading.users where id = $1",
    values: [uid],
  });
  return row?.closed_at;
}

/** A sealed secret of each kind for a user: an API key, a key at an exchange, a kept answer, a session. */
async function entrust(uid: number): Promise<void> {
  const rows = [
    `insert into trading.api_keys (key, user_id, label, access, sealed_secret, secret_hash, created_at)
      values ('key-of-somebody-number-' || $1, $1, 'bot', 'full_access', 'sealed', decode(repeat('07', 32), 'hex'), now())`,
    `insert into trading.exchange_keys (owner_uid, uid, exchange, label, token_masked, sealed_credentials, created_at)
      select coalesce(owner_id, id), id, 'binance', 'mine', 'abc...', 'sealed', now() from trading.users where id = $1`,
    `insert into trading.idempotent_requests (user_id, key, request_hash, answer, started_at)
      values ($1, 'one', '\\x00', 'sealed', now())`,
    `insert into trading.sessions (uid, token_hash, address, user_agent, created_at, last_seen_at, expires_at)
      values ($1, sha256(convert_to($1::text, 'UTF8')), '', '', now(), now(), now())`,
  ];
  for (const [number, text] of rows.entries()) {
    await db.execute({ name: `test.entrust${number}`, text: text.replaceAll("$1", "$1::bigint"), values: [uid] });
  }
}

/** How many secrets of some users are still there, and how many of their keys are in force. */
async function secretsOf(uids: readonly number[]) {
  const [row] = await db.query<Record<string, number>>({
    name: "test.secrets",
    text: `select
        (select count(*) from trading.api_keys where user_id = any ($1::bigint[]) and sealed_secret <> '') as api,
        (select count(*) from trading.api_keys where user_id = any ($1::bigint[]) and revoked_at is null) as in_force,
        (select count(*) from trading.exchange_keys where uid = any ($1::bigint[])) as exchange,
        (select count(*) from trading.idempotent_requests where user_id = any ($1::bigint[])) as answers,
        (select count(*) from trading.sessions where uid = any ($1::bigint[])) as sessions`,
    values: [uids],
  });
  return row;
}

describe("an account with orders that may be open", () => {
  const addOrder = (uid: number, id: number) =>
    db.execute({
      name: "test.addOrder",
      text: `insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type,
          amount, created_ms, send_at_ms, has_command, claimed_fence, state, updated_ms)
        select $2::bigint, 'ab' || $2::bigint, 'test/' || $2::bigint, owner_uid, uid, id, exchange, 'btcusdt', 'buy', 'market', 1, 0, 0, false, 1,
          'open', 0 from trading.exchange_keys where uid = $1::bigint`,
      values: [uid, id],
    });

  test("is not closed before they are over, nor is its sub-account deleted", async () => {
    const { uid } = await newUser();
    const subaccount = await newUser({ ownerId: uid, rights: RIGHTS });
    await entrust(uid);
    await entrust(subaccount.uid);
    await addOrder(subaccount.uid, 1001);
    const doing = { ownerUid: uid, uid, at: clock.now() };
    for (const end of [() => close(uid), () => subaccountStore(db).remove(doing, subaccount.uid)]) {
      const refused = await refusalOf(end());
      expect(refused).toMatchObject({ status: 409, code: "2330" });
      expect(refused.fields["details"]).toEqual({ open_orders: ["1001"] });
    }
    expect(await secretsOf([subaccount.uid])).toMatchObject({ exchange: 1, sessions: 1 });
    await db.execute({
      name: "test.endOrder",
      text: "update trading.orders set is_settled = true, state = 'canceled'",
    });
    expect(await close(uid)).toEqual([uid, subaccount.uid]);
  });
});

describe("an account that holds money", () => {
  test("is not closed: the refusal names what there is, and nothing is destroyed", async () => {
    const { uid } = await newUser();
    await entrust(uid);
    await give(uid, ONE / 2n);
    await give(uid, 1n, "BTC");
    const refused = await refusalOf(close(uid));
    expect(refused).toMatchObject({ status: 409, code: "2300" });
    expect(refused.message).toContain("0.00000001 BTC, 0.50000000 USD");
    expect(refused.fields["details"]).toEqual({
      balances: [
        { currency: "BTC", available: "0.00000001", held: "0.00000000" },
        { currency: "USD", available: "0.50000000", held: "0.00000000" },
      ],
    });
    expect(await isClosed(uid)).toBe(false);
    expect(await secretsOf([uid])).toEqual({ api: 1, in_force: 1, exchange: 1, answers: 1, sessions: 1 });
  });

  test("is closed when its owner gives it up, which the ledger shows", async () => {
    const { uid } = await newUser();
    await give(uid, 5n * ONE, "USD");
    await give(uid, 3n, "BTC");
    const revenue = await balanceOf(db, "platform:revenue", "USD");
    expect(await close(uid, { giveUpBalance: true })).toEqual([uid]);
    expect(await balanceOf(db, `user:${uid}`, "USD")).toBe(0n);
    expect(await balanceOf(db, `user:${uid}`, "BTC")).toBe(0n);
    expect(await balanceOf(db, "platform:revenue", "USD")).toBe(revenue + 5n * ONE);
  });

  test("is closed after all of it has gone", async () => {
    const { uid } = await newUser();
    await give(uid, ONE);
    await give(uid, -ONE);
    expect(await close(uid)).toEqual([uid]);
  });
});

describe("an account is not closed, whatever its owner gives up,", () => {
  test("while a withdrawal is under way", async () => {
    const { uid } = await newUser();
    await give(uid, ONE, "BTC", `held:${uid}`);
    const refused = await refusalOf(close(uid, { giveUpBalance: true }));
    expect(refused.message).toContain("under way");
    expect(refused.fields["details"]).toEqual({
      balances: [{ currency: "BTC", available: "0.00000000", held: "1.00000000" }],
    });
    expect(await isClosed(uid)).toBe(false);
  });

  test.each([
    ["pending", true],
    ["unsettled", true],
    ["review", true],
    ["gone", false],
    ["settled", false],
    ["too_small", false],
  ])("while a deposit is %s: %s", async (state, isOpen) => {
    const { uid } = await newUser();
    await db.execute({
      name: "test.addDeposit",
      text: `with wallet as (insert into trading.wallets (owner_id, currency, created_at) values ($1, 'BTC', now()) returning id)
        insert into trading.deposits (wallet_id, owner_id, recorded_by, currency, address, txid, output_index, amount,
          is_coinbase, state, seen_at)
        select id, $1, $1, 'BTC', '', $1::text, 0, 5, false, $2, now() from wallet`.replaceAll("$1", "$1::bigint"),
      values: [uid, state],
    });
    const closing = close(uid, { giveUpBalance: true });
    if (isOpen) expect((await refusalOf(closing)).message).toContain("under way");
    else expect(await closing).toEqual([uid]);
  });
});

test("closing destroys every secret of the account and its sub-accounts in one transaction, and no other account's", async () => {
  const [owner, other] = [await newUser(), await newUser()];
  const sub = await newUser({ ownerId: owner.uid, rights: RIGHTS });
  for (const { uid } of [owner, sub, other]) await entrust(uid);
  await expect(
    db.transaction(async (tx) => {
      await closeAccount(tx, owner.uid, clock.now());
      throw new Error("the process dies here");
    }),
  ).rejects.toThrow("dies here");
  const each = { api: 1, in_force: 1, exchange: 1, answers: 1, sessions: 1 };
  expect(await secretsOf([sub.uid])).toEqual(each);
  expect(await close(owner.uid)).toEqual([owner.uid, sub.uid]);
  expect(await secretsOf([owner.uid, sub.uid])).toEqual({ api: 0, in_force: 0, exchange: 0, answers: 0, sessions: 0 });
  expect(await secretsOf([other.uid])).toEqual(each);
});

describe("a closed account", () => {
  const sayNothing = { name: "", email: "", country: null, password_hash: "", email_verified_at: null };

  /** All that is kept of a user beside the rows that the ledger and the trail need. */
  async function rememberedOf(uid: number) {
    const [row] = await db.query<Record<string, unknown>>({
      name: "test.remembered",
      text: `select username, name, email, country, password_hash, email_verified_at,
          (select count(*) from trading.accesses where uid = u.id) as accesses,
          (select count(*) from trading.user_settings where uid = u.id) as settings,
          (select count(*) from trading.user_tokens where uid = u.id) as tokens,
          (select count(*) from trading.mails where uid = u.id) as mails,
          (select coalesce(string_agg(contact_name || contact_email, ''), '') from trading.tickets where uid = u.id)
            as contacts
        from trading.users u where id = $1`,
      values: [uid],
    });
    return row;
  }

  async function leaveTraces(uid: number): Promise<void> {
    const rows = [
      "update trading.users set country = 'AT', email_verified_at = now() where id = $1",
      `insert into trading.accesses (uid, address, user_agent, method, result, created_at)
        values ($1, '192.0.2.9', 'curl', 'web', 'success', now())`,
      "insert into trading.user_settings (uid, settings) values ($1, '{}')",
      `insert into trading.user_tokens (token_hash, uid, purpose, email, created_at, expires_at)
        values (sha256(convert_to($1::text, 'UTF8')), $1, 'verifyEmail', 'a@example.com', now(), now())`,
      `insert into trading.mails (uid, recipient, subject, body, created_at, due_at)
        values ($1, 'a@example.com', '', '', now(), now())`,
      `insert into trading.tickets (uid, owner_id, contact_name, contact_email, subject, category, priority, status,
          created_at, updated_at)
        select $1, coalesce(owner_id, id), 'Ada', 'a@example.com', 'Help', 'other', 'low', 'open', now(), now()
        from trading.users where id = $1`,
    ];
    for (const [number, text] of rows.entries()) {
      await db.execute({ name: `test.trace${number}`, text: text.replaceAll("$1", "$1::bigint"), values: [uid] });
    }
  }

  const NOTHING = { ...sayNothing, accesses: 0, settings: 0, tokens: 0, mails: 0, contacts: "" };

  test("is forgotten with the account, and so are its sub-accounts, those that were deleted before too", async () => {
    const owner = await newUser();
    const [deleted, present] = [
      await newUser({ ownerId: owner.uid, rights: RIGHTS }),
      await newUser({ ownerId: owner.uid, rights: RIGHTS }),
    ];
    for (const { uid } of [owner, deleted, present]) await leaveTraces(uid);
    const doing = { ownerUid: owner.uid, uid: owner.uid, at: clock.now() };
    expect(await subaccountStore(db).remove(doing, deleted.uid)).toMatchObject({ history: 1 });
    const afterDelete = { ...NOTHING, username: deleted.username, accesses: 1 };
    expect(await rememberedOf(deleted.uid), "its owner still sees what it did").toEqual(afterDelete);
    const deletedAt = await closedAt(deleted.uid);
    await clock.advance(1_000);
    expect(await close(owner.uid)).toEqual([owner.uid, present.uid]);
    for (const { uid } of [owner, deleted, present]) {
      expect(await rememberedOf(uid)).toEqual({ ...NOTHING, username: `closed:${uid}` });
    }
    expect(await closedAt(deleted.uid)).toBe(deletedAt);
    expect(await close(owner.uid), "once more").toEqual([]);
  });
});

test("money that comes at the very moment of closing keeps the account open, or is in the ledger afterwards", async () => {
  const second = open();
  for (let round = 0; round < 10; round++) {
    const { uid } = await newUser();
    await give(uid, 1n);
    await give(uid, -1n);
    const [closed] = await Promise.allSettled([
      second.transaction((tx) => closeAccount(tx, uid, clock.now())),
      give(uid, ONE),
    ]);
    if (closed.status === "rejected") expect(await isClosed(uid)).toBe(false);
    expect(await balanceOf(db, `user:${uid}`, "USD")).toBe(ONE);
  }
});
