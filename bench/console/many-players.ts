/** The search of a million players, as it is typed: until its rows are on the screen, and what was asked for them. */
import { spawnSync } from "node:child_process";
import type { Browser, Page } from "playwright-core";
import { openPlatform } from "../../src/cli/open-platform.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { sharedSettings } from "../../src/kit/config/shared-settings.ts";
import { texts } from "../../src/console/say.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { startProgram } from "../http/program.ts";
import { fill, sampleNames } from "../players/fill.ts";
import { ratioOf, summary, type Report } from "./figures.ts";

const [PLAYERS, TRIBES] = [1_000_000, 60_000];
const SEARCHES = 40;
const LIMIT_MS = 60_000;

export async function measureManyPlayers(browser: Browser, report: Report): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  const { shared } = loadConfig({
    sections: { shared: sharedSettings },
    environment: { TRIPOD_DATA_DIR: folder.path },
  }).config;
  const platform = await openPlatform(shared, silentLog());
  try {
    await fill(platform.db, PLAYERS, TRIBES);
    const start = { service: "players", dataDir: folder.path, settings: {}, firstPath: "/ready" };
    const program = await startProgram(start);
    try {
      await measure(browser, `http://127.0.0.1:${program.port}`, keyOf(folder.path), report);
    } finally {
      await program.stop();
    }
  } finally {
    await platform.close();
    await folder.remove();
  }
}

function keyOf(dataDir: string): string {
  const made = spawnSync(
    process.execPath,
    ["bin/tripod.js", "players", "key", "create", "--name", "bench", "--scope", "history", "--json"],
    { env: { ...process.env, TRIPOD_DATA_DIR: dataDir }, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  return (JSON.parse(made.stdout) as { readonly key: string }).key;
}

async function measure(browser: Browser, origin: string, key: string, report: Report): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(`${origin}/console/players/sign-in?to=/console/players/search`);
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/search$/);
  const [shown, answered, rows, bytes]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const name of sampleNames(PLAYERS, SEARCHES)) {
    const text = name.slice(0, 3).trim();
    const found = await search(page, text);
    if (!found) continue;
    shown.push(found.shownMs);
    answered.push(found.answeredMs);
    rows.push(found.rows);
    bytes.push(found.bytes);
  }
  report(
    `${PLAYERS.toLocaleString("en")} players: from the last letter to the rows`,
    `${summary(shown)}; ${ratioOf(shown, answered)} the answer alone`,
  );
  report("the answer alone", summary(answered));
  report("rows and bytes of an answer, at most", `${Math.max(...rows)} rows, ${Math.max(...bytes)} bytes`);
  await context.close();
}

interface Found {
  readonly shownMs: number;
  readonly answeredMs: number;
  readonly rows: number;
  readonly bytes: number;
}

async function search(page: Page, text: string): Promise<Found | undefined> {
  const field = page.getByLabel(texts.players.search.label);
  if (text === "" || (await field.inputValue()) === text) return undefined;
  const answering = page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === text);
  const began = performance.now();
  await field.fill(text);
  const answer = await answering;
  const body = await answer.text();
  const found = JSON.parse(body) as readonly { readonly Id: string }[];
  const [first] = found;
  await page
    .locator(first ? `tbody a[href$="/players/${first.Id}"]` : ".state")
    .first()
    .waitFor();
  const shownMs = performance.now() - began;
  const { responseEnd } = answer.request().timing();
  return { shownMs, answeredMs: responseEnd, rows: found.length, bytes: body.length };
}
