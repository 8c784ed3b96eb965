/** Users' webhooks over HTTP: who is told of what, signed, once or again with the same id. */
import { describe, expect, test } from "vitest";
import { closeAccount } from "../../src/trading/accounts/index.ts";
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { RISK_CODE, riskBench } from "../support/risk-bench.ts";
import { CLOSE, OPEN, publish, signalUser, triggerOf } from "../support/signal-talk.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";
import { deliveriesOf, receiver, signatureOf, toldOf, webhookMaker } from "../support/webhook-world.ts";

const world = await tradingWorld({
  settings: { TRIPOD_TRADING_EXCHANGES: "simulated" },
  platform: { allowPrivateOutbound: ["127.0.0.1"] },
});
const to = await receiver();
const newWebhook = webhookMaker(world, to);
const ask = async (path: string, key: MadeKey, params: Record<string, string | number | boolean> = {}) => {
  const { status, json } = await world.ask("POST", path, { key, params });
  return { ...json.data, status };
};

describe("a new webhook", () => {
  test("is told so at once, signed with the secret that was shown", async () => {
    const { key, uid } = await world.person();
    const webhook = await newWebhook(key, "order.filled");
    const [body] = await toldOf(webhook, "webhook.created");
    expect(body).toMatchObject({
      account: String(uid),
      user: String(uid),
      webhook: { id: webhook.id, events: ["order.filled"] },
    });
    const request = to.seen.find(({ path }) => path === webhook.path);
    expect(request?.headers).toMatchObject({
      "x-tripod-event": "webhook.created",
      "x-tripod-delivery": body.id,
      "x-tripod-signature": request && signatureOf(webhook.secret, request),
    });
    await waitUntil(async () =>
      expect(await deliveriesOf(world, key, webhook.id)).toMatchObject([
        { id: body.id, state: "delivered", attempts: 1, last_status: 204, next_attempt: null, body },
      ]),
    );
    const listed = await world.ask("POST", "webhooks/list", { key });
    expect(listed.json.data).toMatchObject({ webhooks: [{ id: webhook.id, enabled: true, failures: 0 }], total: 1 });
    expect(listed.text).not.toContain(webhook.secret);
  });

  test.each([
    ["plain http", "http://192.0.43.10/"],
    ["a private address", "https://192.168.1.5/"],
    ["the address of a cloud's credentials", "https://169.254.169.254/latest"],
    ["another protocol", "ftp://hooks.example.com/"],
    ["a password in it", "https://me:secret@hooks.example.com/"],
    ["something that is not an address", "hooks.example.com/tripod"],
  ])("is refused with %s", async (_what, url) => {
    const { key } = await world.person();
    const refused = await ask("webhooks/create", key, { url, events: "order.filled" });
    expect(refused).toMatchObject({ status: 422 });
    expect(await ask("webhooks/list", key)).toMatchObject({ total: 0 });
  });

  test("is one of as many as the package allows, for all users of the account together", async () => {
    const { key } = await world.person();
    await newWebhook(key, "order.filled");
    await newWebhook(key, "order.filled");
    const params = { url: `${to.url}/third`, events: "order.filled" };
    expect(await ask("webhooks/create", key, params)).toMatchObject({ status: 422, code: 2410 });
  });

  test("cannot choose the event of its own creation", async () => {
    const { key } = await world.person();
    const params = { url: `${to.url}/creation`, events: "webhook.created" };
    expect(await ask("webhooks/create", key, params)).toMatchObject({ status: 422 });
  });
});

describe("a signal", () => {
  test("notifies its author of each trigger, and its subscribers of none", async () => {
    const author = await signalUser(world, "basic");
    const subscriber = await signalUser(world, "basic");
    const id = await publish(world, author);
    const webhook = await newWebhook(author.key, "signal.triggered");
    const elsewhere = await newWebhook(subscriber.key, "signal.triggered");
    await subscriber.done("subscription-manage", { id, action: "subscribe" });
    await author.done("signals-trigger", triggerOf(id, OPEN));
    await author.done("signals-trigger", triggerOf(id, CLOSE));
    await waitUntil(() =>
      expect(webhook.told("signal.triggered")).toMatchObject([
        { signal_id: id, iteration: 1, action: "open", signal: "buy", by: `user ${author.uid}` },
        { signal_id: id, iteration: 1, action: "close", signal: "sell", account: String(author.uid) },
      ]),
    );
    await toldOf(elsewhere, "webhook.created");
    expect(await deliveriesOf(world, subscriber.key, elsewhere.id)).toMatchObject([{ event: "webhook.created" }]);
  });
});

