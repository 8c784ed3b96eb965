/** Alerts over HTTP: connected, chosen, sent and listed. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { MadeKey } from "../../src/trading/operator.ts";
import { loopbackServer } from "../support/loopback-server.ts";
import { riskBench } from "../support/risk-bench.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";
import { receiver, toldOf, webhookMaker } from "../support/webhook-world.ts";

const world = await tradingWorld({
  settings: { TRIPOD_TRADING_EXCHANGES: "simulated" },
  platform: { allowPrivateOutbound: ["127.0.0.1"] },
});
const newWebhook = webhookMaker(world, await receiver());
const BOT_TOKEN = "123456:AAExampleExampleExampleExample00000";
const bots = await loopbackServer((_request, response) => response.end(JSON.stringify({ ok: true })));
afterAll(() => bots.close());
beforeEach(() => {
  bots.seen.length = 0;
});

const ask = async (path: string, key: MadeKey, params: Record<string, string | number | boolean> = {}) => {
  const { status, json, text } = await world.ask("POST", path, { key, params });
  return { ...json.data, status, text };
};
const connect = (key: MadeKey, params: Record<string, string> = {}) =>
  ask("alerts/telegram-edit", key, { bot_token: BOT_TOKEN, chat_id: "@alerts", bot_url: `${bots.url}/`, ...params });
const messages = () => bots.seen.map(({ body }) => (JSON.parse(body) as { text: string }).text);

describe("a bot", () => {
  test("is sent a first message, and its token is not shown again", async () => {
    const { key } = await world.person();
    expect(await ask("alerts/telegram", key)).toMatchObject({ bot: null });
    expect(await connect(key)).toMatchObject({ status: 200, bot: { bot_url: bots.url, chat_id: "@alerts" } });
    await waitUntil(async () =>
      expect(await ask("alerts/telegram", key)).toMatchObject({
        bot: { last_sent: expect.any(Number), last_error: null },
      }),
    );
    expect(bots.seen).toMatchObject([{ method: "POST", path: `/bot${BOT_TOKEN}/sendMessage` }]);
    expect((await ask("alerts/telegram", key)).text).not.toContain(BOT_TOKEN.slice(7));
  });

  test.each([
    ["a private address", { bot_url: "https://192.168.1.5" }],
    ["a question in its address", { bot_url: "https://example.com/?a=1" }],
    ["a token that leads elsewhere", { bot_token: "1:../../../../../../../etc/passwd" }],
    ["a chat that is not one", { chat_id: "all of them" }],
  ])("is refused with %s", async (_what, params) => {
    const { key } = await world.person();
    expect(await connect(key, params)).toMatchObject({ status: 422 });
    expect(await ask("alerts/telegram", key)).toMatchObject({ bot: null });
  });

  test("is needed before messages are switched on", async () => {
    const { key } = await world.person();
    const on = { notifications_telegram: true, theme: "dark" };
    expect(await ask("user/settings", key, on)).toMatchObject({ status: 422 });
    expect(await ask("user/settings", key)).toMatchObject({ theme: "system", notifications: { telegram: false } });
    await connect(key);
    expect(await ask("user/settings", key, on)).toMatchObject({ status: 200, notifications: { telegram: true } });
    expect(await ask("alerts/telegram-delete", key)).toMatchObject({ status: 200 });
    expect(await ask("alerts/telegram-delete", key)).toMatchObject({ status: 404 });
  });

  test("cannot be changed with a key for trading", async () => {
    const { key } = await world.person("user", "trade");
    expect(await connect(key)).toMatchObject({ status: 403 });
  });
});

test("a halt reaches its user by mail, Telegram and webhook, and is listed", async () => {
  const { person, post } = await riskBench(world);
  await connect(person.key);
  await ask("user/settings", person.key, { notifications_telegram: true });
  const webhook = await newWebhook(person.key, "risk.alert");
  await post("risk/halt", { scope: "account", reason: "A test" });
  const [told] = await toldOf(webhook, "risk.alert");
  expect(told).toMatchObject({ alert: "halted", scope: "account" });
  await waitUntil(() => expect(messages().filter((text) => text.includes("Trading was halted"))).toHaveLength(1));
  const mails = await world.platform.db.query<{ subject: string }>({
    name: "test.mailsOfAlert",
    text: "select subject from trading.mails where uid = $1 and subject like 'Alert %'",
    values: [person.uid],
  });
  expect(mails).toEqual([{ subject: expect.stringMatching(/^Alert \d+: Trading was halted$/) }]);
  expect(await ask("alerts/list", person.key)).toMatchObject({
    total: 1,
    alerts: [{ alert: "halted", sent: "sent", about: { scope: "account" } }],
    daily_limit: 50,
    due_today: 1,
  });
});

test("webhooks are told no alerts while their user has switched them off", async () => {
  const { person, post } = await riskBench(world);
  const webhook = await newWebhook(person.key, "risk.alert", "risk.halted");
  await ask("user/settings", person.key, { notifications_webhook: false });
  await post("risk/halt", { scope: "account", reason: "A test" });
  await toldOf(webhook, "risk.halted");
  expect(webhook.told("risk.alert")).toEqual([]);
});
