/** The home page in a browser: what runs, what is wrong, and the first steps. */
import { describe, expect, test } from "vitest";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld();

  test("a newcomer follows the first steps, and each is gone when it is done", async () => {
    const page = await world.open("/console");
    const steps = page.locator(".first-steps");
    await steps.getByRole("heading", { name: "Sign in to the player lookup" }).waitFor();
    const signInToTrading = steps.getByRole("heading", { name: "Sign in to the trading platform" });
    await signInToTrading.waitFor();
    await page.getByText("The game servers are shown to users who have signed in.").waitFor();
    await page.getByText(/tool servers? (?:is|are) published/).waitFor();
    await page.getByText("Admins of a service see here").waitFor();
    expect(await page.getByRole("link", { name: "Checks" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);

    await steps
      .getByRole("listitem")
      .filter({ hasText: "Sign in to the trading platform" })
      .getByRole("link", { name: "Sign in" })
      .click();
    await page.getByRole("button", { name: "Sign in as the demo user" }).click();
    await page.waitForURL(`${world.url}/console`);
    await page.getByRole("main").getByRole("link", { name: "Checks" }).waitFor();
    await signInToTrading.waitFor({ state: "detached" });

    await steps.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Use the demo key" }).click();
    await page.waitForURL(`${world.url}/console`);
    await page.getByText(/game servers\. \d+ players? (?:is|are) online\./).waitFor();
    await steps.getByRole("heading", { name: "Sign in to the player lookup" }).waitFor({ state: "detached" });
    await steps.getByRole("heading", { name: "Begin with your own data" }).waitFor();
    // The world of this test runs from a clone.
    await steps.getByText("npx tripod init", { exact: true }).waitFor();
  });

  test("an admin reads on a phone what the checks found and what is new, and a failed part says so", async () => {
    const page = await world.open("/console/trading/sign-in?to=/console", { phone: true, dark: true });
    await page.getByRole("button", { name: "Sign in as the demo user" }).tap();
    await page.waitForURL(`${world.url}/console`);
    await page.getByText(/^\d+ checks, all good$/).waitFor();
    await page.getByRole("link", { name: /^All \d+ changes$/ }).tap();
    await page.waitForURL(/\?news=all$/);
    await expect.poll(() => page.locator(".notes li").count()).toBeGreaterThan(20);
    await page.goBack();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);

    await page.route("**/api/v2/system/status", (route) => route.abort());
    await page.route("**/api/v2/system/check", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { readonly data: { readonly checks: object[] } };
      const checks = [
        ...body.data.checks,
        { what: "mail server", ok: false, says: "mail.example.com: <img onerror=alert(1)>" },
      ];
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, checks } } });
    });
    await page.reload();
    await page.getByText("1 thing to mend").waitFor();
    await page
      .getByText("<img onerror=alert(1)>. Look whether it answers, or correct TRIPOD_TRADING_SMTP_URL.")
      .waitFor();
    await page.getByRole("alert").getByText("The server is not responding").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("link", { name: "Checks" }).first().tap();
    await page.getByRole("table", { name: "Checks" }).getByText("mail server").waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
