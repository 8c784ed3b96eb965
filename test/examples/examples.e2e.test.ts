/** The examples as their readers run them, each a process of its own, against services that run. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { breakingProxy } from "../support/breaking-proxy.ts";
import { limitedAccount } from "../support/limited-accounts.ts";
import { playersWorld } from "../support/players-world.ts";
import { bookOf, marketOf, ScriptedExchange } from "../support/scripted-exchange.ts";
import { ROOM } from "../support/strategy-talk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const CHROMIUM = "/usr/bin/chromium";
const NAME = "<img src=x onerror=alert(1)>";
/** A port of the system that no server listens on. */
const AWAY = "http://127.0.0.1:1";

const folder = await temporaryFolder("tripod-examples-");
afterAll(() => folder.remove());
beforeAll(async () => {
  for (const name of ["package.json", "trading", "players"]) {
    await cp(path.join(ROOT, "examples", name), path.join(folder.path, name), { recursive: true });
  }
  const [from, to] = ["clients/typescript", "node_modules/@tripod/client"];
  await mkdir(path.join(folder.path, to), { recursive: true });
  await cp(path.join(ROOT, from, "package.json"), path.join(folder.path, to, "package.json"));
  await symlink(path.join(ROOT, "node_modules/ws"), path.join(folder.path, "node_modules/ws"));
  const outfile = path.join(folder.path, to, "dist/trading.js");
  await build({ entryPoints: [path.join(ROOT, from, "src/trading.ts")], outfile, bundle: true, format: "esm" });
});

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function run(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, [path.join(folder.path, script), ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, said: () => said, ended: once(child, "close").then(([code]: (number | null)[]) => code ?? null) };
}

describe("with simulated exchanges", async () => {
  const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
  const { key } = await limitedAccount(world, ROOM);
  const env = { TRIPOD_URL: world.url, AUTH: `${key.key}.${key.secret}` };
  const secrets = { EXCHANGE_TOKEN: "token-of-the-example", EXCHANGE_SECRET: "secret-of-the-example" };

  test("a strategy needs a tested key; a key is added, tested and then used for it until it has traded", async () => {
    const without = run("trading/paper-strategy.js", [], env);
    expect([await without.ended, without.said()]).toEqual([
      1,
      "You have no tested key at Alpha (simulated): add one with add-exchange-key.js.\n",
    ]);

    const adding = run("trading/add-exchange-key.js", [], { ...env, ...secrets });
    expect([await adding.ended, adding.said()]).toEqual([0, expect.stringContaining("The test says: ")]);
    expect(adding.said()).toMatch(/^Key \d+ is added at Alpha \(simulated\)\.\n/);
    expect(adding.said()).toContain("(active, ");
    expect(adding.said()).toContain("  may trade: yes\n");
    for (const secret of Object.values(secrets)) expect(adding.said()).not.toContain(secret);

    const trading = run("trading/paper-strategy.js", [], env);
    expect([await trading.ended, trading.said()]).toEqual([0, expect.stringContaining("It is stopped.\n")]);
    expect(trading.said()).toMatch(/^Strategy \d+ runs on simalpha-btcusdt\.\n/);
    expect(trading.said()).toMatch(/^Order \S+: buy 0\.01\d* BTC\/USDT at \d+\.\d+\.$/m);
  });

  test.each([
    ["trading/paper-strategy.js", [], { AUTH: "" }, "Set AUTH to your key and its secret"],
    ["trading/paper-strategy.js", ["nowhere-btcusdt"], {}, "No exchange has the code nowhere; these do: simalpha,"],
    ["trading/paper-strategy.js", [], { AUTH: "of.nobody" }, "The API key is not valid"],
    ["trading/add-exchange-key.js", [], {}, "Set EXCHANGE_TOKEN and EXCHANGE_SECRET"],
    ["trading/add-exchange-key.js", [], { ...secrets, TRIPOD_URL: AWAY }, `Tripod does not answer at ${AWAY}`],
    ["trading/watch-spread.js", [], { TRIPOD_URL: AWAY }, `Tripod does not answer at ${AWAY}`],
    ["trading/watch-spread.js", ["simalpha-btcusdt", "nowhere-x"], {}, "push: spread/simalpha-btcusdt+nowhere-x: "],
    ["trading/watch-spread.js", ["a-b", "c-d", "much"], {}, "The return must be a number, not much."],
  ])("%s %j with %j ends in one sentence", async (script, args, more, sentence) => {
    const { ended, said } = run(script, args, { ...env, ...more });
    expect([await ended, said()]).toEqual([1, expect.stringContaining(sentence)]);
    expect(said().trimEnd()).not.toContain("\n");
  });
});

