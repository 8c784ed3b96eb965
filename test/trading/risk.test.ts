/** Limits and halts over HTTP, at a simulated exchange. */
import { describe, expect, test } from "vitest";
import { halt } from "../../src/trading/risk/endpoints/halt.ts";
import { addKey } from "../../src/trading/operator.ts";
import { RISK_CODE, riskBench } from "../support/risk-bench.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });
const bench = () => riskBench(world);
const code = RISK_CODE;

describe("a limit", () => {
  test.each([
    ["maximum_notional", "100", {}],
    ["maximum_position", "100", {}],
    ["price_collar_percent", "1", {}],
    ["maximum_open_orders", "0", {}],
    ["maximum_notional", "100", { ordertype: "market" }],
  ])("%s of %s refuses an order at once, and nothing is stored", async (name, value, params) => {
    const { create, limit, orders } = await bench();
    expect((await limit({ [name]: value })).data.limits).toMatchObject({ scope: "account", resume: "manual" });
    const refused = await create(params);
    expect(refused).toMatchObject({ status: 422, code: 2420, data: { scope: "account", limit: name } });
    expect(await orders()).toEqual([]);
    expect((await limit({ [name]: "none" })).data.limits[name]).toBeNull();
    expect((await create(params)).status).toBe(200);
  });

  test("lets pass what is within it", async () => {
    const { create, createInTime, limit, price } = await bench();
    await limit({
      maximum_notional: "100000",
      maximum_position: "100000",
      maximum_open_orders: 2,
      price_collar_percent: "12.5",
      maximum_book_age_ms: 600_000,
      maximum_loss_day: "1000",
      maximum_drawdown: "1000",
      maximum_rejects_minute: 5,
    });
    expect(await createInTime()).toMatchObject({ state: "open" });
    expect(await create({ price: Math.round(price * 0.8) })).toMatchObject({
      status: 422,
      data: { limit: "price_collar_percent" },
    });
  });

  test("counts what is due at the same time: of ten orders as many are sent as may be open", async () => {
    const { apikey, post, create, orders } = await bench();
    await post("risk/limits", { scope: "key", id: apikey, maximum_open_orders: 3 });
    expect((await create({ repeat_times: 10, repeat_interval: 1 })).status).toBe(200);
    await waitUntil(async () => {
      const found = await orders();
      expect(found.filter(({ state }) => state === "open")).toHaveLength(3);
      expect(found.filter(({ state }) => state === "not_sent")).toHaveLength(7);
      const refused = found.find(({ state }) => state === "not_sent");
      expect(refused?.why).toBe("The order was not sent: the limit maximum_open_orders of the key does not allow it");
    });
    expect(await create()).toMatchObject({ status: 422, code: 2420, data: { scope: "key" } });
  });

  test("on losses halts the account within seconds; only smaller positions pass until it is resumed", async () => {
    const { person, apikey, create, createInTime, limit, place, post, audit } = await bench();
    await limit({ maximum_drawdown: "0.000001" });
    // Fees and the spread are lost at once.
    expect((await create({ ordertype: "market" })).status).toBe(200);
    await waitUntil(async () => expect(await place("account")).toMatchObject({ mode: "reducing" }));
    const { halts, figures } = await place("account");
    expect(halts).toMatchObject([{ source: "limit", limit: "maximum_drawdown", set_by: null }]);
    // Prices go on: it may be back where it was.
    expect(Number(figures.drawdown)).toBeGreaterThanOrEqual(0);
    expect(figures.positions).toMatchObject([{ code, quantity: expect.stringMatching(/^0\.00\d+$|^0\.01$/) }]);
    expect(await create({ ordertype: "market" })).toMatchObject({ status: 409, code: 2421 });
    const sold = await createInTime({ ordertype: "market", side: "sell", quantity: "0.005" });
    expect(sold).toMatchObject({ state: "filled" });
    await limit({ maximum_drawdown: "none", reason: "seen" });
    expect(await post("risk/resume", { scope: "account" })).toMatchObject({ status: 200, data: { mode: "active" } });
    expect((await create()).status).toBe(200);
    const { entries } = await audit();
    expect(entries.map(({ action, uid }: { action: string; uid: string | null }) => [action, uid])).toEqual([
      ["risk.resume", String(person.uid)],
      ["risk.limits", String(person.uid)],
      ["risk.halt", null],
      ["risk.limits", String(person.uid)],
    ]);
    expect(entries[1].details).toMatchObject({ reason: "seen" });
    expect(apikey).toBeDefined();
  });

  test.each([
    ["maximum_drawdown", "drawdown"],
    ["maximum_loss_day", "result_day"],
  ])("%s is measured from when it is set, whatever was lost under other limits before", async (name, figure) => {
    const { person, create, limit, place } = await bench();
    await limit({ maximum_rejects_minute: 5, [name]: "100000" });
    const lost = async (): Promise<number> => Math.abs(Number((await place("account")).figures[figure]));
    // The look before the first trade: everything is measured from there.
    const marked = () =>
      world.platform.db.query<{ day: string; highest: string }>({
        name: "test.riskMarks",
        text: "select day, highest from trading.risk_marks where scope = 'account' and scope_id = $1",
        values: [person.uid],
      });
    await waitUntil(async () => expect(await marked()).toHaveLength(1));
    // Nothing is held afterwards but what fees took: the result stays where it is.
    for (const side of ["buy", "sell"]) {
      expect((await create({ ordertype: "market", side, quantity: "0.1" })).status).toBe(200);
    }
    await waitUntil(async () => expect(await lost()).toBeGreaterThan(1));
    const half = ((await lost()) / 2).toFixed(8);
    await limit({ [name]: "none" });
    await limit({ [name]: half });
    expect(await lost()).toBeLessThan(Number(half));
    // The next look begins there, and halts nothing.
    await waitUntil(async () => {
      const [mark] = await marked();
      expect(mark?.day).toMatch(/^20/);
      expect(Number(mark?.highest)).toBeGreaterThan(-1e6);
    });
    expect(await place("account")).toMatchObject({ mode: "active", halts: [] });
  });

  test("that resumes on its own lets orders pass when its cause is over", async () => {
    const { limit, place } = await bench();
    await limit({ maximum_loss_day: "0", resume: "auto" });
    // A loss of nothing is a loss of as much as is allowed.
    await waitUntil(async () => expect(await place("account")).toMatchObject({ mode: "reducing" }));
    await limit({ maximum_loss_day: "5" });
    await waitUntil(async () => expect(await place("account")).toMatchObject({ mode: "active", halts: [] }));
  });
});

