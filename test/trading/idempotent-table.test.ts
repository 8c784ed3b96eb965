/**
 * That every operation that changes something does so in one transaction with its Idempotency-Key and its answer, and is
 * not done again when it is asked for again. An operation whose change is not in that transaction is found here.
 */
import { expect, test } from "vitest";
import type { AnyEndpoint, Example } from "../../src/kit/endpoint/endpoint.ts";
import type { Statement } from "../../src/kit/sql/database.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { takesIdempotencyKey } from "../../src/trading/idempotency/index.ts";
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
  "wallets.adminApprove": "a withdrawal",
  "wallets.adminComplete": "a withdrawal",
  "wallets.adminRecordDeposit": "an address",
  "wallets.adminReject": "a withdrawal",
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
 * What is noted beside any request: how keys are used, the market, what a simulated exchange keeps of its own, and what
 * exchanges answer to questions, which are asked when they are committed.
 */
const BESIDE =
  /NonceMark|touchApiKeys|recordAccess|touchSession|recordListings|recordExchangeAnn|OpportunityLives|trading\.sender|trading\.owner[A-Z]|trading\.courier[A-Z]|recordDeliveryAttempt|(?:take|save)Simulated|(?:begin|end)ExchangeQuery|_leases?$|assert_fence|saveRiskMarks/;
/** What senders and the watch over limits read in transactions, and whom they tell. */
const READ_BESIDE =
  /findRiskPlaces|(?:Limits|Marks)OfOrders|load(?:Traded|WorkingOrders|RejectedOrders)|readOrderFacts|listWebhookListeners|readToldOrders|insertWebhookDeliveries|insertAlerts|listNewsChanges/;
/** Others must see it before it is answered. */
const STORED_AT_ONCE = new Set(["risk.halt"]);
const BEGINS = "trading.lockIdempotentRequest";
const ENDS = "trading.keepIdempotentAnswer";

let seen: { name: string; transaction: number | undefined }[] = [];
const running = await tradingWorld({
  settings: EXAMPLE_SETTINGS,
  // One connection: a request that asked for a second one while it holds the first would wait for ever.
  around: (database) => watchedDatabase(database.open({ maxConnections: 1 }), { before: note }),
});
const [service] = running.trading.services;
if (!service) throw new Error("the platform mounts its interface");
const { treasurer, someone } = await besideExamples(running, async () => ({
  treasurer: await moneyAdmin(running),
  someone: await running.person("user"),
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
/** Beside those of the table. */
const MORE_EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  "admin.setRole": [about("a user", { role: "support" })],
  "admin.disableUser": [about("a user")],
  "admin.enableUser": [about("a user")],
  "admin.resetPassword": [about("a user")],
};
const world = { form: service.form, endpoints: tradingEndpoints, baseUrl: running.url } as unknown as TestWorld;

function note({ name, text }: Statement, transaction: number | undefined): void {
  const isRead = transaction === undefined && /^\s*select\b/i.test(text) && !/\b[a-z_]+\.[a-z_]+\(/i.test(text);
  if (!isRead && !BESIDE.test(name) && !READ_BESIDE.test(name)) seen.push({ name, transaction });
}

let keys = 0;

/** What is wrong with how an example is done once. */
async function problemsOf(endpoint: AnyEndpoint, example: Example): Promise<string[]> {
  const request = requestOf(world, endpoint, example);
  const key = `table-${++keys}`;
  const ask = async () => {
    seen = [];
    const caller = endpoint.auth === "provenAdmin" ? treasurer.session.headers : signed(admin.key);
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
    const examples = [...endpoint.examples, ...(MORE_EXAMPLES[id] ?? [])].filter(({ status = 200 }) => status === 200);
    if (examples.length === 0) untried.push(id);
    for (const example of examples) {
      const found = await problemsOf(endpoint, example);
      problems.push(...found.map((problem) => `${id}, ${example.name}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
  expect(untried.toSorted()).toEqual(Object.keys(UNTRIED).toSorted());
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
