/** What is left of people whose accounts are closed: looked for in every column of every table. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { sealer } from "../../src/kit/auth/seal.ts";
import { mailStore } from "../../src/trading/mail/sql/mail-store.ts";
import { logIn, type ConsoleSession } from "../support/console-session.ts";
import { besideExamples, moneyAdmin } from "../support/money-admin.ts";
import { placesOfTexts } from "../support/places-of-text.ts";
import { plantTexts } from "../support/planted-texts.ts";
import { signed } from "../support/signed-trading.ts";
import type { TestWorld } from "../support/test-world.ts";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { db } = world.platform;
const [service] = world.trading.services;
if (!service) throw new Error("the platform mounts its interface");
/** What the platform itself publishes, users whom an admin makes, and attempts under names that no user has. */
const OF_OTHERS = new Set([
  "system.createAnnouncement",
  "competitions.createCompetition",
  "competitions.editCompetition",
  "admin.createUser",
  "sessions.login",
]);
const endpoints = (tradingEndpoints as readonly AnyEndpoint[]).filter(({ id }) => !OF_OTHERS.has(id));
const table = { form: service.form, endpoints, baseUrl: world.url } as unknown as TestWorld;
const WORD = "zerkavollmond";
const PASSWORD = "Long-enough-1";
/** The range of addresses of a key. */
const RANGE = "198.51.100.77";

/** What must have been planted, so that nothing is found because nothing was there. */
const PLANTED = [
  "accesses.user_agent",
  "alerts.data",
  "algorithm_versions.definition",
  "api_keys.addresses",
  "api_keys.label",
  "articles.body",
  "articles.brief",
  "articles.rejection_reason",
  "articles.title",
  "audit.details",
  "books.name",
  "broadcasts.body",
  "broadcasts.title",
  "exchange_keys.label",
  "export_chunks.content",
  "invitations.label",
  "ledger_entries.description",
  "mails.recipient",
  "mails.subject",
  "news_keywords.name",
  "news_terms.words",
  "profiles.description",
  "profiles.name",
  "reminders.body",
  "reminders.title",
  "risk_events.reason",
  "sign_ups.email",
  "signal_developers.description",
  "signals.description",
  "signals.name",
  "strategies.name",
  "strategy_tabs.name",
  "strategy_templates.label",
  "telegram_bots.bot_url",
  "ticket_messages.body",
  "tickets.contact_email",
  "tickets.contact_name",
  "tickets.subject",
  "user_settings.settings",
  "users.email",
  "users.name",
  "users.username",
  "webhook_deliveries.payload",
  "webhooks.label",
  "webhooks.url",
  "withdraw_addresses.label",
  "withdrawals.reason",
].map((place) => `trading.${place}`);

/** What of a deleted sub-account its owner still sees. */
const OF_DELETED = [
  "trading.accesses.user_agent",
  "trading.ticket_messages.body",
  "trading.tickets.subject",
  "trading.users.username",
];

/** What a closed account leaves, and why. */
const STAYS = [
  // Published: others read them, and they are paid for.
  "trading.algorithm_versions.definition",
  "trading.articles.title",
  "trading.articles.brief",
  "trading.articles.body",
  // The ledger is never changed.
  "trading.ledger_entries.description",
  // Words that any user may follow; a job takes those away that no user follows any more.
  "trading.news_terms.words",
];

