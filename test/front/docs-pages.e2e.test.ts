/** The pages at `/docs` in a real browser. */
import { existsSync } from "node:fs";
import axe from "axe-core";
import { chromium, type Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { frontWorld } from "../support/front-world.ts";
import { PATIENCE_MS } from "../support/wait-until.ts";

const CHROMIUM = "/usr/bin/chromium";
const PAGES = ["/", "/docs/registry", "/docs/players", "/docs/trading"];

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe-core takes for serious or worse. */
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run(document)");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n  ")}`);
}

describe.skipIf(!existsSync(CHROMIUM))("in a browser (skipped where Chromium is not installed)", () => {
  test.each(PAGES)("%s shows itself to everybody, and loads one document and nothing of others", async (path) => {
    const { url } = await frontWorld({ hasConsole: false });
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ colorScheme: "light", viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const failures: string[] = [];
    const asked: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.text().includes("Security Policy")) failures.push(message.text());
    });
    page.on("pageerror", (error) => failures.push(error.message));
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${url}${path}`);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");

    const isDocs = path.startsWith("/docs");
    if (isDocs) {
      await page.locator("h1").waitFor();
      await page.locator(".endpoints[tabindex='0']").first().waitFor();
      await page.locator("button[aria-label^='Copy']").first().waitFor({ state: "attached" });
    }
    const documents = asked.filter((address) => address.includes("/openapi/"));
    expect(documents).toEqual(isDocs ? [`${url}/openapi/${path.slice("/docs/".length)}.json`] : []);
    expect(asked.filter((address) => !address.startsWith(url) && !address.startsWith("data:"))).toEqual([]);

    // As a browser's extension would: the policy keeps scripts of others out of the page itself.
    const tools = await page.context().newCDPSession(page);
    await tools.send("Runtime.evaluate", { expression: `${axe.source};0` });
    expect(await seriousFindings(page)).toEqual([]);
    if (isDocs) await page.evaluate("document.body.classList.replace('light-mode', 'dark-mode')");
    else await page.emulateMedia({ colorScheme: "dark" });
    expect(await seriousFindings(page)).toEqual([]);
    expect(failures).toEqual([]);
  });
});
