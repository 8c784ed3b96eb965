/** What a sub-account loses with a right: what happens from then on, and what was kept for it while it had the right. */
import { describe, expect, test } from "vitest";
import { limitedAccount, type Limits } from "../support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyTalk } from "../support/strategy-talk.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";
import { receiver, type Body } from "../support/webhook-world.ts";

const world = await tradingWorld({
  settings: { TRIPOD_TRADING_EXCHANGES: "simulated" },
  platform: { allowPrivateOutbound: ["127.0.0.1"] },
});
const to = await receiver();
const EVENT = "risk.halted";
let hooks = 0;

/** A webhook of a user, and the ids of what it is about in the order in which it was sent. */
async function hookOf(talk: StrategyTalk) {
  const path = `/taken-${++hooks}`;
  const { id } = await talk.done("webhooks/create", { url: `${to.url}${path}`, events: [EVENT] });
  const told = () => to.bodies(path).filter(({ event }) => event === EVENT);
  const deliveries = async (of: StrategyTalk): Promise<Body[]> =>
    (await of.done("webhooks/deliveries", { webhook_id: id, limit: 100 })).deliveries;
  return { told, deliveries, halts: async (of: StrategyTalk) => (await deliveries(of)).filter(isHalt) };
}

const isHalt = ({ event }: Body) => event === EVENT;

/** A main account with a key and a strategy, and a sub-account that sees both. */
async function household() {
  const account = await limitedAccount(world, ROOM);
  const owner = strategyTalk(account);
  const key = await owner.keyAt("simalpha");
  const { profile } = await owner.done("edit-profile", { id: await owner.newProfile(), ...twapValues(key) });
  const strategy = profile.strategies[0].id as string;
  const rights = { view_all_profiles: true, allow_api_key_usage: true, export_enabled: true };
  const made = await account.member(rights);
  const sub = strategyTalk(made);
  const halt = async (scope: "key" | "strategy") => {
    const id = scope === "key" ? key : strategy;
    await owner.done("risk/halt", { scope, id });
    await owner.done("risk/resume", { scope, id });
  };
  const limit = (limits: Limits) => account.limit({ ...ROOM, ...limits });
  const give = (more: Record<string, boolean | string>) =>
    owner.done("subaccounts/subaccount-edit", {
      id: String(made.uid),
      name: "Ada Lovelace",
      email: "ada@example.com",
      active: true,
      ...rights,
      ...more,
    });
  return { owner, sub, key, uids: [account.uid, made.uid], halt, limit, give };
}

type Household = Awaited<ReturnType<typeof household>>;
type Scope = "key" | "strategy";

const TAKEN: readonly (readonly [string, Scope, (home: Household) => Promise<unknown>])[] = [
  ["strategies, by the plan", "strategy", ({ limit }) => limit({ "subaccounts.see_all_strategies": false })],
  ["strategies, by its owner", "strategy", ({ give }) => give({ view_all_profiles: false })],
  ["shared keys, by the plan", "key", ({ limit }) => limit({ "subaccounts.exchange_api_keys.share_master": false })],
  ["shared keys, by its owner", "key", ({ give }) => give({ allow_api_key_usage: false })],
  ["an exchange, by the plan", "key", ({ limit }) => limit({ "subaccounts.exchanges": ["simbeta"] })],
  ["an exchange, by its owner", "key", ({ give }) => give({ exchanges_enabled: "simbeta" })],
];

describe.each(TAKEN)("a sub-account that loses %s,", (_what, scope, take) => {
  test("receives nothing more about them, over its webhook and by mail", async () => {
    const home = await household();
    const { owner, sub, uids, halt } = home;
    const [owners, subs] = [await hookOf(owner), await hookOf(sub)];
    for (const talk of [owner, sub]) await talk.done("user/settings", { notifications_email: true });
    await verifyMail(uids);
    await halt(scope);
    await waitUntil(async () => {
      expect([owners.told().length, subs.told().length]).toEqual([1, 1]);
      expect(await alertMails(uids)).toEqual([1, 1]);
    });
    await take(home);
    await halt(scope);
    await waitUntil(async () => {
      expect(owners.told()).toHaveLength(2);
      expect((await alertMails(uids))[0]).toBe(2);
    });
    expect(subs.told()).toHaveLength(1);
    expect(await alertMails(uids)).toEqual([2, 1]);
    expect(await subs.halts(owner)).toHaveLength(1);
  });

  test("sees no delivery about them and sends none again, until it has the right again", async () => {
    const home = await household();
    const { owner, sub, halt, limit, give } = home;
    const hook = await hookOf(sub);
    await halt(scope);
    await waitUntil(async () => expect(await hook.halts(sub)).toMatchObject([{ state: "delivered" }]));
    const [{ id }] = (await hook.halts(sub)) as [Body];
    await take(home);
    const own = await sub.done("webhooks/deliveries");
    expect(own).toMatchObject({ total: 1, deliveries: [{ event: "webhook.created" }] });
    expect(await sub.refused("webhooks/redeliver", { id })).toMatchObject({ status: 404 });
    expect(await hook.halts(owner)).toMatchObject([{ id, state: "delivered" }]);

    // Also what waits to be sent asks for the right.
    await owner.done("webhooks/redeliver", { id });
    await waitUntil(async () =>
      expect(await hook.halts(owner)).toMatchObject([{ id, state: "given_up", attempts: 1 }]),
    );
    await limit({});
    await give({ exchanges_enabled: "All" });
    expect(await hook.halts(sub)).toMatchObject([{ id, state: "given_up" }]);
    await sub.done("webhooks/redeliver", { id });
    await waitUntil(async () => expect(await hook.halts(sub)).toMatchObject([{ id, state: "delivered", attempts: 2 }]));
  });
});