describe("an order", () => {
  test("is told of with each of its states and each of its trades", async () => {
    const { person, apikey, create } = await riskBench(world);
    const webhook = await newWebhook(person.key, "order.changed", "order.filled");
    const { data } = await create({ ordertype: "market" });
    const [fill] = await toldOf(webhook, "order.filled");
    expect(fill).toMatchObject({
      user: String(person.uid),
      order: {
        client_order_id: data.orders[0].order.client_order_id,
        apikey,
        code: RISK_CODE,
        side: "buy",
        strategy_id: null,
      },
      fill: { amount: expect.any(String), price: expect.any(String), taker_or_maker: "taker" },
    });
    // Every transition that the journal has kept, once. Two deliveries may overtake each other.
    await waitUntil(async () => {
      const kept = await world.platform.db.query<{ step: string }>({
        name: "test.keptTransitions",
        text: `select from_state || ' ' || to_state as step from trading.order_transitions
          where order_id = $1 and from_state <> to_state order by version`,
        values: [Number(fill.order.order_id)],
      });
      expect(kept[0]?.step).toMatch(/^created /);
      const told = webhook.told("order.changed");
      const steps = told.map(({ from, to: state }) => `${from} ${state}`);
      expect(steps.toSorted()).toEqual(kept.map(({ step }) => step).toSorted());
      const last = told.find(({ to: state }) => state === "filled");
      expect(last).toMatchObject({ order: { state: "filled", status: "closed" } });
    });
  });

  test("of another account, or of another user of the account, is told to nobody who does not see it", async () => {
    const { person, create } = await riskBench(world);
    const made = await ask("subaccounts/subaccount-create", person.key, {
      username: `member${person.uid}`,
      name: "Member",
      email: `member${person.uid}@example.com`,
      password: "Long-enough-1",
      active: true,
      allow_api_access: true,
      allow_api_key_usage: false,
    });
    const memberKey = await addKey(world.platform, world.trading.deps.apiKeys, Number(made.id), {
      label: "member",
      access: "full_access",
      allowBearer: false,
    });
    if (!memberKey) throw new Error("the member has no key");
    const own = await newWebhook(person.key, "order.filled");
    const members = await newWebhook(memberKey, "order.filled", "risk.halted");
    const stranger = await world.person();
    const strangers = await newWebhook(stranger.key, "order.filled", "risk.halted");
    await create({ ordertype: "market" });
    await toldOf(own, "order.filled");
    expect((await ask("risk/halt", person.key, { scope: "account" })).status).toBe(200);
    await toldOf(members, "risk.halted");
    expect(members.told("order.filled")).toEqual([]);
    expect([...strangers.told("order.filled"), ...strangers.told("risk.halted")]).toEqual([]);

    const all = await ask("webhooks/list", person.key, { limit: 10 });
    expect(all.webhooks.map(({ uid }: { uid: string }) => uid)).toEqual([made.id, String(person.uid)]);
    expect(await ask("webhooks/list", memberKey)).toMatchObject({ total: 1 });
    for (const path of ["webhooks/edit", "webhooks/delete"]) {
      expect(await ask(path, memberKey, { id: own.id }), path).toMatchObject({ status: 404, code: 2300 });
      expect(await ask(path, stranger.key, { id: own.id }), path).toMatchObject({ status: 404, code: 2300 });
    }
    const [delivery] = await deliveriesOf(world, person.key, own.id);
    expect(await ask("webhooks/redeliver", stranger.key, { id: delivery.id })).toMatchObject({ status: 404 });
    expect(await ask("webhooks/deliveries", stranger.key, { webhook_id: own.id })).toMatchObject({ status: 404 });
  });
});

test("each transition of a run is delivered once, and together they lead from its start to its end", async () => {
  const { person, apikey } = await riskBench(world);
  const webhook = await newWebhook(person.key, "run.changed");
  const profile = await ask("strategy/create-profile", person.key, {
    name: "Slices",
    algorithm_id: 900_001,
    slice_delay: 1,
    executable_codes: RISK_CODE,
    executable_apikeys: apikey,
    executable_values: "0.01",
    executable_parents: "0.02",
    executable_priceoffset: 500,
  });
  const started = await ask("strategy/start", person.key, { id: profile.id });
  expect(started).toMatchObject({ status: 200, state: "starting" });
  const told = await waitUntil(() => {
    const bodies = webhook.told("run.changed");
    const chain = inTheirOrder(bodies);
    expect(chain.at(-1)).toMatchObject({ to: "completed" });
    expect(chain).toHaveLength(bodies.length);
    return chain;
  });
  const about = { account: String(person.uid), run_id: started.run_id, strategy_id: started.id, pause: null };
  expect(told[0]).toMatchObject({ ...about, from: "ready", to: "starting", cause: "start", by: String(person.uid) });
  expect(told[1]).toMatchObject({ ...about, from: "starting", to: "running", by: null });
});

interface Transition {
  readonly from: string;
  readonly to: string;
}

/** Deliveries may overtake each other. The run of this test is in no state twice, so states put its transitions in order. */
function inTheirOrder<Told extends Transition>(bodies: readonly Told[]): Told[] {
  const chain: Told[] = [];
  for (let state = "ready"; chain.length < bodies.length; state = chain.at(-1)?.to ?? "") {
    const next = bodies.find(({ from }) => from === state);
    if (!next) break;
    chain.push(next);
  }
  return chain;
}

