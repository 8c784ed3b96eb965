/** Alerts and webhooks in a browser, with a receiver on loopback: added, tried, edited, sent again and deleted. */
import { describe, expect, test } from "vitest";
import { askTrading, openSignedIn } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";
import { smallTargets } from "../support/small-targets.ts";
import { waitUntil } from "../support/wait-until.ts";
import { receiver, signatureOf } from "../support/webhook-world.ts";

const PAGE = "/console/trading/account/alerts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" }, { TRIPOD_ALLOW_PRIVATE_OUTBOUND: "127.0.0.1" });
  const hooks = await receiver();
  const bots = await receiver();

  test("a webhook is added, shows its deliveries, is edited and deleted", async () => {
    const page = await openSignedIn(world, `${PAGE}?tab=webhooks`);
    const dialog = page.getByRole("dialog");
    await page.getByText("No webhooks").waitFor();
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await dialog.getByLabel("Address").fill(`${hooks.url}/orders`);
    await dialog.getByLabel("Order filled").uncheck();
    await dialog.getByLabel("Alert", { exact: true }).uncheck();
    await dialog.getByRole("button", { name: "Add a webhook" }).click();
    await dialog.getByText("Check at least one event.").waitFor();
    await dialog.getByLabel("Order changed").check();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add a webhook" }).click();
    await page.getByText("Copy it now: it is not shown again.").waitFor();
    const secret = (await page.locator(".snippet code").textContent()) ?? "";
    const [first] = await waitUntil(() => {
      expect(hooks.seen).toHaveLength(1);
      return hooks.seen;
    });
    expect(first && first.headers["x-tripod-signature"]).toBe(first && signatureOf(secret, first));

    await page.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Name").fill("Desk");
    await dialog.getByLabel("Alert", { exact: true }).check();
    await dialog.getByRole("button", { name: "Edit" }).click();
    const row = page.getByRole("row", { name: /^Desk http.*\/orders Order changed, Alert Enabled/ });
    hooks.answer = () => 503;
    await row.getByRole("link", { name: "Deliveries" }).click();
    await page.getByRole("row", { name: /^Webhook added Desk Delivered 1 HTTP 204/ }).waitFor();
    await page.getByRole("button", { name: /^Show delivery/ }).click();
    await dialog.getByText('"event": "webhook.created"').waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByRole("row", { name: /^Webhook added Desk Waiting .* 2 .*503/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("State").selectOption("given_up");
    await page.getByText("No deliveries").waitFor();

    await page.getByRole("link", { name: "Webhooks", exact: true }).click();
    await page.getByRole("row", { name: /^Desk .* Failing 1 failed attempt in a row/ }).waitFor();
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("row", { name: /^Desk .* Disabled/ }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByLabel("Type “Desk” to confirm").fill("Desk");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No webhooks").waitFor();
  });

  test("a bot is connected on a phone in the dark, and sends the alert that the list shows", async () => {
    const page = await openSignedIn(world, `${PAGE}?tab=ways`, { phone: true, dark: true });
    await expect.poll(() => page.getByLabel("Alerts by Telegram").isDisabled()).toBe(true);
    await page.getByLabel("Bot token").fill("123456:AAExampleExampleExampleExample00000");
    await page.getByLabel("Chat", { exact: true }).fill("@alerts");
    await page.getByLabel("Server").fill(bots.url);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole("button", { name: "Connect the bot" }).tap();
    await page.getByText("By your bot, to the chat @alerts.").waitFor();
    await page.getByLabel("Alerts by Telegram").check();
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByText("Saved", { exact: true }).waitFor();

    await askTrading(world, "risk/halt", { scope: "account", reason: "A test" });
    await waitUntil(() => expect(bots.seen.map(({ body }) => body).join()).toContain("Trading was halted"));
    await page.getByRole("link", { name: "Alerts", exact: true }).last().tap();
    await page.getByText("Sent by email and Telegram today: 1 of 50 alerts.").waitFor();
    const row = page.getByRole("row", { name: /^Trading was halted .*A test/ });
    await row.getByText("Sent", { exact: true }).waitFor();
    await row.getByRole("link", { name: "The account" }).waitFor();
    for (const tab of ["alerts", "ways", "webhooks", "deliveries"]) {
      await page.goto(`${world.url}${PAGE}?tab=${tab}`);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await expect.poll(() => page.locator("main .loading").count()).toBe(0);
      expect(await scrollsSideways(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
    }
    await page.goto(`${world.url}${PAGE}?tab=ways`);
    await page.getByRole("button", { name: "Disconnect" }).tap();
    await page.getByRole("dialog").getByLabel("Type “@alerts” to confirm").fill("@alerts");
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).tap();
    await page.getByRole("button", { name: "Connect the bot" }).waitFor();
  });
});