test("a spread is told when it passes, not while a book is crossed, and again after a break", async () => {
  const [one, two] = ["one", "two"].map(
    (code) => new ScriptedExchange(code, [marketOf("BTC/USDT", { tickSize: "0.01" })]),
  );
  if (!one || !two) throw new Error("the exchanges are missing");
  const world = await tradingWorld({ settings: { TRIPOD_TRADING_PUSH_PUBLIC_PACE_MS: "0" }, exchanges: [one, two] });
  await waitUntil(() => expect([one.watched, two.watched]).not.toContain(undefined));
  let [bid, ask] = [100, 101];
  const set = (): void => {
    one.says.book("btcusdt", bookOf(100, 101, { atMs: Date.now() }));
    two.says.book("btcusdt", bookOf(bid, ask, { atMs: Date.now() }));
  };
  const beat = setInterval(set, 250);
  onTestFinished(() => clearInterval(beat));
  const proxy = await breakingProxy(world.url);
  const { child, said, ended } = run("trading/watch-spread.js", ["one-btcusdt", "two-btcusdt", "1"], {
    TRIPOD_URL: proxy.url,
  });
  const told = (): string[] => said().replaceAll(/^\S+ /gm, "").split("\n").slice(0, -1);
  const prices = "buy at one-btcusdt for 101, sell at two-btcusdt for";

  await waitUntil(() => expect(told().at(-1)).toBe(`Below 1 %: ${prices} 100: -0.990 %`));
  [bid, ask] = [103, 104];
  await waitUntil(() => expect(told().at(-1)).toBe(`Above 1 %: ${prices} 103: 1.980 %`));
  [bid, ask] = [120, 110];
  await waitUntil(() => expect(told().at(-1)).toBe("No price: a book is crossed."));
  [bid, ask] = [103, 104];
  await waitUntil(() => expect(told().at(-1)).toBe(`Above 1 %: ${prices} 103: 1.980 %`));
  proxy.breakAll();
  await waitUntil(() =>
    expect(told().slice(-2)).toEqual([
      `The connection to ${proxy.url} is lost; trying again.`,
      `Above 1 %: ${prices} 103: 1.980 %`,
    ]),
  );
  expect(said()).not.toContain("for 120");
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

describe("the site with live players", async () => {
  const world = await playersWorld();
  const env = { TRIPOD_URL: world.url, TRIPOD_KEY: world.keys.read, PORT: "0" };

  /** Its address, when it runs. */
  async function site(more: Readonly<Record<string, string>> = {}): Promise<{ url: string; said: () => string }> {
    const { said } = run("players/site/server.js", [], { ...env, ...more });
    await waitUntil(() => expect(said()).toMatch(/at http:\S+\n/));
    return { url: /at (http:\S+)\n/.exec(said())?.[1] ?? "", said };
  }

  test("lists who is online, and leads browsers to the events with a ticket", async () => {
    const { url, said } = await site();
    const list = (await (await fetch(`${url}/online`)).json()) as unknown[];
    expect(list).toEqual((await world.get("/Online")).json);
    expect(list.length).toBeGreaterThan(0);
    const answer = await fetch(`${url}/ticket`, { method: "POST" });
    const { url: events } = (await answer.json()) as { url: string };
    const stop = new AbortController();
    const stream = await fetch(`${events}&lastEventId=`, { headers: { origin: url }, signal: stop.signal });
    expect([stream.status, stream.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    stop.abort();
    expect(said()).not.toContain(env.TRIPOD_KEY);
  });

  test("has no inline script, and its policy allows none", async () => {
    const { url } = await site();
    const page = await fetch(url);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`script-src 'self'; connect-src 'self' ${world.url};`);
    expect(policy).not.toContain("unsafe");
    expect(await page.text()).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=/);
    expect(await (await fetch(`${url}/page.js`)).text()).not.toContain("innerHTML");
    expect((await fetch(`${url}/server.js`)).status).toBe(404);
  });

  test.skipIf(!existsSync(CHROMIUM))("shows a join in a browser as it happens, with its name as text", async () => {
    const { url } = await site();
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && wrong.push(message.text())));
    page.on("dialog", (dialog) => void wrong.push(dialog.message()));
    await page.goto(url);
    await waitUntil(async () => expect(await page.textContent("#state")).toBe("Live"));

    const { db, clock } = world.platform;
    const lease = await acquireLease(db, { name: serverLeaseName("island"), owner: "test", ttlMs: 600_000 });
    const change = { kind: "open", platformId: "76561198000000104", server: "island", claim: "join" } as const;
    const changes = [{ ...change, name: NAME, startedAt: clock.now() }];
    await world.players.deps.presence.apply({ server: "island", fence: lease?.fence ?? 0, number: 1, changes });
    await waitUntil(async () => expect(await page.textContent("#latest")).toBe(`${NAME} has joined island`));
    const { json } = await world.get("/Online");
    await waitUntil(async () => expect(await page.locator("#online li").count()).toBe(json.length));
    expect(await page.locator("img").count()).toBe(0);
    expect(wrong.filter((each) => !each.includes("favicon"))).toEqual([]);
  });

  test("says in one sentence what is missing: its key, or the lookup", async () => {
    const { ended, said } = run("players/site/server.js", [], { ...env, TRIPOD_KEY: "" });
    expect([await ended, said()]).toEqual([1, "Set TRIPOD_KEY to a key of the lookup: see ../../README.md.\n"]);
    const away = await site({ TRIPOD_URL: AWAY });
    for (const [method, path_] of [
      ["GET", "/online"],
      ["POST", "/ticket"],
    ] as const) {
      const answer = await fetch(away.url + path_, { method });
      expect([answer.status, await answer.text()]).toEqual([502, "The lookup does not answer"]);
    }
    expect(away.said()).toContain(`The lookup at ${AWAY} does not serve: fetch failed\n`);
  });
});