test("limits, halts and their ends are told of, and a halt is an alert", async () => {
  const { person, apikey, post } = await riskBench(world);
  const webhook = await newWebhook(person.key, "risk.limits", "risk.halted", "risk.resumed", "risk.alert");
  await post("risk/limits", { scope: "key", id: apikey, maximum_notional: "500", maximum_open_orders: 3 });
  await post("risk/halt", { scope: "key", id: apikey, mode: "reducing", reason: "a test" });
  await post("risk/resume", { scope: "key", id: apikey });
  const about = { account: String(person.uid), user: String(person.uid), scope: "key", id: apikey };
  const limits = { maximum_notional: "500", maximum_open_orders: 3, resume: "manual" };
  // Deliveries are under way at the same time: each may be the last to arrive.
  expect(await toldOf(webhook, "risk.limits")).toMatchObject([{ ...about, by: String(person.uid), limits }]);
  const halted = { ...about, mode: "reducing", reason: "a test", source: "user" };
  expect(await toldOf(webhook, "risk.halted")).toMatchObject([halted]);
  expect(await toldOf(webhook, "risk.alert")).toMatchObject([{ ...about, alert: "halted", mode: "reducing" }]);
  expect(await toldOf(webhook, "risk.resumed")).toMatchObject([{ ...about, mode: null }]);
});

describe("a delivery", () => {
  test("that fails says why, and is sent again with the same id and body", async () => {
    const { key } = await world.person();
    to.answer = () => 500;
    const webhook = await newWebhook(key, "order.filled");
    const failed = await waitUntil(async () => {
      const [delivery] = await deliveriesOf(world, key, webhook.id);
      expect(delivery).toMatchObject({ state: "waiting", attempts: 1, last_status: 500, last_error: "answered 500" });
      // The attempt is written down before it is decided when the next one is due.
      expect(delivery.next_attempt).toBeGreaterThan(delivery.last_attempt);
      return delivery;
    });
    to.answer = () => 204;
    expect(await ask("webhooks/redeliver", key, { id: failed.id })).toMatchObject({
      status: 200,
      delivery: { id: failed.id, state: "waiting" },
    });
    await waitUntil(async () =>
      expect(await deliveriesOf(world, key, webhook.id)).toMatchObject([{ state: "delivered", attempts: 2 }]),
    );
    const [first, second] = to.seen.filter(({ path }) => path === webhook.path);
    expect(second?.headers["x-tripod-delivery"]).toBe(first?.headers["x-tripod-delivery"]);
    expect(second?.body).toBe(first?.body);
    expect(await ask("webhooks/list", key)).toMatchObject({ webhooks: [{ failures: 0 }] });
  });

  test("that is answered with 410 disables its webhook, until its user enables it", async () => {
    const { key } = await world.person();
    to.answer = () => 410;
    const webhook = await newWebhook(key, "risk.limits");
    await waitUntil(async () => {
      expect(await deliveriesOf(world, key, webhook.id)).toMatchObject([{ state: "given_up", last_status: 410 }]);
      expect(await ask("webhooks/list", key)).toMatchObject({ webhooks: [{ enabled: false }] });
    });
    to.answer = () => 204;
    await ask("risk/limits", key, { scope: "account", maximum_open_orders: 5 });
    await ask("webhooks/edit", key, { id: webhook.id, enabled: true, label: "Back" });
    await ask("risk/limits", key, { scope: "account", maximum_open_orders: 6 });
    // What happened while it was disabled is told to nobody.
    const told = await toldOf(webhook, "risk.limits");
    expect(told).toMatchObject([{ limits: { maximum_open_orders: 6 } }]);
  });
});

test("a webhook goes with its deliveries, and with its account", async () => {
  const { key, uid } = await world.person();
  const webhook = await newWebhook(key, "risk.limits");
  await toldOf(webhook, "webhook.created");
  const count = async () => {
    const [row] = await world.platform.db.query<{ left: number }>({
      name: "test.leftOfWebhooks",
      text: `select (select count(*) from trading.webhooks where owner_uid = $1)
        + (select count(*) from trading.webhook_deliveries where webhook_id = any ($2::text[])) as left`,
      values: [uid, [webhook.id, second.id]],
    });
    return row?.left;
  };
  const second = await newWebhook(key, "risk.limits");
  expect(await ask("webhooks/delete", key, { id: webhook.id })).toMatchObject({ status: 200 });
  expect(await ask("webhooks/deliveries", key, { webhook_id: webhook.id })).toMatchObject({ status: 404 });
  await toldOf(second, "webhook.created");
  const { db, clock } = world.platform;
  await waitUntil(async () =>
    expect(await deliveriesOf(world, key, second.id)).toMatchObject([{ state: "delivered" }]),
  );
  await db.transaction((tx) => closeAccount(tx, uid, clock.now(), { giveUpBalance: true }));
  expect(await count()).toBe(0);
});