describe("a halt", () => {
  test("refuses new orders with 409, lets cancels pass, and cancels what is open where that is wanted", async () => {
    const { apikey, create, createInTime, post, orders, status } = await bench();
    const open = await createInTime();
    const later = (await create({ order_send_time: Date.now() + 3_600_000 })).data.orders[0];
    const halted = await post("risk/halt", { scope: "key", id: apikey, reason: "a look at it" });
    expect(halted).toMatchObject({ status: 200, data: { id: apikey, mode: "halted", canceling: 0 } });
    expect(await create()).toMatchObject({ status: 409, code: 2421, data: { scope: "key", limit: null } });
    expect(await status()).toMatchObject({ mode: "active", confirmed: true });
    await waitUntil(async () => {
      const cancelled = await post("exchange-query/order-cancel", { apikey, id: open.id });
      expect(cancelled.data.cancel_confirmed).toBe(true);
    });
    expect((await post("risk/halt", { scope: "account", cancel: "true" })).data).toMatchObject({ canceling: 1 });
    await waitUntil(async () => expect((await orders()).map(({ state }) => state)).toEqual(["canceled", "not_sent"]));
    expect(later.state).toBe("scheduled");
    expect(await status()).toMatchObject({ mode: "halted" });
    expect((await post("risk/resume", { scope: "account" })).data).toMatchObject({ mode: "active", halts: [] });
    expect(await create()).toMatchObject({ status: 409 });
    expect((await post("risk/resume", { scope: "key", id: apikey })).status).toBe(200);
    expect((await create()).status).toBe(200);
  });

  test("is stored at once where an Idempotency-Key is sent, and answers the same again", async () => {
    const { person, create } = await bench();
    const ask = () =>
      world.ask("POST", "risk/halt", {
        key: person.key,
        params: { scope: "account" },
        headers: { "idempotency-key": "halt-once" },
      });
    const first = await ask();
    expect([first.status, (await create()).status]).toEqual([200, 409]);
    expect((await ask()).json.data).toEqual(first.json.data);
  });

  test("of a strategy is named by the strategy or by its profile", async () => {
    const { post, status } = await bench();
    const profile = (await post("strategy/create-profile", { name: "Mine" })).data.id as string;
    const halted = await post("risk/halt", { scope: "strategy", id: profile, mode: "reducing" });
    expect(halted).toMatchObject({ status: 200, data: { mode: "reducing" } });
    expect(await post("risk/resume", { scope: "strategy", id: halted.data.id })).toMatchObject({ status: 200 });
    await post("risk/limits", { scope: "strategy", id: halted.data.id, maximum_open_orders: 1 });
    expect((await status()).places).toMatchObject([
      { scope: "account", limits: null },
      { scope: "strategy", id: halted.data.id, mode: "active", limits: { maximum_open_orders: 1 } },
    ]);
  });

  test("that a process has not confirmed answers 504, and says how many", async () => {
    const { person } = await bench();
    const haltDesk = { halt: () => Promise.resolve({ cancelled: 0, unaware: 2, mode: "halted" as const }) };
    const actor = { uid: person.uid, ownerUid: person.uid, rights: undefined } as never;
    const input = { params: { scope: "account", mode: "halted", cancel: false } } as const;
    const call = { input, actor, requestId: "test", signal: new AbortController().signal };
    const answer = async () => halt.run({ ...world.trading.deps, haltDesk }, call);
    await expect(answer()).rejects.toMatchObject({
      status: 504,
      code: "5200",
      message: expect.stringContaining("it: 2"),
    });
  });

  test("outlives the process", async () => {
    const { person, apikey, post } = await bench();
    await post("risk/halt", { scope: "account" });
    const again = await tradingWorld({
      settings: { TRIPOD_TRADING_EXCHANGES: "simulated" },
      database: world.database,
      platform: { sealer: world.platform.sealer },
    });
    const params = { apikey, ordertype: "limit", code, side: "buy", quantity: "0.01", price: "10000" };
    await waitUntil(() => expect(again.trading.deps.market.listing(code)).toBeDefined());
    // A key of its own: the other process has kept the next nonces of the first one to itself.
    const wanted = { label: "again", access: "full_access", allowBearer: false } as const;
    const key = await addKey(again.platform, again.trading.deps.apiKeys, person.uid, wanted);
    const refused = await again.ask("POST", "exchange-query/order-create", { params, ...(key && { key }) });
    expect([refused.status, refused.json.data.code]).toEqual([409, 2421]);
  });

  test("ends with an order of the operator only where an operator has set it", async () => {
    const { person, create, post, status } = await bench();
    const { haltDesk } = world.trading.deps;
    const place = { scope: "account", id: person.uid } as const;
    const by = {
      place,
      ownerUid: person.uid,
      source: "operator",
      setBy: null,
      reason: "asked by the exchange",
    } as const;
    await haltDesk.halt({
      ...by,
      mode: "halted",
      maySoften: true,
      isCancelling: false,
      at: world.platform.clock.now(),
    });
    const left = await post("risk/resume", { scope: "account" });
    expect(left.data).toMatchObject({
      mode: "halted",
      halts: [{ source: "operator", reason: "asked by the exchange" }],
    });
    expect(await status()).toMatchObject({ mode: "halted" });
    expect((await create()).status).toBe(409);
  });
});

