/** What a start needs is not taken away while it is under way: servers, exchange keys, sub-accounts, the account itself. */
import { expect, test } from "vitest";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { limitedAccount, type LimitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyTalk } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import { closeAccount } from "../accounts/index.ts";
import { stopServer } from "../billing/sql/servers.ts";
import { startRun } from "./sql/run-strategies.ts";
import { storedRunState } from "../../../test/support/stored-run-state.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { platform, trading } = world;
const { db, clock } = platform;
const LIMITS = {
  ...ROOM,
  "strategies.servers.private_resource": true,
  "user_settings.private_hosting": true,
  "strategies.servers.locations.private.active": ["frankfurt"],
  "subaccounts.maximum_accounts": 5,
};
const NOT_USED = { activeStrategies: async () => [], openOrders: async () => [], activeStates: [] };

interface Person {
  readonly account: LimitedAccount;
  readonly talk: StrategyTalk;
  readonly key: string;
}

async function newPerson(): Promise<Person> {
  const account = await limitedAccount(world, LIMITS);
  const talk = strategyTalk(account);
  return { account, talk, key: await talk.keyAt("simalpha") };
}

/** A profile that may be started, of whose strategy the id is answered. */
async function ready(talk: StrategyTalk, key: string, more = {}): Promise<string> {
  const id = await talk.newProfile();
  const values = twapValues(key, { executable_priceexact: ["10000"], slice_delay: 30, ...more });
  const { profile } = await talk.done("edit-profile", { id, ...values });
  return profile.strategies[0].id;
}

/** A rented server that a process has. */
async function newServer({ talk }: Person): Promise<string> {
  const wanted = { region: "frankfurt", server_package: "private-small", duration: 7200 };
  const { id } = await talk.done("subscriptions/enable-private-server", wanted);
  await waitUntil(async () => expect(await serverOf(talk, id)).toMatchObject({ status: "active" }));
  return id;
}

async function serverOf(talk: StrategyTalk, id: string) {
  const { servers } = await talk.done("subscriptions/list-private-servers");
  return servers.find((each: { id: string }) => each.id === id);
}

async function strategyOf(talk: StrategyTalk, id: string) {
  const { strategies } = await talk.done("strategy/data/list");
  return strategies.find((each: { id: string }) => each.id === id);
}

/** Starts a strategy in a transaction that the test ends. */
async function beginStart(ownerUid: number, uid: number, id: string, serverId?: string) {
  const view = { ownerUid, uid, seesAccount: true };
  const by = { view, changesAccount: true, at: clock.now() };
  const { revision, settings } = await trading.deps.strategies.readChangeable(by, Number(id));
  const keyIds = [settings["executable_apikeys"] ?? []].flat().map(Number);
  const begin = {
    revision,
    keyIds,
    maximumMs: HOUR_MS,
    most: 50,
    mostKeys: 10,
    serverId: serverId === undefined ? undefined : Number(serverId),
  };
  return holdTransaction(db, (tx) => startRun(tx, by, Number(id), begin));
}

/** What a request is answered that comes while a strategy is being started. */
async function whileStarting<Answer>(start: Awaited<ReturnType<typeof beginStart>>, ask: () => Promise<Answer>) {
  const asked = ask();
  await untilWaitingForLock(db);
  await start.commit();
  return asked;
}

test("a strategy runs on the server that it was started on, which is not given up before", async () => {
  const me = await newPerson();
  const { talk, key } = me;
  const server = await newServer(me);
  const id = await ready(talk, key);
  await talk.done("start", { id, server_id: server });
  await waitUntil(async () =>
    expect(await strategyOf(talk, id)).toMatchObject({ state: "running", server_id: server }),
  );
  expect(await serverOf(talk, server)).toMatchObject({ active_strategies: 1 });
  expect(await talk.refused("subscriptions/disable-private-server", { id: server })).toMatchObject({
    status: 409,
    code: 2320,
    active_strategies: [id],
  });
  await talk.done("stop", { id, force: true });
  // It goes on where it was, as long as another one is not named.
  await talk.done("start", { id });
  expect(await strategyOf(talk, id)).toMatchObject({ server_id: server });
  await talk.done("stop", { id });
  await waitUntil(async () => expect(await strategyOf(talk, id)).toMatchObject({ state: "stopped" }));
  await talk.done("subscriptions/disable-private-server", { id: server });
  expect(await talk.refused("start", { id, server_id: server })).toMatchObject({ status: 409, code: 2320 });
  // A new run has no server in particular.
  await talk.done("start", { id });
  expect(await strategyOf(talk, id)).toMatchObject({ server_id: null });
  await talk.done("stop", { id, force: true });
});

