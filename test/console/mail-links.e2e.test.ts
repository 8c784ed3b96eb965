/** Mails of the trading platform, each from its text to what its link does in a browser. */
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { signIn } from "../support/console-people.ts";
import { askTrading } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";
import { freePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { waitUntil } from "../support/wait-until.ts";

const PASSWORD = "Correct horse 42 battery";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const mailServer = await startMailServer();
  afterAll(() => mailServer.close());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const world = await consoleWorld(
    { services: "trading" },
    {
      TRIPOD_PORT: String(port),
      TRIPOD_PUBLIC_URL: url,
      TRIPOD_TRADING_SMTP_URL: mailServer.url,
      TRIPOD_TRADING_SIGN_UP: "invited",
    },
  );

  /** The link in the latest mail to an address, once one names this page. */
  async function linkTo(email: string, page: string): Promise<string> {
    let link: string | undefined;
    await waitUntil(() => {
      const mails = mailServer.received.filter(({ to }) => to && !Array.isArray(to) && to.text.includes(email));
      link = mails
        .map(({ text = "" }) => new RegExp(`${url}/console#${page}=[\\w-]{43}`).exec(text)?.[0])
        .findLast(Boolean);
      expect(link).toBeDefined();
    });
    return link ?? "";
  }

  async function isFine(page: Page): Promise<void> {
    expect(await seriousFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  }

  /** Makes an account by the mail that was asked for, and signs in with it. */
  async function confirmSignUp(page: Page, email: string, name: string): Promise<void> {
    await page.getByText("Open the link in the email").waitFor();
    await page.goto(await linkTo(email, "sign-up"));
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await expect.poll(() => page.url()).toBe(`${url}/console/trading/confirm-sign-up`);
    await isFine(page);
    await page.getByRole("main").getByRole("button").click();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await signIn(page, name, PASSWORD);
    await page.getByRole("link", { name: `Trading: ${name}`, exact: true }).waitFor();
  }

  test("an invited visitor makes an account, changes its address, and sets a forgotten password", async () => {
    const given = ["--name", "Ivy", "--email", "ivy@example.com", "--password-env", "SECRET"];
    const uid = world.command(["trading", "user", "create", "inviter", ...given], { SECRET: PASSWORD }).trim();
    const inviter = await world.open("/console/trading/sign-in?to=/console/trading/account/referrals");
    await signIn(inviter, "inviter", PASSWORD);
    const invitations = inviter.getByRole("table", { name: "Invitations" });
    const invite = async (label: string): Promise<void> => {
      await inviter.getByLabel("For whom").fill(label);
      await inviter.getByRole("button", { name: "Create an invitation" }).click();
    };
    const codeFor = async (label: string): Promise<string> => {
      await invite(label);
      await inviter.getByText(`Copy the code of the invitation ${label} now`).waitFor();
      await invitations.getByRole("row").filter({ hasText: label }).getByText("Open", { exact: true }).waitFor();
      return (await inviter.locator(".snippet code").last().textContent()) ?? "";
    };
    await invite("Ada");
    await inviter.getByText("This account may not invite.").waitFor();
    world.command(["trading", "user", "allow-invitations", uid]);
    const code = await codeFor("Ada");
    const revoked = await codeFor("A stranger");
    await isFine(inviter);
    await invitations
      .getByRole("row")
      .filter({ hasText: "A stranger" })
      .getByRole("button", { name: "Revoke" })
      .click();
    await inviter.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await invitations.getByText("Revoked", { exact: true }).waitFor();

    const page = await world.open("/console/trading/sign-in", { phone: true });
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Invitation code").fill(revoked);
    await page.getByRole("button", { name: "Send the email" }).click();
    await page.getByText("This invitation is unknown, was used or revoked, or has expired.").waitFor();
    await page.getByLabel("Invitation code").fill(code);
    await page.getByRole("button", { name: "Send the email" }).click();
    await confirmSignUp(page, "ada@example.com", "ada.lovelace");
    await inviter.reload();
    await invitations.getByText("Used", { exact: true }).waitFor();
    const came = inviter.getByRole("table", { name: "Users who came through you" });
    await came.getByText("Active", { exact: true }).waitFor();
    expect(await came.innerText()).not.toContain("ada.lovelace");
    await isFine(inviter);

    await page.goto(`${url}/console/trading/account`);
    await page.getByText("Verified", { exact: true }).waitFor();
    await page.getByLabel("New email address").fill("countess@example.com");
    await page.getByLabel("Current password").first().fill(PASSWORD);
    await page.getByRole("button", { name: "Change the address" }).click();
    const change = await linkTo("countess@example.com", "change-email");
    // In a browser without a session: the user signs in first, and the link is not lost.
    const other = await world.open(change.slice(url.length));
    await other.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await signIn(other, "ada.lovelace", PASSWORD);
    await other.waitForURL(`${url}/console/trading/change-email`);
    await isFine(other);
    await other.getByRole("main").getByRole("button").click();
    await other.getByRole("main").getByRole("link", { name: "Account" }).click();
    await other.getByText("countess@example.com").waitFor();

    await other.getByRole("button", { name: "Sign out" }).click();
    await other.getByRole("link", { name: "Sign in to Trading" }).click();
    await other.getByRole("link", { name: "Forgot your password?" }).click();
    await other.getByLabel("Username or email address").fill("countess@example.com");
    await other.getByRole("button", { name: "Send the email" }).click();
    const reset = await linkTo("countess@example.com", "reset-password");
    // The link is opened in the console that is open already.
    await other.goto(`${url}/console`);
    await other.evaluate(`location.hash = ${JSON.stringify(new URL(reset).hash)}`);
    await other.getByLabel("New password").fill(`${PASSWORD} 2`);
    await isFine(other);
    await other.getByRole("button", { name: "Set the password" }).click();
    await other.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await signIn(other, "ada.lovelace", `${PASSWORD} 2`);
    await other.getByRole("link", { name: "Trading: ada.lovelace", exact: true }).waitFor();
    // The password ended the other session.
    await page.reload();
    await page.getByText("Sign in to see this page").waitFor();
    expect(await page.getByRole("link", { name: "Trading: ada.lovelace", exact: true }).count()).toBe(0);
  });

  test("a user verifies an address with the code of the mail, typed in by hand", async () => {
    const body = { username: "babbage", name: "Charles", email: "cb@example.com", password: PASSWORD };
    const rights = { active: "true", allow_api_key_usage: "false" };
    await askTrading(world, "subaccounts/subaccount-create", { ...body, ...rights });
    const page = await world.open("/console/trading/sign-in?to=/console/trading/account");
    await signIn(page, "babbage", PASSWORD);
    await page.getByRole("button", { name: "Send a verification email" }).click();
    await page.getByRole("link", { name: "Enter the code from the email" }).click();
    const [, token = ""] = (await linkTo("cb@example.com", "verify-email")).split("=");
    await page.getByLabel("Code from the email").fill(token);
    await isFine(page);
    await page.getByRole("button", { name: "Verify the address" }).click();
    await page.getByRole("main").getByRole("link", { name: "Account" }).click();
    await page.getByText("Verified", { exact: true }).waitFor();
    expect(await page.getByText("Not verified").count()).toBe(0);
  });

  test("a visitor makes an account where sign-up is open", async () => {
    await world.restart({ TRIPOD_TRADING_SIGN_UP: "open" });
    const page = await world.open("/console/trading/sign-up", { dark: true });
    await page.getByLabel("Email address").fill("mary@example.com");
    expect(await page.getByLabel("Invitation code").count()).toBe(0);
    await page.getByRole("button", { name: "Send the email" }).click();
    await confirmSignUp(page, "mary@example.com", "mary.somerville");
  });
});
