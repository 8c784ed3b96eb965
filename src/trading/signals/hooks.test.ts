/** Messages of charting tools. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { shiftedClock } from "../../../test/support/shifted-clock.ts";
import { addressIn, publish, signalUser, triggerOf, OPEN } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS, MINUTE_MS } from "../../kit/time/spans.ts";

const clock = shiftedClock();
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, platform: { clock } });
const author = await signalUser(world, "pro");
const other = await signalUser(world, "free");

let id: string;
let address: string;
let hookId: string;

beforeEach(async () => {
  id = await publish(world, author);
  const made = await author.done("hooks/create", { id, maximum_amount: "500", execute_within: 7_000, label: "chart" });
  hookId = made.id;
  address = addressIn(world, made.url);
});

async function send(text: string, type = "text/plain; charset=utf-8", to = address) {
  const response = await fetch(to, { method: "POST", body: text, headers: { "content-type": type } });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  const { data } = (await response.json()) as { data: any };
  return { status: response.status, ...data };
}

const iterations = async (): Promise<unknown[]> =>
  (await author.done("signals-feed", { id, more: true })).signals[0].iteration_children;

describe("a message", () => {
  test("opens and closes the signal, in words and in JSON, of whatever type", async () => {
    expect(await send("buy open")).toMatchObject({
      status: true,
      iteration: 1,
      signal: "buy",
      action: "open",
      maximum_amount: "500.00000000",
      repeated: false,
    });
    const flat = '{"action":"sell","market_position":"flat","maximum_amount":"20","time":"2026-01-01T00:00:00Z"}';
    expect(await send(flat, "application/json")).toMatchObject({
      iteration: 1,
      action: "close",
      maximum_amount: "20.00000000",
    });
    expect(await send("signal=sell", "application/x-www-form-urlencoded")).toMatchObject({
      iteration: 2,
      signal: "sell",
    });
    expect(await author.done("hooks/list")).toMatchObject({
      hooks: expect.arrayContaining([
        expect.objectContaining({ id: hookId, last_message: expect.objectContaining({ outcome: "triggered" }) }),
      ]),
    });
  });

  test("that is compressed is refused, and triggers nothing", async () => {
    const headers = { "content-type": "text/plain", "content-encoding": "gzip" };
    const response = await fetch(address, { method: "POST", body: "buy open", headers });
    const { data } = (await response.json()) as { data: { code: number; error: string } };
    expect([response.status, data.code]).toEqual([415, 2507]);
    expect(data.error).toContain("Content-Encoding gzip");
    expect(response.headers.get("accept-encoding")).toBe("identity");
    expect(await iterations()).toHaveLength(0);
  });

  test("triggers once, however often and how close together it is delivered", async () => {
    const opening = "buy id=7";
    const answers = await Promise.all([send(opening), send(opening), send(opening)]);
    expect(answers.map(({ status, iteration }) => [status, iteration])).toEqual([
      [true, 1],
      [true, 1],
      [true, 1],
    ]);
    expect(answers.filter(({ repeated }) => repeated === true)).toHaveLength(2);
    expect(await send("sell id=8")).toMatchObject({ action: "close" });
    // A delivery that comes late opens nothing.
    clock.skip(5 * MINUTE_MS);
    expect(await send(opening)).toMatchObject({ repeated: true, action: "open" });
    expect(await iterations()).toHaveLength(1);
    expect(await send("buy id=9")).toMatchObject({ repeated: false, iteration: 2 });
  });

  test("is another one where it says something else at the same time", async () => {
    const at = "2026-01-02T10:00:00Z";
    const said = (action: string, position: string) =>
      send(JSON.stringify({ action, market_position: position, time: at }), "application/json");
    expect(await said("buy", "long")).toMatchObject({ action: "open", iteration: 1 });
    expect(await said("sell", "flat")).toMatchObject({ repeated: false, action: "close", iteration: 1 });
    expect(await said("sell", "short")).toMatchObject({
      repeated: false,
      action: "open",
      signal: "sell",
      iteration: 2,
    });
    expect(await said("sell", "flat")).toMatchObject({ repeated: true, action: "close", iteration: 1 });
  });

  test("is another one after a minute where only the name of the script's order is the same", async () => {
    const said = (order_id: string, action: string) => send(JSON.stringify({ order_id, action }), "application/json");
    await said("Long", "buy");
    await said("Exit", "sell");
    expect(await said("Long", "buy")).toMatchObject({ repeated: true, iteration: 1 });
    clock.skip(MINUTE_MS);
    expect(await said("Long", "buy")).toMatchObject({ repeated: false, action: "open", iteration: 2 });
  });

  test("without an id is another one after a minute", async () => {
    await send("buy");
    await send("sell");
    expect(await send("buy")).toMatchObject({ repeated: true });
    expect(await iterations()).toHaveLength(1);
    clock.skip(MINUTE_MS);
    expect(await send("buy")).toMatchObject({ repeated: false, iteration: 2 });
  });

  test("that triggers nothing is refused with the reason, changes nothing, and may be sent again", async () => {
    expect(await send("sell close id=1")).toMatchObject({ status: 422, error: expect.stringContaining("closed") });
    expect(await send("BTCUSDT crossing \u0000 64000")).toMatchObject({
      status: 422,
      error: expect.stringContaining("means nothing"),
    });
    expect(await send("{{strategy.order.action}}")).toMatchObject({
      status: 422,
      error: expect.stringContaining("placeholder"),
    });
    expect(await send("")).toMatchObject({ status: 422, error: expect.stringContaining("empty") });
    expect(await send("x".repeat(9_000))).toMatchObject({ status: 413 });
    expect(await iterations()).toEqual([]);
    const { hooks } = await author.done("hooks/list", { limit: 1 });
    expect(hooks).toMatchObject([{ id: hookId, last_message: { outcome: "refused", reason: "it is empty" } }]);
    await send("buy id=2");
    expect(await send("sell close id=1")).toMatchObject({ status: true, action: "close" });
  });

  test("to an address that is unknown or revoked gets one answer, whatever it says", async () => {
    const unknown = address.slice(0, -10) + "A".repeat(10);
    const first = await send("buy", "text/plain", unknown);
    expect(first).toMatchObject({ status: 404, error: "This address takes no messages" });
    await author.done("hooks/delete", { id: hookId });
    for (const text of ["buy", "", "{", "nonsense"]) {
      expect(await send(text)).toEqual(first);
      expect(await send(text, "text/plain", unknown)).toEqual(first);
    }
    expect(await author.refused("hooks/delete", { id: hookId })).toMatchObject({ status: 404 });
  });

  test("comes to nothing when the signal is gone", async () => {
    await author.done("signal-delete", { id });
    expect(await send("buy")).toMatchObject({ status: 404 });
  });

  test("is refused when too many come in a minute", async () => {
    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await send(`flat id=${n}`)).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([422]));
    expect(statuses[30]).toBe(429);
  });
});

describe("an address", () => {
  test("is shown once, and kept as a hash", async () => {
    const token = address.split("/").at(-1) ?? "";
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const rows = await world.platform.db.query<{ token_hash: Buffer; whole: string }>({
      name: "test.hookRow",
      text: "select token_hash, h::text as whole from trading.signal_hooks h where id = $1",
      values: [Number(hookId)],
    });
    expect(rows[0]?.token_hash.equals(createHash("sha256").update(token).digest())).toBe(true);
    expect(rows[0]?.whole).not.toContain(token);
    expect(JSON.stringify(await author.done("hooks/list"))).not.toContain(token);
  });

  test("is of a signal of the account's own", async () => {
    expect(await other.refused("hooks/create", { id, maximum_amount: "5" })).toMatchObject({ status: 403, code: 2380 });
    expect(await other.refused("hooks/delete", { id: hookId })).toMatchObject({ status: 404 });
    expect((await other.done("hooks/list")).hooks).toEqual([]);
    expect(await author.refused("hooks/create", { id, maximum_amount: "0" })).toMatchObject({ status: 422 });
  });

  test("takes no messages of an account that is closed", async () => {
    const gone = await signalUser(world, "basic");
    const theirs = await publish(world, gone);
    const { url } = await gone.done("hooks/create", { id: theirs, maximum_amount: "5" });
    await world.platform.db.execute({
      name: "test.closeUser",
      text: "update trading.users set closed_at = now(), is_active = false where id = $1",
      values: [gone.uid],
    });
    const to = addressIn(world, url);
    expect(await send("buy", "text/plain", to)).toMatchObject({ status: 404 });
  });

  test("is one of at most twenty", async () => {
    for (let n = 1; n < 20; n++) await author.done("hooks/create", { id, maximum_amount: "5" });
    expect(await author.refused("hooks/create", { id, maximum_amount: "5" })).toMatchObject({ code: 2410 });
  });
});

test("messages are forgotten when they cannot come again", async () => {
  await send("buy id=5");
  await author.done("signals-trigger", triggerOf(id, ["sell", "close"]));
  const forget = world.trading.deps.signalHooks.forgetMessages;
  expect(await forget(plusMillis(clock.now(), -8 * DAY_MS))).toBe(0);
  expect(await forget(clock.now())).toBeGreaterThan(0);
  expect(await author.done("signals-trigger", triggerOf(id, OPEN))).toMatchObject({ iteration: 2 });
});
