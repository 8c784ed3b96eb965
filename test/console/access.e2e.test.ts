/** Pages of the registry and the players by keyboard and by finger, in the narrowest window that counts. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { consoleWorld, hasChromium, scrollsSideways } from "../support/console-world.ts";
import { smallTargets } from "../support/small-targets.ts";

const SERVER = "io.example%2Fweather";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld();

  /** Signs in to the registry as an operator who may publish everything. */
  async function signInToRegistry(page: Page): Promise<void> {
    const rights = ["--admin", "--publish", "*", "--edit", "*"];
    const token = world.command(["registry", "token", ...rights, "--ttl", "1h", "--subject", "ada"]).trim();
    await page.goto(`${world.url}/console/registry/sign-in`);
    await page.getByLabel("Registry token", { exact: true }).fill(token);
    await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("link", { name: /^Registry: ada / }).waitFor();
  }

  test("every page fits 320 pixels, and its controls are as high as a finger needs", async () => {
    const page = await world.open("/console", { phone: true });
    await page.setViewportSize({ width: 320, height: 640 });
    await signInToRegistry(page);
    await page.goto(`${world.url}/console/players/sign-in?to=/console`);
    await page.getByRole("button", { name: "Use the demo key" }).tap();
    await page.waitForURL(`${world.url}/console`);
    const found: string[] = [];
    for (const path of PAGES) {
      await page.goto(`${world.url}/console${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.locator(".loading").count()).toBe(0);
      if (await scrollsSideways(page)) found.push(`${path} scrolls sideways`);
      for (const target of await smallTargets(page)) found.push(`${path} ${target}`);
    }
    expect(found).toEqual([]);
  });

  test("the first key leads past the bars, Escape closes what is open, and the focus is never lost", async () => {
    const page = await world.open("/console");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("link", { name: "Skip to content" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("main").and(page.locator(":focus")).waitFor();

    const search = page.getByRole("banner").getByRole("button", { name: "Search" });
    await search.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await search.and(page.locator(":focus")).waitFor();

    await signInToRegistry(page);
    await page.goto(`${world.url}/console/registry/servers/${SERVER}?tab=status`);
    await page.getByRole("button", { name: "Change status" }).press("Enter");
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.press("Enter");
    await undo.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.closest('main section') !== null")).toBe(true);

    const phone = await world.open("/console", { phone: true });
    const menu = phone.getByRole("button", { name: "All pages" });
    await menu.tap();
    await phone.keyboard.press("Escape");
    await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("false");
    await menu.and(phone.locator(":focus")).waitFor();
  });
});

const PAGES = [
  "",
  "/registry/servers",
  `/registry/servers/${SERVER}`,
  `/registry/servers/${SERVER}?tab=versions`,
  `/registry/servers/${SERVER}?tab=compare`,
  `/registry/servers/${SERVER}?tab=status`,
  "/registry/publish",
  "/registry/sign-in",
  "/registry/operate",
  "/registry/operate?tab=webhooks",
  "/registry/operate?tab=tokens",
  "/registry/operate?tab=keys",
  "/registry/operate?tab=mirror",
  "/registry/operate?tab=checks",
  "/players/live",
  "/players/hours?days=1",
  "/players/search?q=a",
  "/players/search?q=a&type=tribe",
  "/players/leaderboards",
  "/players/export",
  "/players/sign-in",
  "/players/admin",
  "/players/admin?show=servers",
  "/players/admin?show=keys",
  "/players/admin?show=webhooks",
  "/players/admin?show=people&id=76561190000000001",
  "/players/admin?show=audit",
  "/trading/sign-in",
  "/trading/sign-up",
  "/trading/confirm-sign-up",
  "/trading/markets",
];
