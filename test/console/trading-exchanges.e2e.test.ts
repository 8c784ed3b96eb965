/** Exchange keys and orders in a browser: what a trader does first. */
import { describe, expect, test } from "vitest";
import { BOTH_WAYS } from "../support/console-hands.ts";
import { openSignedIn } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test.each(BOTH_WAYS)(
    "a trader adds and tests an exchange key $way, and it says whose money it moves",
    async ({ way, shown, handsOf }) => {
      const page = await openSignedIn(world, "/console/trading/exchanges", shown);
      const hands = handsOf(page);
      await hands.press(page.getByRole("link", { name: "Add a key" }).first());
      await hands.press(page.getByRole("link", { name: /simalpha|Alpha/i }).first());
      await hands.write(page.getByLabel("Name", { exact: true }), `Key ${way}`);
      await hands.write(page.getByLabel("API key", { exact: true }), `token ${way}`);
      await hands.write(page.getByLabel("Secret", { exact: true }), "any-secret");
      expect(await scrollsSideways(page)).toBe(false);
      await hands.press(page.getByRole("button", { name: "Add and test" }));
      await page.getByRole("heading", { name: `Key ${way} works Simulated` }).waitFor();
      expect(page.url()).not.toContain("secret");
      expect(page.url()).not.toContain("token");
      expect(await seriousFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await hands.press(page.getByRole("link", { name: "Done" }));
      await hands.press(page.getByRole("button", { name: "Test", exact: true }).first());
      await page.getByText("The key was tested").waitFor();
    },
  );

  test("an order is read back with the kind of its money before it is sent, and then cancelled", async () => {
    const page = await openSignedIn(world, "/console/trading/orders?tab=new");
    await page.getByLabel("Market").fill("simalpha-btcusdt");
    await page.getByLabel("Quantity").fill("0.01");
    await page.getByLabel("Limit price").fill("1000");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("Buy 0.01 on simalpha-btcusdt at 1000 or better").waitFor();
    await page.getByRole("heading", { name: "Review the order Simulated" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Send the order" }).click();
    await page.getByRole("row", { name: /BTC\/USDT/ }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("No open orders").waitFor();
    await page.getByRole("link", { name: "Closed" }).click();
    await page.getByRole("row", { name: /Cancelled/ }).waitFor();
  });

  test("an order whose answer was lost is not placed twice by a trader who goes back and sends it again", async () => {
    const page = await openSignedIn(world, "/console/trading/orders?tab=new");
    const keys: (string | undefined)[] = [];
    // Each answer is lost on its way, that of the client's own repeat too: the order is placed.
    await page.route("**/exchange-query/order-create", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel("Market").fill("simalpha-btcusdt");
    await page.getByLabel("Quantity").fill("0.02");
    await page.getByLabel("Limit price").fill("1000");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Send the order" }).click();
    await page.getByText("The change may or may not have been made.", { exact: false }).waitFor();
    await page.unroute("**/exchange-query/order-create");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("button", { name: "Review" }).click();
    const sent = page.waitForRequest("**/exchange-query/order-create");
    await page.getByRole("button", { name: "Send the order" }).click();
    keys.push((await sent).headers()["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    await page.getByRole("row", { name: /BTC\/USDT/ }).waitFor();
    expect(await page.getByRole("row", { name: /BTC\/USDT/ }).count()).toBe(1);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("No open orders").waitFor();
  });

  test("keys and orders fit a phone in the dark", async () => {
    const page = await openSignedIn(world, "/console/trading/exchanges", { phone: true, dark: true });
    await page.getByText("It can trade.").first().waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${world.url}/console/trading/orders?tab=closed`);
    await page.getByText("BTC/USDT").first().waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${world.url}/console/trading/orders?tab=balances`);
    await page
      .getByText(/^Worth [0-9.]+ USD/)
      .first()
      .waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
