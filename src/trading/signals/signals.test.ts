/** Actions of authors on signals, and their effects. */
import { describe, expect, test } from "vitest";
import { addKey } from "../operator.ts";
import { logIn } from "../../../test/support/console-session.ts";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { sealPayload } from "../../../test/support/seal-payload.ts";
import {
  CLOSE,
  CODE,
  OPEN,
  priceAll,
  publish,
  signalUser,
  triggerOf,
  userWith,
} from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const author = await signalUser(world, "pro");
const other = await signalUser(world, "basic");

const trigger = (id: string, of: typeof OPEN, more = {}) => author.done("signals-trigger", triggerOf(id, of, more));
const feedOf = async (id: string, by = author, more = {}) =>
  (await by.done("signals-feed", { id, more: true, ...more })).signals[0];

describe("a signal is published", () => {
  test("from what its author has sealed", async () => {
    const id = await publish(world, author, { position: "long", price: "25", subscribers_max: 7, custom_2: "noted" });
    const signal = await feedOf(id);
    expect(signal).toMatchObject({
      id,
      c_uid: String(author.uid),
      c_name: "Trend",
      c_codes: CODE,
      c_status: "closed",
      c_iteration: "0",
      c_price: "25.00000000",
      c_subscribers_current: "0",
      c_subscribers_max: "7",
      c_success_rate: "",
      custom_2: "noted",
      iteration_children: [],
    });
    for (const [name, value] of Object.entries(signal)) {
      if (name !== "iteration_children") expect([name, typeof value]).toEqual([name, "string"]);
    }
  });

  test("with nothing else", async () => {
    const developer = await author.done("developer-key");
    const stranger = await other.done("developer-key");
    const add = (payload: string, key = developer.key) => author.refused("signals-add", { key, payload });
    const terms = { name: "Trend", code: CODE, description: "x".repeat(100) };
    const sealed = sealPayload(terms, developer);
    expect(await add("x".repeat(100))).toMatchObject({ status: 422, code: 2390 });
    expect(await add(sealed, "abc")).toMatchObject({ status: 422, code: 2390 });
    expect(await add(sealPayload(terms, stranger), stranger.key)).toMatchObject({ status: 422, code: 2390 });
    expect(await add(sealPayload("no json".repeat(20), developer))).toMatchObject({ status: 422, code: 2300 });
    expect(await add(sealPayload({ ...terms, script: "buy()" }, developer))).toMatchObject({
      status: 422,
      error: expect.stringContaining("script"),
    });
    expect(await add(sealPayload({ ...terms, code: "simalpha-nothing" }, developer))).toMatchObject({ status: 404 });
    expect(await add(sealed.slice(0, 99))).toMatchObject({ status: 422 });
    const renewed = await author.done("developer-key");
    expect(renewed.key).not.toBe(developer.key);
    expect(await add(sealed)).toMatchObject({ status: 422, code: 2390 });
    expect(await author.done("signals-add", { key: renewed.key, payload: sealPayload(terms, renewed) })).toMatchObject({
      status: true,
      signal: { c_status: "closed" },
    });
  });

  test("as often as the package allows", async () => {
    const free = await signalUser(world, "free");
    await publish(world, free);
    await expect(publish(world, free)).rejects.toThrow("2410");
    expect(await free.done("subscription-information")).toMatchObject({
      plan: "Free",
      signals_maximum: 1,
      signals_used: 1,
      subscriptions_used: 0,
      api_delay_ms: 900_000,
      renews_at: null,
    });
    expect(await other.done("subscription-information")).toMatchObject({ api_delay_ms: 60_000, signals_used: 0 });
  });
});

