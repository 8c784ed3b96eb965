/**
 * Takes pictures of every page of the console: light, dark, on a phone, without data, and with a server that fails. The
 * pages are those of the console's own tables, with every tab; those with a name in their address are found by the links
 * that lead to them. Exits with 1 where a page was not found, or threw an error.
 *
 *   node scripts/screenshots.js [FOLDER, default screenshots] [PART]
 *
 * With PART, only addresses that contain it. The demo runs for it, in a folder that is removed afterwards. Needs Chromium.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";
import { startDemo } from "./demo-process.js";
import { consolePaths } from "./console-paths.js";

const CHROMIUM = "/usr/bin/chromium";
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A page that still loads then is shown as it is. */
const LIMIT_MS = 20_000;
const PICTURE_MS = 60_000;
/** What is pushed, and charts, come a moment later. */
const REST_MS = 2_000;
/** Most of the time a page rests before its picture. More looks at once meet the limit of requests per minute. */
const AT_ONCE = 2;

const LOOKS = {
  light: { viewport: DESKTOP },
  dark: { viewport: DESKTOP, colorScheme: "dark" },
  phone: { viewport: PHONE, hasTouch: true },
  empty: { viewport: DESKTOP, answers: emptied },
  failed: { viewport: DESKTOP, answers: failed },
};

/** Answers that say who is signed in and what runs: without them there is no page. */
const KEPT = /^\/(?:about|console|Session|Me|v0\.1\/auth|api\/v2\/session)(?:\/|$)/;

const [folder = "screenshots", part = ""] = process.argv.slice(2);