test("a plan that was shrunk lets no more strategies run than it allows", async () => {
  const { account, talk, key } = await newPerson();
  const [first, second] = [await ready(talk, key), await ready(talk, key)];
  await account.limit({ ...LIMITS, "strategies.maximum.strategies": 1 });
  await talk.done("start", { id: first });
  expect(await talk.refused("start", { id: second })).toMatchObject({ status: 422, code: 2410 });
  expect(await strategyOf(talk, second)).toMatchObject({ state: "ready" });
  await talk.done("start", { id: first });
  await talk.done("stop", { id: first, force: true });
  await talk.done("start", { id: second });
  await talk.done("stop", { id: second, force: true });
});

test("a strategy is not started on a server that there is not, or that is another account's", async () => {
  const [me, other] = [await newPerson(), await newPerson()];
  const [id, server] = [await ready(me.talk, me.key), await newServer(other)];
  for (const server_id of ["1", "no-number", server]) {
    expect(await me.talk.refused("start", { id, server_id })).toMatchObject({ status: 404 });
  }
  expect(await strategyOf(me.talk, id)).toMatchObject({ state: "ready" });
});

test("a strategy whose server's time is over is stopped softly, and then the server is over", async () => {
  const me = await newPerson();
  const { talk, key } = me;
  const server = await newServer(me);
  const id = await ready(talk, key);
  await talk.done("start", { id, server_id: server });
  await waitUntil(async () => expect(await strategyOf(talk, id)).toMatchObject({ state: "running" }));
  const end = plusMillis(clock.now(), 3 * HOUR_MS);
  await db.execute({
    name: "test.endServer",
    text: "update trading.servers set expires_at = now() where id = $1",
    values: [Number(server)],
  });
  await trading.deps.billing.stopExpiredServers(end);
  await waitUntil(async () => expect(await strategyOf(talk, id)).toMatchObject({ state: "stopped" }));
  await trading.deps.billing.stopExpiredServers(end);
  expect(await serverOf(talk, server)).toMatchObject({ status: "disabled" });
});

test("a server is not given up while a start on it is under way, and not started on while it is given up", async () => {
  const me = await newPerson();
  const { talk, key, account } = me;
  const [id, server] = [await ready(talk, key), await newServer(me)];
  const { uid } = account;
  const start = await beginStart(uid, uid, id, server);
  const disable = () => talk.refused("subscriptions/disable-private-server", { id: server });
  expect(await whileStarting(start, disable)).toMatchObject({ status: 409, active_strategies: [id] });
  await talk.done("stop", { id, force: true });
  const change = { ownerUid: uid, uid, at: clock.now() };
  const giving = await holdTransaction(db, (tx) =>
    stopServer(tx, change, { type: "private", id: Number(server) }, NOT_USED),
  );
  const other = await ready(talk, key);
  const refused = await whileStarting(giving, () => talk.refused("start", { id: other, server_id: server }));
  expect(refused).toMatchObject({ status: 409, code: 2320 });
});

test("an exchange key is not deleted while a start with it is under way", async () => {
  const { talk, key, account } = await newPerson();
  const id = await ready(talk, key);
  const start = await beginStart(account.uid, account.uid, id);
  const deleted = await whileStarting(start, () => talk.refused("exchange-api-keys/delete", { id: key }));
  expect(deleted).toMatchObject({ status: 409, in_use_by: [id] });
});

test("an account is not closed while a start is under way, and starts nothing when it is closed", async () => {
  const { talk, key, account } = await newPerson();
  const { uid } = account;
  const [id, other] = [await ready(talk, key), await ready(talk, key)];
  const session = await account.session();
  const close = () => session.post("session/close-account", { password: "Long-enough-1", give_up_balance: true });
  const { status, json } = await whileStarting(await beginStart(uid, uid, id), close);
  expect([status, json.data.active_strategies]).toEqual([409, [id]]);
  await talk.done("stop", { id, force: true });
  await waitUntil(async () => expect(await openOrdersOf(uid)).toBe(0));
  const closing = await holdTransaction(db, (tx) => closeAccount(tx, uid, clock.now(), { giveUpBalance: true }));
  const refused = await whileStarting(closing, () => talk.ask("start", { id: other }));
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await stateOf(other)).toBe("ready");
});