describe("a signed-in author publishes a signal", () => {
  const signedIn = async (by: typeof author) => {
    const { username } = (await world.trading.deps.accounts.find(by.uid)) ?? { username: "" };
    return logIn(world, username, "Long-enough-1");
  };

  test("without a developer key, and the key that there is stays as it is", async () => {
    const developer = await author.done("developer-key");
    const session = await signedIn(author);
    const terms = {
      name: "From a page",
      code: CODE,
      position: "short",
      price: "5",
      subscribers_max: 3,
      custom_1: "one",
    };
    const { status, json } = await session.post("marketplace/signals-publish", terms);
    expect(status).toBe(200);
    expect(await feedOf(json.data.id)).toMatchObject({
      c_name: "From a page",
      c_uid: String(author.uid),
      c_price: "5.00000000",
      c_subscribers_max: "3",
      custom_1: "one",
    });
    const payload = sealPayload({ name: "Sealed", code: CODE, description: "x".repeat(100) }, developer);
    expect(await author.done("signals-add", { key: developer.key, payload })).toMatchObject({ status: true });
  });

  test("and not with a key, with terms that no signal has, or beyond the package", async () => {
    const terms = { name: "Trend", code: CODE };
    expect(await author.refused("signals-publish", terms)).toMatchObject({ status: 403, code: 2300 });
    const session = await signedIn(other);
    const refused = async (more: Readonly<Record<string, string>>) => {
      const { status, json } = await session.post("marketplace/signals-publish", { ...terms, ...more });
      return { status, ...json.data, text: JSON.stringify(json) };
    };
    const [commissions, market] = [await refused({ commissions: "50" }), await refused({ code: "simalpha-nothing" })];
    expect(commissions).toMatchObject({ status: 422, code: 2300, text: expect.stringContaining("from 0 to 10") });
    expect(market).toMatchObject({ status: 404, code: 2300 });
    const free = await signalUser(world, "free");
    await publish(world, free);
    const { status, json } = await (await signedIn(free)).post("marketplace/signals-publish", terms);
    expect([status, json.data.code]).toEqual([422, 2410]);
  });
});

describe("a signal is triggered", () => {
  test("to open and to close in turn, and refused with 2370 otherwise", async () => {
    const id = await publish(world, author);
    const refused = (of: typeof OPEN) => author.refused("signals-trigger", triggerOf(id, of));
    expect(await refused(CLOSE)).toMatchObject({ status: 422, code: 2370 });
    const opened = await trigger(id, OPEN);
    expect(opened).toMatchObject({
      status: true,
      id,
      iteration: 1,
      signal: "buy",
      action: "open",
      c_status: "open",
      maximum_amount: "1000.00000000",
    });
    expect(opened.execute_before - opened.accepted_at).toBe(60_000);
    expect(await refused(OPEN)).toMatchObject({ status: 422, code: 2370 });
    expect(await refused(["buy", "close"])).toMatchObject({ status: 422, code: 2370 });
    const closed = await trigger(id, CLOSE);
    expect(closed).toMatchObject({ iteration: 1, c_status: "closed" });
    expect(closed.accepted_at).toBeGreaterThan(opened.accepted_at);
    expect(await trigger(id, ["sell", "open"])).toMatchObject({ iteration: 2, c_status: "open" });
    expect(await trigger(id, ["buy", "close"])).toMatchObject({ iteration: 2 });
  });

  test("with all that it needs, and only by its owner", async () => {
    const id = await publish(world, author);
    expect(await author.refused("signals-trigger")).toMatchObject({
      code: 1440,
      missing_parameters: expect.arrayContaining(["id", "signal", "action", "execute_within", "maximum_amount"]),
    });
    expect(await author.refused("signals-trigger", triggerOf(id, OPEN, { maximum_amount: "0.0" }))).toMatchObject({
      status: 422,
    });
    expect(await other.refused("signals-trigger", triggerOf(id, OPEN))).toMatchObject({ status: 403, code: 2380 });
    expect(await author.refused("signals-trigger", triggerOf("1", OPEN))).toMatchObject({ status: 404 });
  });

  test("by a sub-account that published it, but not by another one", async () => {
    const account = await limitedAccount(world, { "subaccounts.maximum_accounts": 5 });
    const owner = userWith(world, account.uid, account.key);
    const [one, two] = [await account.member({}), await account.member({})];
    const developer = await owner.done("developer-key");
    const payload = sealPayload({ name: "Trend", code: CODE, description: "y".repeat(100) }, developer);
    expect((await one.ask("marketplace/developer-key")).status).toBe(403);
    const made = await one.ask("marketplace/signals-add", { key: developer.key, payload });
    const id = made.json.data.id as string;
    const opened = await one.ask("marketplace/signals-trigger", triggerOf(id, OPEN));
    expect([opened.status, opened.json.data.iteration]).toEqual([200, 1]);
    const theirs = await two.ask("marketplace/signals-trigger", triggerOf(id, CLOSE));
    expect([theirs.status, theirs.json.data.code]).toEqual([403, 2380]);
    expect(await owner.done("signals-trigger", triggerOf(id, CLOSE))).toMatchObject({ c_status: "closed" });
  });

  test("once for each Idempotency-Key", async () => {
    const id = await publish(world, author);
    const ask = () =>
      world.ask("POST", "marketplace/signals-trigger", {
        key: author.key,
        params: triggerOf(id, OPEN),
        headers: { "idempotency-key": `trigger-${id}` },
      });
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json.data).toEqual(first.json.data);
  });

  test("and leaves a line in the trail", async () => {
    const id = await publish(world, author);
    await trigger(id, OPEN);
    const [row] = await world.platform.db.query<{ action: string; details: string }>({
      name: "test.lastAuditOfSignal",
      text: "select action, details from trading.audit where subject = $1 order by id desc limit 1",
      values: [id],
    });
    expect(row?.action).toBe("signal.trigger");
    expect(JSON.parse(row?.details ?? "{}")).toMatchObject({ iteration: 1, by: `user ${author.uid}` });
  });
});

