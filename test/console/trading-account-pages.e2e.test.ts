/** What else the account offers in a browser: competitions, articles, referrals, drivetime, keys and reminders. */
import { describe, expect, test } from "vitest";
import { askTrading, openSignedIn } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

const ACCOUNT = "/console/trading/account";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test("a competition is announced, changed, and joined", async () => {
    const page = await openSignedIn(world, "/console/trading/staff/competitions");
    const form = page.locator("form").last();
    await form.getByLabel("Title").fill("A month of small trades");
    await form.getByLabel("Prize").fill("500");
    await form.getByLabel("Starts").fill("2090-01-01T00:00");
    await form.getByLabel("Ends").fill("2090-01-31T00:00");
    await form.getByLabel("Description").fill("The highest return wins.");
    await form.getByRole("button", { name: "Announce a competition" }).click();
    await page.getByRole("link", { name: "Edit A month of small trades" }).click();
    const editor = page.locator("form").first();
    await expect.poll(() => editor.getByLabel("Starts").inputValue()).toBe("2090-01-01T00:00");
    await editor.getByLabel("Prize").fill("750");
    expect(await seriousFindings(page)).toEqual([]);
    await editor.getByRole("button", { name: "Save" }).click();
    await page.waitForURL((url) => !url.searchParams.has("edit"));
    await page.goto(`${world.url}${ACCOUNT}/competitions`);
    await page.getByText("Prize: 750.00000000 USD, ranked by return. 0 participants.").waitFor();
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByText("1 participants.").waitFor();
    await page.getByRole("button", { name: "Leave" }).waitFor();
  });

  test("a key and a reminder are edited, and keep what was not", async () => {
    const page = await openSignedIn(world, `${ACCOUNT}/api-keys`);
    await page.getByLabel("Name").fill("bot");
    await page.getByLabel("Access").selectOption("trade");
    await page.getByRole("button", { name: "Create a key" }).click();
    const row = page.getByRole("row", { name: /^bot / });
    await row.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("grid bot");
    await dialog.getByLabel("Addresses").fill("127.0.0.1, 192.0.2.0/24");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("row", { name: /^grid bot .* Trade 127\.0\.0\.1\/32, 192\.0\.2\.0\/24/ }).waitFor();

    const when = `${new Date().getFullYear() + 2}-03-01T09:30`;
    await page.goto(`${world.url}${ACCOUNT}/calendar`);
    await page.getByLabel("What").fill("Roll the future");
    await page.locator("form").last().locator("input[type=datetime-local]").fill(when);
    await page.getByRole("button", { name: "Add a reminder" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => dialog.locator("input[type=datetime-local]").inputValue()).toBe(when);
    await dialog.getByLabel("What").fill("Roll the quarter");
    await dialog.getByRole("button", { name: "Edit" }).click();
    await page
      .getByRole("row", { name: /^Roll the quarter/ })
      .first()
      .waitFor();
  });

  test("an article is kept as a draft, refused while it is too short, published, and deleted", async () => {
    const page = await openSignedIn(world, `${ACCOUNT}/articles`);
    await page.getByText("You have written no articles").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Write an article" }).last().click();
    const title = "How a spread <img onerror=alert(1)> closes";
    const body = "<p>Prices of the same coin differ between two markets for moments only.</p>".repeat(5);
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Summary").fill("Two markets, one price: what happens in between.");
    await page.getByLabel("Text", { exact: true }).fill(`<script>${"x".repeat(400)}</script>`);
    await page.getByLabel("Draft").check();
    await page.getByRole("button", { name: "Save the article" }).click();
    await page.getByText(/^Too short: body/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Text", { exact: true }).fill(body);
    await page.getByRole("button", { name: "Save the article" }).click();
    const row = page.getByRole("row").filter({ hasText: title });
    await row.getByText("Draft", { exact: true }).waitFor();
    await row.getByRole("link", { name: "Edit" }).click();
    await expect.poll(() => page.getByLabel("Text", { exact: true }).inputValue()).toBe(body);
    await page.getByLabel("Draft").uncheck();
    await page.getByRole("button", { name: "Save the article" }).click();
    await row.getByText("Published", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Earnings" }).click();
    await page.getByText("No readers yet").waitFor();
    await page.getByRole("link", { name: "My articles" }).click();
    await row.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Type/).fill(title);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("You have written no articles").waitFor();
  });

  test("imports of orders are turned on, and a key gets another market", async () => {
    const key = { exchange: "simalpha", label: "imported", token: "any token will do", secret: "any secret will do" };
    await askTrading(world, "exchange-api-keys/add", key);
    const page = await openSignedIn(world, "/console/trading/orders?tab=imports");
    await page.getByText("Turn imports on to see the first one here.").waitFor();
    await page.getByLabel("Import orders").check();
    await page.getByLabel("How often").selectOption("300");
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("table", { name: "Imported keys" }).getByRole("row").last();
    await row.getByText("On", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Further markets").fill("simalpha-btcusdt, simalpha-ethusdt");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Edit" }).click();
    await row.getByText("simalpha-btcusdt, simalpha-ethusdt").waitFor();
    await row.getByText("On", { exact: true }).waitFor();
  });

  test("a message to sub-accounts is changed, and a setting of the plan once its price is known", async () => {
    const page = await openSignedIn(world, `${ACCOUNT}/sub-accounts?tab=messages`);
    await page.getByLabel("Title").fill("Maintenance");
    await page.getByLabel("Text", { exact: true }).fill("On Sunday.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Text").fill("On Monday.");
    await dialog.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("row", { name: /^Maintenance On Monday\./ }).waitFor();

    await page.goto(`${world.url}${ACCOUNT}/plan?tab=settings`);
    const row = page.getByRole("row", { name: /^Sub-accounts must use a second factor/ });
    await row.getByRole("link").click();
    await dialog.getByLabel("New value").selectOption("true");
    await dialog.getByRole("button", { name: "Show the price" }).click();
    await dialog.getByText("Charged now").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Change the setting" }).click();
    await row.getByText("Yes", { exact: true }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("set"));
  });

  test("competitions, articles, referrals and drivetime fit a phone in the dark", async () => {
    const page = await openSignedIn(world, `${ACCOUNT}/referrals`, { phone: true, dark: true });
    for (const [path, shown] of [
      [`${ACCOUNT}/referrals`, "Users who came through you"],
      [`${ACCOUNT}/competitions`, "The highest return wins."],
      [`${ACCOUNT}/articles`, "You have written no articles"],
      [`${ACCOUNT}/articles?tab=write`, "Save the article"],
      [`${ACCOUNT}/plan?tab=drivetime`, "Buy"],
      [`${ACCOUNT}/wallet?tab=commissions`, "No commissions yet"],
      ["/console/trading/strategies?tab=profit", "No strategy has traded with real money"],
      ["/console/trading/strategies?tab=groups", "No strategies and no groups yet"],
      ["/console/trading/orders?tab=imports", "Imports of orders"],
      [`${ACCOUNT}/plan?tab=settings`, "Exchange keys that are stored"],
      ["/console/trading/staff/competitions", "Announce a competition"],
    ] as const) {
      await page.goto(`${world.url}${path}`);
      await page.locator("main").getByText(shown).first().waitFor();
      expect(await page.locator(".failed").allTextContents()).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});
