/**
 * That every operation that changes something does so in one transaction with its Idempotency-Key and its answer, and is
 * not done again when it is asked for again. An operation whose change is not in that transaction is found here.
 */
import { expect, test } from "vitest";
import type { AnyEndpoint, Example } from "../../src/kit/endpoint/endpoint.ts";
import type { Statement } from "../../src/kit/sql/database.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { takesIdempotencyKey } from "../../src/trading/idempotency/index.ts";
import { balanceOf, postEntry } from "../../src/trading/ledger/index.ts";
import { besideExamples, moneyAdmin } from "../support/money-admin.ts";
import { signed } from "../support/signed-trading.ts";
import { requestOf, send, type TestWorld } from "../support/test-world.ts";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { watchedDatabase } from "../support/watched-database.ts";

/** Changes that no example does, since examples know nothing that was made before. Each needs this first. */
const UNTRIED: Readonly<Record<string, string>> = {
  "accounts.emailChangeConfirm": "a session, and a mailed link",
  "accounts.emailChangeRequest": "a session",
  "accounts.passwordChange": "a session",
  "accounts.twoFactorConfirm": "a session, and a code",
  "accounts.twoFactorDisable": "a session with a second factor",
  "accounts.twoFactorRecoveryCodes": "a session with a second factor",
  "accounts.twoFactorSetup": "a session",
  "admin.resetTwoFactor": "a user with a second factor",
  "orders.deleteExchangeQuery": "a query of an exchange",
  "orders.orderCancel": "an order",
  "sessions.closeAccount": "a session",
  "sessions.createPushTicket": "a session",
  "sessions.logout": "a session",
  "signals.addSignal": "a developer's strategy",
  "signals.createHook": "a signal",
  "signals.deleteHook": "a hook",
  "signals.deleteSignal": "a signal",
  "signals.editSignal": "a signal",
  "signals.publishSignal": "a signal",
  "signals.resetSignal": "a signal",
  "signals.triggerSignal": "a signal",
  "signals.verifyDeveloper": "a developer",
  "signup.adminRevokeInvitation": "an invitation",
  "signup.createInvitation": "a plan with invitations",
  "signup.revokeInvitation": "an invitation",
  "strategies.start": "a strategy that can start",
  "wallets.removeWithdrawAddress": "an address",
};
/** What staff only reads. */
const READS = new Set([
  "admin.listUsers",
  "signup.adminListInvitations",
  "support.staffListTickets",
  "support.staffShowTicket",
  "system.checkProgram",
  "wallets.adminListDoubtfulDeposits",
  "wallets.adminListWithdrawals",
]);
/**
 * What is noted beside any request: how keys are used, the market, what a simulated exchange keeps of its own, what exchanges
 * answer to questions, which are asked when they are committed, and the look for questions of other processes.
 */
const BESIDE =
  /NonceMark|touchApiKeys|recordAccess|touchSession|recordListings|recordExchangeAnn|OpportunityLives|trading\.sender|trading\.owner[A-Z]|trading\.courier[A-Z]|recordDeliveryAttempt|(?:take|save)Simulated|(?:begin|end)ExchangeQuery|_leases?$|assert_fence|saveRiskMarks|server_questions\.(?:take|forgetOld)$/;
/** What senders and the watch over limits read in transactions, and whom they tell. */
const READ_BESIDE =
  /findRiskPlaces|(?:Limits|Marks)OfOrders|load(?:Traded|WorkingOrders|RejectedOrders)|readOrderFacts|listWebhookListeners|readToldOrders|insertWebhookDeliveries|insertAlerts|listNewsChanges/;
/** Others must see it before it is answered. */
const STORED_AT_ONCE = new Set(["risk.halt"]);
const BEGINS = "trading.lockIdempotentRequest";
const ENDS = "trading.keepIdempotentAnswer";