/** Where texts are planted by hand, because no example leads there; and the trail as earlier versions wrote it. */
const BY_HAND = [
  `insert into trading.invitations (code_hash, inviter_id, label, created_at, expires_at)
    values (sha256('x'), $1, $2, now(), now())`,
  `with made as (insert into trading.exports (uid, owner_uid, system, type, symbol, row_limit, created_at, expires_at)
      values ($1, $1, 'all_strategies', '.csv', '', 1, now(), now() + interval '1 day') returning id)
    insert into trading.export_chunks (export_id, run, position, content)
    select id, 1, 0, convert_to($2, 'UTF8') from made`,
  `insert into trading.signals (owner_uid, uid, name, description, code, quote, base, fee_rate, price, subscribers_max,
      created_ms, edited_ms) values ($1, $1, $2, $2, 'simalpha-btcusdt', 'USDT', 'BTC', 0, 0, 1, 0, 0)`,
  "update trading.strategies set name = $2 where owner_uid = $1",
  `insert into trading.sign_ups (email, token_hash, mails, first_at, sent_at, expires_at)
    select upper(email), sha256('y'), 1, now(), now(), now() from trading.users where id = $1 and $2 <> ''`,
  `insert into trading.mails (recipient, subject, body, created_at, due_at, carries_link)
    select email, $2, '', now(), now(), true from trading.users where id = $1`,
  `insert into trading.audit (owner_id, user_id, action, subject, details, at) values
    ($1, $1, 'user.create', $1::text, jsonb_build_object('username', $2, 'role', 'user', 'name', $2, 'email', $2), now())`,
];

let runs = 0;

async function run(text: string, uid: number, ...more: string[]): Promise<void> {
  const values = [uid, ...more];
  await db.execute({
    name: `test.run${++runs}`,
    text: text.replaceAll("$1", "$1::bigint").replaceAll("$2", "$2::text"),
    values,
  });
}

/** Gives a user a name and an address that are found again. */
async function rename(uid: number, name: string): Promise<void> {
  await run(
    `update trading.users set name = $2, username = $2, email = $2 || '@planted.example', email_verified_at = now()
      where id = $1`,
    uid,
    name,
  );
}

async function rejectWithdrawals(admin: ConsoleSession): Promise<void> {
  const rows = await db.query<{ id: number }>({
    name: "test.openWithdrawals",
    text: "select id from trading.withdrawals where state in ('pending_review', 'half_approved', 'approved')",
  });
  for (const { id } of rows) {
    const answer = await admin.post("wallets/admin/reject", { id: String(id), reason: `${WORD} asked us` });
    expect(answer.status, answer.text).toBe(200);
  }
}

/** As the trail of earlier versions had it, among others. */
const OF_MEMBER = [
  `insert into trading.audit (owner_id, user_id, action, subject, details, at) select owner_id, id, 'settings.change',
    id::text, jsonb_build_object('name', $2, 'email', $2), now() from trading.users where id = $1`,
  `with made as (insert into trading.tickets (uid, owner_id, contact_name, contact_email, subject, category, priority,
      status, created_at, updated_at)
      select id, owner_id, name, email, $2, 'other', 'low', 'open', now(), now() from trading.users where id = $1
      returning id, uid)
    insert into trading.ticket_messages (ticket_id, author_uid, is_staff, body, created_at)
    select id, uid, false, $2, now() from made`,
  `insert into trading.reminders (uid, owner_id, title, body, repeat, next_at, first_at, created_at, updated_at)
    select id, owner_id, $2, $2, 'none', now(), now(), now(), now() from trading.users where id = $1`,
  `insert into trading.api_keys (key, user_id, label, access, sealed_secret, secret_hash, created_at, addresses)
    values ('a-key-that-is-long-enough-' || $1, $1, $2, 'read_only', '', sha256('z'), now(), array[$2])`,
];

/** A sub-account that has logged in, asked for help, and been named in the trail by an earlier version. */
async function subaccountOf(owner: ConsoleSession, name: string): Promise<number> {
  const member = { name, username: name, email: `${name}@planted.example`, password: PASSWORD };
  const rights = { active: true, allow_api_access: true, allow_api_key_usage: false, manage_own_apikeys: true };
  const made = await owner.post("subaccounts/subaccount-create", { ...member, ...rights });
  expect(made.status, made.text).toBe(200);
  const uid = Number(made.json.data.id);
  const headers = { "user-agent": name };
  const params = { login: name, password: PASSWORD };
  expect((await world.ask("POST", "session/login", { headers, params })).status).toBe(200);
  for (const text of OF_MEMBER) await run(text, uid, name);
  return uid;
}