describe("what is asked", () => {
  test("must name what there is, and values that are amounts", async () => {
    const { limit, post } = await bench();
    for (const params of [
      { maximum_notional: "-1" },
      { maximum_notional: "1e5" },
      { maximum_open_orders: "1.5" },
      { price_collar_percent: "much" },
      { resume: "sometimes" },
    ]) {
      expect(await limit(params)).toMatchObject({ status: 422 });
    }
    expect(await post("risk/halt", { scope: "key", id: "1" })).toMatchObject({ status: 404 });
    expect(await post("risk/halt", { scope: "strategy" })).toMatchObject({ status: 404 });
    expect(await post("risk/halt", { scope: "account", id: "1" })).toMatchObject({ status: 404 });
    expect(await post("risk/halt", { scope: "account", mode: "active" })).toMatchObject({ status: 422 });
  });

  test("of another account is not there", async () => {
    const [one, other] = [await bench(), await bench()];
    for (const path of ["risk/halt", "risk/resume", "risk/limits"]) {
      expect(await other.post(path, { scope: "key", id: one.apikey })).toMatchObject({ status: 404 });
    }
    expect((await one.create()).status).toBe(200);
  });
});

test("an order that the account has no money for is not sent, and of two that want the same money one is", async () => {
  const { create, createInTime, decided, price } = await bench();
  const limit = Math.round(price * 0.9);
  const without = await createInTime({ quantity: (9_000_000 / limit).toFixed(3), price: limit });
  expect(without).toMatchObject({ state: "not_sent", why: expect.stringMatching(/too little USDT/) });
  const quantity = (300_000 / limit).toFixed(3);
  const asked = await Promise.all([1, 2].map(() => create({ quantity, price: limit })));
  const found = await Promise.all(asked.map(({ data }) => decided(data.orders[0].id)));
  expect(found.filter(({ state }) => state === "open")).toHaveLength(1);
  expect(found.find(({ state }) => state === "not_sent")?.why).toMatch(/too little USDT/);
});
