/** Requests and messages in the forms in which the public clients of the interface were shipped. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawGet } from "../support/raw-http.ts";
import { bookOf, marketOf, ScriptedExchange } from "../support/scripted-exchange.ts";
import { signed } from "../support/signed-trading.ts";
import { socketIoFollower } from "../support/socket-io-follower.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const markets = [marketOf("BTC/USDT", { tickSize: "0.01" })];
const one = new ScriptedExchange("one", markets);
const two = new ScriptedExchange("two", markets);
const world = await tradingWorld({
  settings: { TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0", TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" },
  exchanges: [one, two],
});
const { key, uid } = await world.person();
const port = Number(new URL(world.url).port);

let beat: NodeJS.Timeout | undefined;
beforeAll(async () => {
  await waitUntil(() => {
    expect(one.watched).toBeDefined();
    expect(two.watched).toBeDefined();
  });
  const setBooks = (): void => {
    one.says.book("btcusdt", bookOf(100, 101, { atMs: Date.now() }));
    two.says.book("btcusdt", bookOf(102, 103, { atMs: Date.now() }));
  };
  setBooks();
  beat = setInterval(setBooks, 1_000);
});
afterAll(() => clearInterval(beat));

const HEADER = '{"typ":"JWT","alg":"HS256"}';
const standard = (text: string | Buffer): string => Buffer.from(text).toString("base64");
const urlSafe = (text: string | Buffer): string =>
  standard(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** `payload` as the client writes it: order, type and length of the nonce differ. */
function token(secret: string, payload: string, write: (text: string | Buffer) => string): string {
  const text = `${write(HEADER)}.${write(payload)}`;
  return `${text}.${write(createHmac("sha256", secret).update(text).digest())}`;
}

let counted = 0n;
/** In units of 10^-7 seconds, each higher than the one before. */
const nonce = (): bigint => BigInt(Date.now()) * 10_000n + ++counted;

const FORMS: readonly [client: string, authorization: (secret: string) => string][] = [
  ["Node and PHP: a number of 17 digits, URL-safe", (secret) => token(secret, `{"nonce":${nonce()}}`, urlSafe)],
  ["C# and Kotlin: a text of 17 digits", (secret) => token(secret, `{"nonce":"${nonce()}"}`, urlSafe)],
  ["Go: a text of 18 digits", (secret) => token(secret, `{"nonce":"${nonce()}0"}`, urlSafe)],
  ["Java: standard base64 with padding", (secret) => token(secret, `{"nonce":"${nonce()}"}`, standard)],
  ["Java, with a payload that fills no group", (secret) => token(secret, `{"a":"~?","nonce":"${nonce()}"}`, standard)],
];

describe.each(FORMS)("%s", (_, authorization) => {
  test("lets the key in", async () => {
    const headers = { key: key.key, authorization: authorization(key.secret) };
    const { status, json } = await world.ask("GET", "user/account-details", { headers });
    expect([status, json.meta.uid, json.meta.auth_success]).toEqual([200, uid, true]);
  });

  test.each<[string, Record<string, string>]>([
    ["without a key", {}],
    ["with an empty key", { key: "" }],
    ["with the key free", { key: "free" }],
  ])("%s reads what is public as a visitor, and nothing else", async (_name, shown) => {
    const headers = () => ({ ...shown, authorization: authorization("free") });
    const open = await world.ask("POST", "public/match-pair", { headers: headers(), params: { code: "btcusdt" } });
    expect([open.status, open.json.meta.uid]).toEqual([200, -1]);
    const closed = await world.ask("GET", "user/account-details", { headers: headers() });
    expect([closed.status, closed.json.data.code, closed.json.data.error]).toEqual([401, 2001, "Missing Key"]);
    expect(closed.headers.get("www-authenticate")).toContain("Bearer");
  });
});

test("a signature with another secret is refused on public operations too, where the key is a real one", async () => {
  const headers = { key: key.key, authorization: token("free", `{"nonce":${nonce()}}`, urlSafe) };
  const { status, json } = await world.ask("GET", "system/ep", { headers });
  expect([status, json.data.code]).toEqual([401, 2000]);
});

test("system/ep answers as system/endpoints, by GET and POST, also with the type of a form and no body", async () => {
  const { json } = await world.ask("GET", "system/endpoints");
  expect(json.data.map(({ path }: { path: string }) => path)).toContain("system/timestamp");
  for (const method of ["GET", "POST"] as const) {
    const headers = { "content-type": "application/x-www-form-urlencoded", key: "free", authorization: "x" };
    const alias = await world.ask(method, "system/ep", { headers });
    expect(alias.status).toBe(200);
    expect(alias.json.data).toEqual(json.data);
  }
});

test("a client that offers HTTP/2 over an open connection is answered", async () => {
  const { authorization = "" } = signed(key);
  const { status } = await rawGet(port, "/api/v2/user/account-details", [
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
    `Key: ${key.key}`,
    `Authorization: ${authorization}`,
  ]);
  expect(status).toBe(200);
});

test("match-pair names each pair by its id in lower case", async () => {
  const { json } = await world.ask("GET", "public/match-pair", { params: { code: "btcusdt,BTC/EUR" } });
  expect(json.data).toMatchObject({ BTCUSDT: { pair: "btcusdt", count: 2 }, BTCEUR: { pair: "btceur", count: 0 } });
});

test.each([2, 4] as const)("version %d of the arbitrage client finds p and s in the text d", async (version) => {
  const extraHeaders = { key: "free", authorization: token("free", `{"nonce":${nonce()}}`, urlSafe) };
  const client = socketIoFollower(version, port, { extraHeaders }, "/arbitrage");
  type News = { readonly d: string; readonly p: unknown; readonly s: readonly unknown[][] };
  await waitUntil(() => {
    const news = client.of("data").at(-1) as News | undefined;
    const parsed = JSON.parse(news?.d ?? "{}") as Partial<News>;
    expect(parsed.s?.[0]?.[0]).toBe("one-btcusdt+two-btcusdt");
    expect(parsed).toEqual({ p: news?.p, s: news?.s });
  });
});
