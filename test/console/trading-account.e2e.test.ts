/** Signing in, and the account, in a browser. */
import { describe, expect, test } from "vitest";
import { codeOf, openAsDemoUser, setUpSecondFactor, signIn, tabTo } from "../support/console-people.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test("an API key is made by keyboard alone, its secret is shown once, and it is revoked", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account/api-keys");
    await page.getByRole("button", { name: "Create a key" }).waitFor();
    await tabTo(page, "Name");
    await page.keyboard.type("Ledger <img onerror=alert(1)>");
    await tabTo(page, "Access");
    await page.keyboard.press("t");
    await tabTo(page, "Create a key");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "The key Ledger <img onerror=alert(1)> was created" }).waitFor();
    await page.getByRole("rowheader", { name: "Ledger <img onerror=alert(1)>" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const [, secret] = await page.locator(".snippet code").allTextContents();
    expect(secret?.length).toBeGreaterThan(20);
    await page.reload();
    const row = page.getByRole("row", { name: /Ledger/ });
    await row.getByText("Trade", { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await row.getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Type “Ledger/).fill("Ledger <img onerror=alert(1)>");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await row.waitFor({ state: "detached" });
  });

  test("an API key is made on a phone", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account/api-keys", { phone: true, dark: true });
    await page.getByLabel("Name", { exact: true }).fill("Phone");
    await page.getByRole("button", { name: "Create a key" }).tap();
    await page.getByRole("heading", { name: "The key Phone was created" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test.each([
    "",
    "/security",
    "/sessions",
    "/history",
    "/history?tab=access",
    "/sub-accounts",
    "/plan",
    "/wallet?tab=withdraw",
    "/exports",
    "/calendar",
    "/tickets",
    "/competitions",
  ])("the account's page %s is readable in the dark and fits a phone", async (end) => {
    const page = await openAsDemoUser(world, `/console/trading/account${end}`, { phone: true, dark: true });
    await page.getByText(/^This session ends in/).waitFor();
    await expect.poll(() => page.locator(".loading").count()).toBe(0);
    expect(await page.locator(".failed").allTextContents()).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("what a user has typed and chosen stays when the page is refreshed", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account");
    await page.getByLabel("Time zone").fill("Europe/London");
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Saving asks for the settings again. The answer comes when the user has gone on typing.
    await page.route("**/user/settings", async (route) => {
      if (route.request().postData()?.includes("timezone") !== true) await held;
      await route.continue();
    });
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByLabel("Default exchange").fill("binance_paper");
    const refreshed = page.waitForResponse("**/user/settings");
    release();
    await (await refreshed).finished();
    await page.getByLabel("Language").fill("de");
    await expect.poll(() => page.getByLabel("Default exchange").inputValue()).toBe("binance_paper");
  });

  test("a wrong password is refused in a sentence, and a link of a mail takes its token out of the address", async () => {
    const page = await world.open(`/console#reset-password=${"A".repeat(42)}E`);
    await page.getByLabel("New password").fill("Correct horse 42 battery");
    await expect.poll(() => page.url()).toBe(`${world.url}/console/trading/reset-password`);
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("This link is unknown, was used before, or has expired").waitFor();
    await page.goto(`${world.url}/console/trading/sign-in`);
    await signIn(page, "demo", "wrong");
    await page.getByText("The username or the password is wrong").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Username or email address").fill("a-stranger");
    await page.getByRole("button", { name: "Send the email" }).click();
    await page.getByText("The email is on its way").first().waitFor();
  });

  test("a second factor is set up, and asked for when its user signs in, by keyboard alone and on a phone", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account/security");
    const password = world.made.get("Trading password") ?? "";
    const username = world.made.get("Trading user") ?? "";
    await page.getByRole("button", { name: "Set up the second factor" }).click();
    const { secret, recoveryCodes } = await setUpSecondFactor(page, password);
    await page.getByRole("button", { name: "Turn off the second factor" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in to Trading" }).waitFor();

    await page.goto(`${world.url}/console/trading/sign-in?to=/console/trading/account`);
    await tabTo(page, "Username or email address");
    await page.keyboard.type(username);
    await tabTo(page, "Password");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByLabel("Code", { exact: true }).waitFor();
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your details" }).waitFor();

    const phone = await world.open("/console/trading/sign-in", { phone: true });
    await signIn(phone, username, password);
    await phone.getByLabel("Or a recovery code").fill(recoveryCodes[0] ?? "");
    expect(await scrollsSideways(phone)).toBe(false);
    expect(await seriousFindings(phone)).toEqual([]);
    await phone.getByRole("button", { name: "Sign in", exact: true }).tap();
    await phone.waitForURL(`${world.url}/console`);
  });
});