let keys = 0;
let seen: { name: string; transaction: number | undefined }[] = [];
const running = await tradingWorld({
  settings: EXAMPLE_SETTINGS,
  // One connection: a request that asked for a second one while it holds the first would wait for ever.
  around: (database) => watchedDatabase(database.open({ maxConnections: 1 }), { before: note }),
});
const [service] = running.trading.services;
if (!service) throw new Error("the platform mounts its interface");
const { treasurer, auditor, someone, payer, payee } = await besideExamples(running, async () => ({
  treasurer: await moneyAdmin(running),
  auditor: await moneyAdmin(running),
  someone: await running.person("user"),
  payer: await running.person("user"),
  payee: await running.person("user"),
}));
const admin = await running.person("admin");
await furnish(running, admin.uid);
// Alerts are mailed beside the requests of which they tell.
await running.platform.db.execute({
  name: "test.noAlertMails",
  text: `insert into trading.user_settings (uid, settings) select id, '{"notifications_email": false}' from trading.users
    on conflict (uid) do update set settings = user_settings.settings || excluded.settings`,
});
const about = (name: string, more: object = {}): Example => ({
  name,
  body: { uid: someone.uid, reason: "Asked", ...more },
});
/** So much that two admins must approve what leaves the account. */
const AMOUNT = "50";
// Examples name the first withdrawal.
await withdrawalsFrom(1001);
const [sent, refused] = [await withdrawal(), await withdrawal()];
await withdrawalsFrom(1);
const TXID = `0x${"ab".repeat(32)}`;

/** An example that another admin does in a session. */
interface MoreExample extends Example {
  readonly by?: typeof treasurer;
}

/** Beside those of the table. */
const MORE_EXAMPLES: Readonly<Record<string, readonly MoreExample[]>> = {
  "wallets.adminApprove": [
    { name: "by the first admin", body: { id: sent } },
    { name: "by the second admin", body: { id: sent }, by: auditor },
  ],
  "wallets.adminComplete": [{ name: "after two approvals", body: { id: sent, txid: TXID } }],
  "wallets.adminReject": [{ name: "before any approval", body: { id: refused, reason: "Not theirs" } }],
  "wallets.adminRecordDeposit": [
    { name: "of ether", body: { currency: "ETH", uid: String(payee.uid), txid: TXID, amount: AMOUNT } },
  ],
  "admin.setRole": [about("a user", { role: "support" })],
  "admin.disableUser": [about("a user")],
  "admin.enableUser": [about("a user")],
  "admin.resetPassword": [about("a user")],
};
const world = { form: service.form, endpoints: tradingEndpoints, baseUrl: running.url } as unknown as TestWorld;