/** Sends all mails; answers to whom. */
async function sendMails(): Promise<string[]> {
  const now = world.platform.clock.now();
  const mails = mailStore(db, sealer([{ id: "test", key: new Uint8Array(32) }]));
  const recipients: string[] = [];
  for (let mail = await mails.claim(now, now); mail; mail = await mails.claim(now, now)) {
    recipients.push(mail.to);
    await mails.markSent(mail, now);
  }
  return recipients.filter((each) => each.endsWith("planted.example"));
}

test("a closed account leaves neither names nor addresses nor what its people wrote", async () => {
  const { treasurer, admin } = await besideExamples(world, async () => ({
    treasurer: await moneyAdmin(world),
    admin: await world.person("admin"),
  }));
  const owner = await world.person();
  await furnish(world, owner.uid);
  await rename(owner.uid, WORD);
  await plantTexts(
    table,
    (_, { auth }) => {
      if (auth === "provenAdmin") return treasurer.session.headers;
      if (auth === "admin" || auth === "support") return signed(admin.key);
      return { ...signed(owner.key), "user-agent": WORD };
    },
    WORD,
  );
  for (const text of BY_HAND) await run(text, owner.uid, WORD);
  const session = await logIn(world, WORD, PASSWORD);
  const key = await session.post("user/api-keys/create", {
    label: "bot",
    access: "read_only",
    addresses: `${RANGE}/32`,
  });
  expect(key.status, key.text).toBe(200);
  await rejectWithdrawals(treasurer.session);
  const deleted = await subaccountOf(session, "quistvollmond");
  await subaccountOf(session, "ostervollmond");
  const texts = [WORD, RANGE, "quistvollmond", "ostervollmond"];

  expect(await placesOfTexts(db, texts)).toEqual(expect.arrayContaining(PLANTED));
  const gone = await session.post("subaccounts/subaccount-delete", { id: deleted });
  expect(gone.status, gone.text).toBe(200);
  // Its owner still sees what it did, under its username and with the history of its logins.
  expect(await placesOfTexts(db, ["quistvollmond"])).toEqual(OF_DELETED);
  expect(await placesOfTexts(db, ["ostervollmond"])).toContain("trading.users.email");

  const closed = await session.post("session/close-account", { password: PASSWORD, give_up_balance: true });
  expect(closed.status, closed.text).toBe(200);
  // The last mail is on its way; it leaves nothing either when it has ended.
  await db.execute({ name: "test.mailsAreDue", text: "update trading.mails set due_at = 'epoch'" });
  expect(await sendMails()).toEqual([`${WORD}@planted.example`]);
  expect(await placesOfTexts(db, texts)).toEqual(STAYS);
});

test("accounts that were closed by an earlier version lose what closing erases now, and open ones keep it", async () => {
  const [closed, open] = [await world.person(), await world.person()];
  const plant = [
    BY_HAND.at(-1) ?? "",
    `insert into trading.withdraw_addresses (owner_id, currency, address, label, created_at, usable_at)
      values ($1, 'ETH', '', $2, now(), now())`,
    `insert into trading.broadcasts (owner_id, title, body, recipients, created_at, updated_at)
      values ($1, $2, $2, 0, now(), now())`,
    "update trading.api_keys set label = $2, addresses = array[$2] where user_id = $1",
  ];
  for (const text of plant) {
    await run(text, closed.uid, "altvollmond");
    await run(text, open.uid, "jungvollmond");
  }
  await run("update trading.users set closed_at = now() where id = $1", closed.uid);
  const migration = await readFile("migrations/trading/0055_forgotten_texts.sql", "utf8");
  await db.transaction(async (tx) => {
    const statements = migration.slice(migration.indexOf("create temporary table")).split(";\n");
    for (const [number, text] of statements.entries()) {
      if (text.trim() !== "") await tx.execute({ name: `test.migration${number}`, text });
    }
  });
  expect(await placesOfTexts(db, ["altvollmond"])).toEqual([]);
  expect(await placesOfTexts(db, ["jungvollmond"])).toEqual([
    "trading.api_keys.label",
    "trading.api_keys.addresses",
    "trading.audit.details",
    "trading.broadcasts.title",
    "trading.broadcasts.body",
    "trading.withdraw_addresses.label",
  ]);
});
