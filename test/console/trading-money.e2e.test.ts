/** Money of accounts in a browser: where it is shown, how it leaves, and what staff does. */
import { describe, expect, test } from "vitest";
import { openAsDemoUser, openAsNewAdmin, setUpSecondFactor, signIn, tabTo } from "../support/console-people.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

const TO = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const WITHDRAWALS = "/console/trading/staff/withdrawals";
const DEPOSITS = "/console/trading/staff/deposits";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test("the overview keeps results with and without real money apart", async () => {
    const page = await openAsDemoUser(world, "/console/trading/overview");
    await page.getByRole("heading", { name: "Results with real money Live" }).waitFor();
    await page.getByRole("heading", { name: "Results without real money Simulated" }).waitFor();
    await page.getByRole("table", { name: "Exchanges and sources" }).waitFor();
    await expect.poll(() => page.locator(".loading").count()).toBe(0);
    expect(await page.locator(".failed").allTextContents()).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole("link", { name: "By strategy" }).first().click();
    await page.getByRole("heading", { name: "Results with real money Live" }).waitFor();
    await page.getByText("No strategy has traded with real money").waitFor();
  });

  test("a large withdrawal is approved by two admins, by keyboard alone and on a phone", async () => {
    const demo = await openAsDemoUser(world, "/console/trading/account");
    const uid = (await demo.locator("dt", { hasText: "User id" }).locator("+ dd").textContent()) ?? "";

    const anna = await openAsNewAdmin(world, "anna", DEPOSITS);
    for (const [currency, amount] of [
      ["USD", "1000"],
      ["ETH", "20"],
    ] as const) {
      const form = anna.locator("form").filter({ has: anna.getByRole("button", { name: "Credit an account" }) });
      await form.getByLabel("User id of the account").fill(uid);
      await form.getByLabel("Currency").fill(currency);
      await form.getByLabel("Amount").fill(amount);
      await form.getByLabel("Reference").fill(`TICKET-${currency}`);
      await form.getByLabel("Reason").fill("Paid in cash");
      await form.getByRole("button", { name: "Credit an account" }).click();
      await expect.poll(() => form.getByLabel("Amount").inputValue()).toBe("");
    }
    expect(await seriousFindings(anna)).toEqual([]);

    await demo.goto(`${world.url}/console/trading/account/plan`);
    const pro = demo.getByRole("row", { name: /Pro/ }).first();
    const plan = (await pro.getByRole("rowheader").textContent()) ?? "";
    await pro.getByRole("button", { name: "Change" }).click();
    await demo.getByLabel(`Type “${plan}” to confirm`).fill(plan);
    await demo.getByRole("dialog").getByRole("button", { name: "Change" }).click();
    await pro.getByText("Your plan").waitFor();

    await demo.goto(`${world.url}/console/trading/account/plan?tab=payments`);
    const payments = demo.getByRole("table", { name: "Payments" });
    const charge = payments.getByRole("row").filter({ has: demo.getByText("Subscription", { exact: true }) });
    const refund = anna.locator("form").filter({ has: anna.getByRole("button", { name: "Refund a charge" }) });
    await refund
      .getByLabel("Reference of the charge")
      .fill((await charge.first().getByRole("rowheader").textContent()) ?? "");
    await refund.getByLabel("Amount").fill("0.5");
    await refund.getByLabel("Reference", { exact: true }).fill("TICKET-9");
    await refund.getByLabel("Reason").fill("A day without service");
    await refund.getByRole("button", { name: "Refund a charge" }).click();
    await expect.poll(() => refund.getByLabel("Amount").inputValue()).toBe("");
    await demo.reload();
    await payments.getByRole("row", { name: /Refund 0\.50000000 USD/ }).waitFor();

    await demo.goto(`${world.url}/console/trading/account/wallet?tab=withdraw`);
    await demo.getByLabel("Currency").selectOption("ETH");
    await demo.getByLabel("To address").fill(TO);
    await demo.getByLabel("Amount").fill("11");
    await demo.getByRole("button", { name: "Withdraw" }).click();
    expect(await seriousFindings(demo)).toEqual([]);
    await demo.getByLabel("Type “11 ETH” to confirm").fill("11 ETH");
    await demo.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await demo
      .getByRole("row", { name: /^11.00000000 ETH/ })
      .getByText("Waiting for review")
      .waitFor();

    const ben = await openAsNewAdmin(world, "ben", WITHDRAWALS);
    await ben.getByText("0 of 2", { exact: true }).waitFor();
    expect(await seriousFindings(ben)).toEqual([]);
    await tabTo(ben, "Approve");
    await ben.keyboard.press("Enter");
    await tabTo(ben, "Type “11.00000000 ETH” to confirm");
    await ben.keyboard.type("11.00000000 ETH");
    await ben.keyboard.press("Enter");
    await ben.getByText(/^1 of 2, by \d+$/).waitFor();
    await ben.getByRole("dialog").waitFor({ state: "detached" });

    const carl = await openAsNewAdmin(world, "carl", WITHDRAWALS, { phone: true, dark: true });
    await carl.getByRole("button", { name: "Approve" }).tap();
    await carl.getByLabel("Type “11.00000000 ETH” to confirm").fill("11.00000000 ETH");
    expect(await scrollsSideways(carl)).toBe(false);
    expect(await seriousFindings(carl)).toEqual([]);
    await carl.getByRole("dialog").getByRole("button", { name: "Approve" }).tap();
    await carl.getByText(/^2 of 2, by/).waitFor();
    await carl.getByRole("button", { name: "Mark as sent" }).waitFor();
    await demo.reload();
    await demo
      .getByRole("row", { name: /^11.00000000 ETH/ })
      .getByText("Approved")
      .waitFor();
  });

  test("the owner of an account learns which plan is enough, rents a server, and gives it up", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account/plan");
    await page.getByLabel("Strategies").fill("2");
    await page.getByRole("button", { name: "Show the cheapest plan" }).click();
    await page.getByText(/^Free is enough, for 0\.00000000 USD per month\.$/).waitFor();
    await page.getByText("2 strategies are within").waitFor();
    await page.getByLabel("Sub-accounts").fill("100000");
    await page.getByRole("button", { name: "Show the cheapest plan" }).click();
    await page.getByText(/^No plan is enough for all of it\./).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("link", { name: "Servers", exact: true }).click();
    await page.getByLabel("For", { exact: true }).selectOption("2 hours");
    const machine = page.getByRole("table", { name: "Rent a server" }).getByRole("row", { name: /^Private, small/ });
    await machine.getByText("0.08000000 USD").waitFor();
    await machine.getByRole("button", { name: "Rent" }).click();
    const dialog = page.getByRole("dialog", { name: "Rent Private, small for 2 hours?" });
    await dialog.getByLabel("Region").selectOption("london");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Rent" }).click();
    const server = page.getByRole("row", { name: /^Private server in london/ });
    await server.getByText("Active", { exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await server.getByRole("button", { name: "Give up" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
    // It ends with the next look at all servers.
    await server.getByText(/^(?:Stopping|Ended)$/).waitFor();
  });

  test.each([
    ["plan", "list-packages", "Strategies"],
    ["plan?tab=servers", "list-private-servers", "For"],
  ])("at account/%s no list that comes late moves the form below it", async (path, list, label) => {
    const page = await openAsDemoUser(world, "/console/trading/overview");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/subscriptions/${list}*`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${world.url}/console/trading/account/${path}`);
    await page.getByRole("link", { name: "Payments", exact: true }).waitFor();
    await page.locator(".loading").first().waitFor();
    const field = page.getByLabel(label, { exact: true });
    expect(await field.count()).toBe(0);
    release();
    await field.waitFor();
  });

  test("a sub-account that must have a second factor sets it up before anything else", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account/sub-accounts");
    const password = "Correct horse 42 battery";
    await page.getByLabel("Username", { exact: true }).fill("sabine");
    await page.getByLabel("Initial password").fill(password);
    await page.getByLabel("Name", { exact: true }).fill("Sabine <img onerror=alert(1)>");
    await page.getByLabel("Email address").fill("sabine@example.com");
    await page.getByLabel("Must use a second factor").check();
    await page.getByRole("button", { name: "Add a sub-account" }).click();
    await page.getByRole("rowheader", { name: "sabine (Sabine <img onerror=alert(1)>)" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const hers = await world.open("/console/trading/sign-in?to=/console/trading/account/sub-accounts");
    await signIn(hers, "sabine", password);
    await hers.waitForURL(/set-up-second-factor/);
    await setUpSecondFactor(hers, password);
    await hers.getByRole("heading", { name: "Messages from the main account" }).waitFor();
  });

  test("a ticket is opened by a user and answered by staff", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account/tickets");
    await page.getByLabel("Subject").fill("<img onerror=alert(1)>");
    await page.getByLabel("Message").fill("The strategy runs, and nothing fires.");
    await page.getByRole("button", { name: "Open a ticket" }).click();
    await page.getByRole("link", { name: "<img onerror=alert(1)>" }).waitFor();
    await page.goto(`${world.url}/console/trading/staff/tickets`);
    await page.getByRole("link", { name: "<img onerror=alert(1)>" }).click();
    await page.getByLabel("Message").fill("The book of that market is stale.");
    await page.getByRole("button", { name: "Reply" }).click();
    await page.locator(".thread .staff").getByText("The book of that market is stale.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test.each([DEPOSITS, "/console/trading/staff/articles", "/console/trading/staff/announcements"])(
    "the page %s for staff is readable in the dark and fits a phone",
    async (path) => {
      const page = await openAsDemoUser(world, path, { phone: true, dark: true });
      await page.locator(".state").first().waitFor();
      expect(await page.locator(".failed").allTextContents()).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
  );
});