test("a sub-account is not deleted while a start with its keys is under way, and starts nothing afterwards", async () => {
  const { talk, account } = await newPerson();
  const rights = { allow_api_key_usage: true, manage_own_apikeys: true };
  const member = await account.member(rights);
  const its = strategyTalk(member);
  const own = await its.keyAt("simalpha");
  const [id, other] = [await ready(its, own), await ready(its, own)];
  const start = await beginStart(account.uid, member.uid, id);
  const remove = () => talk.refused("subaccounts/subaccount-delete", { id: String(member.uid) });
  expect(await whileStarting(start, remove)).toMatchObject({ status: 409, code: 2330, active_strategies: [id] });
  await its.done("stop", { id, force: true });
  await waitUntil(async () => expect(await openOrdersOf(account.uid)).toBe(0));
  const removing = await holdTransaction(db, (tx) =>
    tx.execute({
      name: "test.deactivate",
      text: "update trading.users set is_active = false where id = $1",
      values: [member.uid],
    }),
  );
  const refused = await whileStarting(removing, () => its.ask("start", { id: other }));
  expect(refused.status).toBe(422);
  expect(await stateOf(other)).toBe("ready");
});

test("strategies of a sub-account that is deactivated or deleted go on under the main account, and the trail names them", async () => {
  const { talk, key, account } = await newPerson();
  const rights = { allow_api_key_usage: true, share_accounts_apikeys: true };
  const member = await account.member(rights);
  const its = strategyTalk(member);
  const id = await ready(its, key);
  await its.done("start", { id });
  await waitUntil(async () => expect(await strategyOf(talk, id)).toMatchObject({ state: "running" }));
  const sub = { id: String(member.uid), name: "Ada Lovelace", email: "ada@example.com", allow_api_key_usage: true };
  await talk.done("subaccounts/subaccount-edit", { ...sub, active: false });
  expect(await detailsOf("subaccount.edit", member.uid)).toMatchObject({ active: false, active_strategies: [id] });
  await talk.done("subaccounts/subaccount-delete", { id: sub.id });
  expect(await detailsOf("subaccount.delete", member.uid)).toEqual({ active_strategies: [id] });
  expect(await strategyOf(talk, id)).toMatchObject({ state: "running" });
  await talk.done("stop", { id, force: true });
});

test("a sub-account's strategy sends nothing more with the main account's key once it is not shared", async () => {
  const { talk, key, account } = await newPerson();
  const member = await account.member({ allow_api_key_usage: true, share_accounts_apikeys: true });
  const its = strategyTalk(member);
  const id = await ready(its, key, { slice_delay: 1, executable_parents: ["1"], executable_values: ["0.01"] });
  await its.done("start", { id });
  const sub = { id: String(member.uid), name: "Ada Lovelace", email: "ada@example.com", active: true };
  const gateIs = (gate: unknown) =>
    waitUntil(async () =>
      expect(await talk.done("strategy/data/debug", { id })).toMatchObject({ state: "running", gate }),
    );
  await waitUntil(async () => expect(await openOrdersOf(account.uid)).toBeGreaterThan(0));
  await talk.done("subaccounts/subaccount-edit", { ...sub, allow_api_key_usage: false });
  await gateIs("plan");
  await talk.done("subaccounts/subaccount-edit", { ...sub, allow_api_key_usage: true });
  await gateIs(expect.not.stringMatching(/^plan$/));
  await talk.done("stop", { id, force: true });
});

async function openOrdersOf(ownerUid: number): Promise<number | undefined> {
  const [row] = await db.query<{ open: number }>({
    name: "test.openOrdersOf",
    text: `select count(*) as open from trading.orders where owner_uid = $1 and not is_settled and state <> 'missing'`,
    values: [ownerUid],
  });
  return row?.open;
}

const stateOf = (id: string): Promise<string | undefined> => storedRunState(db, id);

async function detailsOf(action: string, uid: number): Promise<unknown> {
  const [row] = await db.query<{ details: string }>({
    name: "test.detailsOf",
    text: "select details from trading.audit where action = $1 and subject = $2 order by id desc limit 1",
    values: [action, String(uid)],
  });
  return row && JSON.parse(row.details);
}