test.each(TAKEN)(
  "a delivery that an earlier release wrote is closed without the right to see %s",
  async (_w, scope, take) => {
    const home = await household();
    const { sub, halt } = home;
    const hook = await hookOf(sub);
    await halt(scope);
    await world.platform.db.execute({
      name: "test.earlierDeliveries",
      text: "update trading.webhook_deliveries set about_uid = null, about_key = null, about_exchange = null",
    });
    expect(await hook.halts(sub)).toHaveLength(1);
    await take(home);
    expect(await hook.halts(sub)).toEqual([]);
    expect((await hook.deliveries(sub)).map(({ event }) => event)).toEqual(["webhook.created"]);
  },
);

test.each(TAKEN.filter(([, scope]) => scope === "key"))(
  "the answer to a question with a shared key is closed to a sub-account that loses %s",
  async (_what, _scope, take) => {
    const home = await household();
    const { owner, sub, key, limit, give } = home;
    const { id } = await sub.done("exchange-query/create-query", { apikey: key, exchange_query: "balance" });
    const listed = async (of: StrategyTalk) => (await of.done("exchange-query/list-exchange-queries")).total;
    expect([await listed(sub), await listed(owner)]).toEqual([1, 1]);
    await take(home);
    expect([await listed(sub), await listed(owner)]).toEqual([0, 1]);
    for (const path of ["list-exchange-queries", "delete-exchange-query"]) {
      expect(await sub.refused(`exchange-query/${path}`, { id })).toMatchObject({ status: 404 });
    }
    await limit({});
    await give({ exchanges_enabled: "All" });
    expect((await sub.done("exchange-query/list-exchange-queries", { id })).queries).toMatchObject([{ id }]);
  },
);

describe("the file of an export that a sub-account had made while it saw all strategies", () => {
  test.each(TAKEN.filter(([, scope]) => scope === "strategy"))("is closed to it without %s", async (_w, _s, take) => {
    const home = await household();
    const { sub, limit, give } = home;
    const id = await exported(sub, "all_strategies");
    const open = async () => {
      const [fetched, downloaded] = [await sub.ask("export/fetch", { id }), await sub.ask("export/download", { id })];
      return [fetched.status, downloaded.status];
    };
    expect(await open()).toEqual([200, 200]);
    await take(home);
    expect(await open()).toEqual([403, 403]);
    expect(await sub.refused("export/fetch", { id })).toMatchObject({ code: 2430 });
    const mine = await exported(sub, "all_strategies");
    expect(await sub.done("export/fetch", { id: mine })).toMatchObject({ state: "completed", rows: 0 });
    await limit({});
    await give({});
    expect(await open()).toEqual([200, 200]);
  });

  test("stays open to it if it is about what every user sees", async () => {
    const { sub, give } = await household();
    const id = await exported(sub, "news");
    await give({ view_all_profiles: false });
    expect(await sub.done("export/fetch", { id })).toMatchObject({ state: "completed" });
  });
});

/** Asks for an export and makes it, as a process that works does. */
async function exported(talk: StrategyTalk, system: string): Promise<string> {
  const asked = { system, type: ".csv", symbol: "simalpha-btcusdt", limit: 5 };
  const { id } = await talk.done("export/request", asked);
  const bound = world.trading.jobs.find(({ job }) => job.name === "trading.makeExport");
  const { signal } = new AbortController();
  await bound?.job.run(bound.deps, { exportId: Number(id) }, { attempt: 1, maxAttempts: 1, signal });
  return id;
}

async function verifyMail(uids: readonly number[]): Promise<void> {
  await world.platform.db.execute({
    name: "test.verifyMail",
    text: "update trading.users set email_verified_at = now() where id = any ($1::bigint[])",
    values: [uids],
  });
}

/** How many alerts each of these users was mailed. */
async function alertMails(uids: readonly number[]): Promise<number[]> {
  const rows = await world.platform.db.query<{ uid: number; mails: number }>({
    name: "test.alertMails",
    text: `select uid, count(*) as mails from trading.mails
      where uid = any ($1::bigint[]) and subject like '%halted%' group by uid`,
    values: [uids],
  });
  return uids.map((uid) => rows.find((row) => row.uid === uid)?.mails ?? 0);
}
