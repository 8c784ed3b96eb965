/** Lists of 5,000 rows under a hand: what is typed, filters and parts. */
import type { Browser, Page, Route } from "playwright-core";
import { texts } from "../../src/console/say.ts";
import { ratioOf, summary, type Report } from "./figures.ts";
import { choosing, feltAfter, following, typing, type Felt } from "./hands.ts";

const ROWS = 5_000;
const ROUNDS = 20;
const LIMIT_MS = 60_000;
const GOAL = "100 ms";
const WORDS = ["b", "bt", "btc", "coin4", "coin49", "coin", "zz", ""];

export async function measureLists(browser: Browser, origin: string, report: Report): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const idle = await idleFrames(page, `${origin}/console`);
    await measureMarkets(page, origin, idle, report);
    await measureServers(page, origin, idle, report);
  } finally {
    await context.close();
  }
}

/** What the measuring itself takes: an event that nothing listens to. */
async function idleFrames(page: Page, address: string): Promise<readonly Felt[]> {
  await page.goto(address);
  await page.locator("h1").waitFor();
  return rounds(page, () => "document.body.dispatchEvent(new Event('nothing'))");
}

async function rounds(page: Page, act: (round: number) => string): Promise<readonly Felt[]> {
  const felt: Felt[] = [];
  for (let round = 0; round < ROUNDS; round++) felt.push(await feltAfter(page, act(round)));
  return felt;
}

async function measureMarkets(page: Page, origin: string, idle: readonly Felt[], report: Report): Promise<void> {
  await page.route("**/api/v2/system/symbols", manyMarkets);
  await page.goto(`${origin}/console/trading/markets`);
  await page.getByText(/^5\d\d\d markets$/).waitFor();
  const { search, exchange, quote } = texts.trading.markets;
  const acts: Readonly<Record<string, (round: number) => string>> = {
    "typing in the search": (round) => typing(search, WORDS[round % WORDS.length] ?? ""),
    "choosing an exchange": (round) => choosing(exchange, round),
    "choosing a currency": (round) => choosing(quote, round),
    "the next part": () => following("a[rel=next], a[rel=prev]"),
  };
  for (const [what, act] of Object.entries(acts)) {
    tell(`${ROWS} markets: ${what}`, await rounds(page, act), idle, report);
    await page.goto(`${origin}/console/trading/markets`);
    await page.getByText(/^5\d\d\d markets$/).waitFor();
  }
}

async function manyMarkets(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body = (await answer.json()) as { readonly data: Record<string, object[]> };
  const [one] = body.data["simalpha"] ?? [];
  const more = Array.from({ length: ROWS }, (_, at) => ({ ...one, id: `coin${at}usdt`, symbol: `COIN${at}/USDT` }));
  await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, more } } });
}

/** A list that comes in pages, of which a person has seen all. */
async function measureServers(page: Page, origin: string, idle: readonly Felt[], report: Report): Promise<void> {
  await page.route(/\/v0\.1\/servers\?/, manyServers);
  await page.goto(`${origin}/console/registry/servers`);
  await page.getByRole("button", { name: /^Show more/ }).waitFor();
  await page.evaluate(SHOW_ALL);
  // Text that is not searched for: the answer to a search would be a short list again.
  const felt = await rounds(page, (round) => typing(texts.registry.servers.search, " ".repeat(round % 2)));
  tell(`${ROWS} servers, all shown: typing in the search`, felt, idle, report);
}

const SHOW_ALL = `(async () => {
  for (let steps = 0; steps < 200; steps++) {
    const button = document.querySelector(".more button");
    if (!button) return;
    button.click();
    await new Promise((done) => setTimeout(done));
  }
})()`;

async function manyServers(route: Route): Promise<void> {
  const answer = await route.fetch();
  const { servers } = (await answer.json()) as { readonly servers: readonly { readonly server: object }[] };
  const [one] = servers;
  const many = Array.from({ length: ROWS }, (_, at) => ({
    ...one,
    server: { ...one?.server, name: `io.example/tool-${at}`, title: `Tool ${at}` },
  }));
  await route.fulfill({ response: answer, json: { servers: many, metadata: { count: ROWS } } });
}

function tell(what: string, felt: readonly Felt[], idle: readonly Felt[], report: Report): void {
  const next = felt.map(({ nextMs }) => nextMs);
  const longest = felt.map(({ longestMs }) => longestMs);
  const ratio = ratioOf(
    next,
    idle.map(({ nextMs }) => nextMs),
  );
  report(`${what}, next paint`, `${summary(next)}; ${ratio} nothing`, GOAL);
  report(`${what}, longest frame`, summary(longest), GOAL);
}