async function takeAll() {
  const demo = await startDemo();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const problems = [];
  try {
    const storageState = await signedIn(browser, demo);
    const { addresses, missing } = await addressesOf(browser, demo.url, storageState);
    for (const pattern of missing) problems.push(`no link leads to ${pattern}`);
    const wanted = addresses.filter((address) => address.includes(part));
    console.log(`${wanted.length} addresses`);
    const looks = Object.entries(LOOKS);
    const takeNext = async () => {
      for (let next = looks.shift(); next; next = looks.shift()) {
        const [look, { answers, ...context }] = next;
        const shown = await browser.newContext({ ...context, storageState, locale: "en-GB" });
        if (answers) await shown.route("**/*", (route) => answered(route, answers));
        problems.push(...(await take(shown, demo.url, wanted, path.join(folder, look))));
        await shown.close();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
    await writeFile(path.join(folder, "index.html"), indexOf(wanted));
    console.log(
      `${wanted.length} addresses, each as ${Object.keys(LOOKS).join(", ")}: ${path.join(folder, "index.html")}`,
    );
  } finally {
    await browser.close();
    await demo.stop();
  }
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

/** The cookies of a person who is signed in to all services, and may do everything. */
async function signedIn(browser, { url, registryToken }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/console/trading/sign-in`);
  await page.getByRole("button", { name: "Sign in as the demo user" }).click();
  await page.waitForURL(`${url}/console`);
  await page.goto(`${url}/console/players/sign-in`);
  await page.getByRole("button", { name: "Use the demo key" }).click();
  await page.waitForURL(`${url}/console/players/live`);
  await page.goto(`${url}/console/registry/sign-in?to=/console/registry/operate`);
  await page.getByLabel("Registry token", { exact: true }).fill(registryToken);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${url}/console/registry/operate`);
  // A page of one strategy needs one.
  await page.goto(`${url}/console/trading/strategies`);
  await page.getByRole("link", { name: "Create a strategy" }).first().click();
  await page.getByLabel("Name").fill("Slices");
  await page.getByLabel("Algorithm").selectOption("900001");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Slices", level: 1 }).waitFor();
  // And a page of one signal.
  await page.goto(`${url}/console/trading/signals?tab=mine&panel=publish`);
  await page.getByLabel("Name", { exact: true }).fill("Trend of bitcoin");
  await page.getByLabel("Market").fill("simalpha-btcusdt");
  await page.getByRole("button", { name: "Publish a signal" }).click();
  await page.getByRole("heading", { name: "Trend of bitcoin", level: 1 }).waitFor();
  const storageState = await context.storageState();
  await context.close();
  return storageState;
}

/** Every page and every tab of it, and the patterns to which nothing leads. */
async function addressesOf(browser, url, storageState) {
  const paths = await consolePaths();
  const context = await browser.newContext({ storageState, viewport: DESKTOP });
  const page = await context.newPage();
  const addresses = paths.filter((each) => !each.includes("/:"));
  const patterns = new Set(paths.filter((each) => each.includes("/:")));
  const seen = new Set(addresses);
  const add = (address) => {
    if (!seen.has(address)) addresses.push(address);
    seen.add(address);
  };
  // The list grows while it is walked.
  for (const address of addresses) {
    try {
      await open(page, url + address);
    } catch (error) {
      console.error(`${address}: ${error.message.split("\n", 1)[0]}`);
    }
    const { tabs, links } = await page.evaluate(LINKS);
    // Tabs within a tab are those of the page again.
    if (!address.includes("?")) for (const tab of tabs) add(tab);
    for (const pattern of patterns) {
      const found = links.find((link) => regularExpressionOf(pattern).test(link));
      if (found === undefined) continue;
      patterns.delete(pattern);
      add(found);
    }
  }
  await context.close();
  return { addresses: addresses.sort(), missing: patterns };
}

/** In the browser: the tabs of the page that is shown, and the links to other pages. */
const LINKS = `(() => {
  const here = (selector) => [...document.querySelectorAll(selector)].map(({ pathname, search }) => pathname + search);
  return {
    tabs: here("main .tabs a").filter((each) => each.startsWith(location.pathname + "?")),
    links: here("main a[href^='/console/']").map((each) => each.split("?")[0]),
  };
})()`;

function regularExpressionOf(pattern) {
  return new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`);
}

/** Answers what went wrong. */
async function take(context, url, addresses, into) {
  await mkdir(into, { recursive: true });
  const problems = [];
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => problems.push(`${page.url()}: ${message}`));
  for (const address of addresses) {
    try {
      await open(page, url + address);
      // A bar that is fixed to the bottom of the window stands below the page then, and not in the middle of it.
      const { width, height } = page.viewportSize();
      const whole = await page.evaluate("document.documentElement.scrollHeight");
      if (whole > height) await page.setViewportSize({ width, height: whole });
      await page.screenshot({ path: path.join(into, fileOf(address)), fullPage: true, timeout: PICTURE_MS });
      await page.setViewportSize({ width, height });
    } catch (error) {
      problems.push(`${path.join(into, fileOf(address))}: ${error.message.split("\n", 1)[0]}`);
    }
  }
  return problems;
}

async function open(page, address) {
  await page.goto(address);
  await page.locator("h1, .state").first().waitFor({ timeout: LIMIT_MS });
  await page
    .locator(".loading")
    .first()
    .waitFor({ state: "hidden", timeout: LIMIT_MS })
    .catch(() => {});
  await page.waitForTimeout(REST_MS);
}

function fileOf(address) {
  const name = address
    .slice("/console".length)
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^-/, "");
  return `${name === "" ? "home" : name}.png`;
}

async function answered(route, answers) {
  const { pathname } = new URL(route.request().url());
  try {
    await (KEPT.test(pathname) ? route.continue() : answers(route));
  } catch (error) {
    // The page has gone on to the next address, or the server does not answer: the picture shows it.
    await route.abort().catch(() => {});
    console.error(`${pathname}: ${error.message.split("\n", 1)[0]}`);
  }
}

/** The answer of the server with every list in it empty. A stream has no end to wait for, and nothing from before. */
async function emptied(route) {
  if (route.request().headers()["accept"]?.includes("text/event-stream")) return route.continue();
  const answer = await route.fetch();
  if (!(answer.headers()["content-type"] ?? "").includes("json")) return route.fulfill({ response: answer });
  const json = JSON.parse(await answer.text(), (_name, value) => (Array.isArray(value) ? [] : value));
  return route.fulfill({ response: answer, json });
}

/** An error in the form of every service. */
function failed(route) {
  const message = "Something went wrong on the server";
  const json = { error: message, Error: { Code: "internal", Message: message }, data: { code: 5000, error: message } };
  return route.fulfill({ status: 500, headers: { "x-request-id": "0199f2c4-7a51-7000-8000-000000000000" }, json });
}

/** All pictures of an address in a row, to be looked at. */
function indexOf(addresses) {
  const rows = addresses.map((address) => {
    const pictures = Object.keys(LOOKS).map(
      (look) =>
        `<a href="${look}/${fileOf(address)}"><img loading="lazy" width="230" alt="${look}" src="${look}/${fileOf(address)}"></a>`,
    );
    return `<h2>${address.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</h2>\n<p>${pictures.join("\n")}</p>`;
  });
  return `<!doctype html>\n<meta charset="utf-8">\n<title>The console</title>\n${rows.join("\n")}\n`;
}

if (existsSync(CHROMIUM)) process.exitCode = await takeAll();
else {
  console.error(`Pictures are taken with Chromium, which is not at ${CHROMIUM}.`);
  process.exitCode = 1;
}
