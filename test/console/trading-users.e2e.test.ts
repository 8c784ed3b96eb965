/** Users and invitations in a browser, for admins. */
import { describe, expect, test } from "vitest";
import { openAsDemoUser, openAsNewAdmin } from "../support/console-people.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

const USERS = "/console/trading/staff/users";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld(
    { services: "trading" },
    // Nothing answers there: mails wait.
    { TRIPOD_TRADING_SIGN_UP: "invited", TRIPOD_TRADING_SMTP_URL: "smtp://127.0.0.1:1" },
  );

  test("an admin makes a user, finds it, disables it, lets it in again, changes its role and takes its password away", async () => {
    const page = await openAsNewAdmin(world, "annika", `${USERS}?tab=create`);
    await page.getByLabel("Username").fill("grace.hopper");
    await page.getByLabel("Name", { exact: true }).fill("Grace <img onerror=alert(1)>");
    await page.getByLabel("Email address").fill("grace@example.com");
    await page.getByLabel("Reason").fill("Signed the contract");
    await page.getByRole("button", { name: "Create the user" }).click();
    await page.getByText("It is on its way to g***@example.com.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("link", { name: "All users" }).click();
    await page.getByLabel("Name, email address or user id").fill("grace@");
    await page.waitForURL(/q=grace/);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await page.getByText("Grace <img onerror=alert(1)>").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "grace.hopper" }).click();

    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Disable" }).click();
    await dialog.getByLabel("Reason").fill("Stolen laptop");
    await dialog.getByLabel("Type “grace.hopper” to confirm").fill("grace.hopper");
    await dialog.getByRole("button", { name: "Disable" }).click();
    await page.getByText("Disabled", { exact: true }).waitFor();
    await page.getByText("The password can be reset when the user is enabled.").waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await dialog.getByLabel("Reason").fill("The laptop was found");
    await dialog.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Enabled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Change the role" }).click();
    await dialog.getByLabel("Role").selectOption("support");
    await dialog.getByLabel("Reason").fill("Joins the team");
    await dialog.getByRole("button", { name: "Change the role" }).click();
    await page.locator("dd").getByText("Support", { exact: true }).waitFor();

    // As the platform answers where it sends no mail.
    const link = { token: "A".repeat(43), url: null, expires_at: 1_900_000_000 };
    await page.route("**/user/admin/reset-password", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { readonly data: object };
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, mailed_to: null, link } } });
    });
    await page.getByRole("button", { name: "Reset the password" }).click();
    await dialog.getByLabel("Reason").fill("Asked by telephone");
    await dialog.getByLabel("Type “grace.hopper” to confirm").fill("grace.hopper");
    await dialog.getByRole("button", { name: "Reset the password" }).click();
    await page.getByText(/works once, until/).waitFor();
    await expect.poll(() => page.locator(".snippet code").textContent()).toBe(link.token);

    await page.goto(`${world.url}${USERS}?q=annika`);
    await page.getByRole("main").getByRole("link", { name: "annika" }).click();
    await page.getByText("This is your own account.").waitFor();
    expect(await page.getByRole("button", { name: "Disable" }).count()).toBe(0);
  });

  test("an admin makes an invitation on a phone and revokes it", async () => {
    const page = await openAsNewAdmin(world, "bernard", `${USERS}?tab=invitations`, { phone: true, dark: true });
    await page.getByLabel("Label").fill("A friend");
    await page.getByRole("button", { name: "Create an invitation" }).tap();
    await page.getByText("Hand this code over").waitFor();
    await page.getByRole("button", { name: "Revoke" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Posted in a forum");
    await dialog.getByLabel("Type “A friend” to confirm").fill("A friend");
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Revoke" }).tap();
    await page.getByText("Revoked", { exact: true }).waitFor();
    await page.getByRole("link", { name: "All users" }).tap();
    await page.getByRole("main").getByRole("link", { name: "bernard" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("an admin without a second factor is told to set one up, and nothing is asked for", async () => {
    const page = await openAsDemoUser(world, USERS);
    await page.getByText("Users are looked after in a session with a second factor").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Security" }).waitFor();
    expect(await page.locator(".failed").count()).toBe(0);
  });
});