/** A new withdrawal of the payer, who has been given its amount and more for the fee. */
async function withdrawal(): Promise<string> {
  const at = running.platform.clock.now();
  for (const currency of ["ETH", "USD"]) {
    const postings = [
      { account: `user:${payer.uid}`, currency, amount: 5_100_000_000n },
      { account: "platform:deposits", currency, amount: -5_100_000_000n },
    ];
    const entry = { reference: `payer:${++keys}`, type: "deposit", ownerUid: payer.uid, description: "", at } as const;
    await running.platform.db.transaction((tx) => postEntry(tx, { ...entry, postings }));
  }
  await running.trading.deps.billing.changePackage({ ownerUid: payer.uid, uid: payer.uid, at }, "basic");
  const params = { currency: "ETH", address_to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", amount: AMOUNT };
  const answer = await running.ask("POST", "wallets/withdraw", { key: payer.key, params });
  if (answer.status !== 200) throw new Error(answer.text);
  return String(answer.json.data.id);
}

async function withdrawalsFrom(next: number): Promise<void> {
  const text = `alter table trading.withdrawals alter column id restart with ${next}`;
  await running.platform.db.execute({ name: `test.withdrawalsFrom${next}`, text });
}

/** What an account has of ether, free and reserved. */
async function etherOf(uid: number): Promise<readonly bigint[]> {
  const { db } = running.platform;
  return [await balanceOf(db, `user:${uid}`, "ETH"), await balanceOf(db, `held:${uid}`, "ETH")];
}

function note({ name, text }: Statement, transaction: number | undefined): void {
  const isRead = transaction === undefined && /^\s*select\b/i.test(text) && !/\b[a-z_]+\.[a-z_]+\(/i.test(text);
  if (!isRead && !BESIDE.test(name) && !READ_BESIDE.test(name)) seen.push({ name, transaction });
}

/** What is wrong with how an example is done once. */
async function problemsOf(endpoint: AnyEndpoint, example: MoreExample): Promise<string[]> {
  const request = requestOf(world, endpoint, example);
  const key = `table-${++keys}`;
  const ask = async () => {
    seen = [];
    const caller = endpoint.auth === "provenAdmin" ? (example.by ?? treasurer).session.headers : signed(admin.key);
    const answer = await send(world, request, { ...caller, "idempotency-key": key });
    return { status: answer.status, data: dataOf(answer.body), seen };
  };
  const first = await ask();
  if (first.status !== 200) return [`is answered ${first.status}`];
  const again = await ask();
  const begin = first.seen.find(({ name }) => name === BEGINS);
  const outside = (STORED_AT_ONCE.has(endpoint.id) ? [] : first.seen).filter(
    ({ transaction }) => transaction === undefined || transaction !== begin?.transaction,
  );
  return [
    ...(first.seen.filter(({ name }) => name === BEGINS || name === ENDS).length === 2 ? [] : ["is not kept once"]),
    ...outside.map(({ name }) => `changes something outside of its transaction: ${name}`),
    ...again.seen.map(({ name }) => `changes something the second time: ${name}`),
    ...(again.status === 200 && again.data === first.data ? [] : [`is answered ${again.status} ${again.data} again`]),
  ];
}

function dataOf(body: Buffer): string {
  const { data } = JSON.parse(body.toString()) as { data: unknown };
  return JSON.stringify(data);
}

test("every change is in one transaction with its key and its answer", async () => {
  const problems: string[] = [];
  const untried: string[] = [];
  for (const endpoint of (tradingEndpoints as readonly AnyEndpoint[]).filter(takesIdempotencyKey)) {
    const { id } = endpoint;
    const examples: MoreExample[] = [...endpoint.examples, ...(MORE_EXAMPLES[id] ?? [])].filter(
      ({ status = 200 }) => status === 200,
    );
    if (examples.length === 0) untried.push(id);
    for (const example of examples) {
      const found = await problemsOf(endpoint, example);
      problems.push(...found.map((problem) => `${id}, ${example.name}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
  expect(untried.toSorted()).toEqual(Object.keys(UNTRIED).toSorted());
  // Every step was asked for twice and moved its money once: one withdrawal has left, the other one is back.
  const [free = 0n, held] = await etherOf(payer.uid);
  expect([free > 5_100_000_000n && free < 5_200_000_000n, held]).toEqual([true, 0n]);
  expect(await etherOf(payee.uid)).toEqual([5_000_000_000n, 0n]);
});

test("what staff reads is not kept for a day, also where the request has an Idempotency-Key", async () => {
  const reads = (tradingEndpoints as readonly AnyEndpoint[]).filter(({ id }) => READS.has(id));
  expect(new Set(reads.map(({ id }) => id))).toEqual(READS);
  expect(reads.filter(takesIdempotencyKey).map(({ id }) => id)).toEqual([]);
  const list = reads.find(({ id }) => id === "support.staffListTickets");
  const [example] = list?.examples ?? [];
  if (!list || !example) throw new Error("the list of tickets has an example");
  seen = [];
  const headers = { ...signed(admin.key), "idempotency-key": `table-${++keys}` };
  expect((await send(world, requestOf(world, list, example), headers)).status).toBe(200);
  expect(seen).toEqual([]);
});