describe("a signal", () => {
  test("has another name and other notes when its owner says so", async () => {
    const id = await publish(world, author);
    const edited = await author.done("signals-edit", { id, name: "Other", custom_4: "four" });
    expect(edited.signal).toMatchObject({ c_name: "Other", custom_1: "", custom_4: "four" });
    expect(await other.refused("signals-edit", { id, name: "Mine" })).toMatchObject({ status: 403, code: 2380 });
    expect((await feedOf(id)).c_name).toBe("Other");
  });

  test("is deleted when it is closed, and is gone then", async () => {
    const id = await publish(world, author);
    await trigger(id, OPEN);
    expect(await author.refused("signal-delete", { id })).toMatchObject({ status: 409, code: 2371 });
    await trigger(id, CLOSE);
    expect(await other.refused("signal-delete", { id })).toMatchObject({ status: 403, code: 2380 });
    expect(await author.done("signal-delete", { id })).toMatchObject({ status: true, id });
    expect((await author.done("signals-feed", { id })).signals).toEqual([]);
    expect(await author.refused("signals-trigger", triggerOf(id, OPEN))).toMatchObject({ status: 404 });
    expect(await author.refused("signal-delete", { id })).toMatchObject({ status: 404 });
  });
});

describe("a developer", () => {
  test("is shown with its signals, and as verified when an admin says so", async () => {
    const one = await signalUser(world, "pro");
    const id = await publish(world, one);
    await one.done("developer-edit", { name: "Trend House", website: "https://example.com" });
    expect(await one.refused("developer-edit", { website: "http://example.com" })).toMatchObject({ status: 422 });
    await one.done("signals-trigger", triggerOf(id, OPEN));
    await one.done("signals-trigger", triggerOf(id, CLOSE));
    await priceAll(world, id, ["100", "110"]);
    const shown = { id: String(one.uid), name: "Trend House", website: "https://example.com", verified: false };
    expect(await one.done("signal-developer", { id: one.uid })).toMatchObject({
      ...shown,
      success_rate: 100,
      subscribers: 0,
      signals: [{ id, c_success_rate: "100" }],
    });
    expect(await one.refused("signal-developer", { id: "1" })).toMatchObject({ status: 404 });
    expect(await one.refused("developer-verify", { id: one.uid, verified: true })).toMatchObject({ status: 403 });
    const { key } = await world.person("admin");
    const admin = userWith(world, 0, key);
    await admin.done("developer-verify", { id: one.uid, verified: true });
    const isVerified = async () => (await other.done("signal-developer", { id: one.uid })).verified;
    expect(await isVerified()).toBe(true);
    await one.done("developer-edit", { name: shown.name, description: "Since 2020." });
    expect(await isVerified()).toBe(true);
    // It was said of another name, or website.
    for (const more of [{ name: "Central Bank" }, { website: "https://example.net" }]) {
      await admin.done("developer-verify", { id: one.uid, verified: true });
      expect((await one.done("developer-edit", more)).developer).toMatchObject({ ...more, verified: false });
    }
  });
});

test("a key for trading triggers signals, and makes neither developer keys nor addresses", async () => {
  const id = await publish(world, author);
  const wanted = { label: "bot", access: "trade", allowBearer: false } as const;
  const key = await addKey(world.platform, world.trading.deps.apiKeys, author.uid, wanted);
  if (!key) throw new Error("the user has no second key");
  const bot = userWith(world, author.uid, key);
  expect(await bot.done("signals-trigger", triggerOf(id, OPEN))).toMatchObject({ c_status: "open" });
  expect(await bot.refused("developer-key")).toMatchObject({ status: 403, code: 2430 });
  expect(await bot.refused("hooks/create", { id, maximum_amount: "5" })).toMatchObject({ status: 403, code: 2430 });
});
