/** Strategies in a browser: from an algorithm of the library to a run, and why it does or does not fire. */
import { describe, expect, test } from "vitest";
import { askTrading, openSignedIn } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

interface Group {
  readonly profiles: readonly { readonly id: string; readonly name: string }[];
}

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test("a trader creates a strategy, sets it up, starts it, and sees its orders", async () => {
    const key = { exchange: "simalpha", label: "Demo", token: "any-token", secret: "any-secret" };
    await askTrading(world, "exchange-api-keys/add", key);
    const page = await openSignedIn(world, "/console/trading/strategies");
    await page.getByRole("link", { name: "Create a strategy" }).first().click();
    await page.getByLabel("Name").fill("Slices");
    await page.getByLabel("Algorithm").selectOption("900001");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("Buys at a market of the profile").waitFor();
    await page.getByLabel("Slice delay").fill("1");
    await page.getByLabel("Market", { exact: true }).fill("simalpha-btcusdt");
    await page.getByLabel("Exchange key", { exact: true }).selectOption({ index: 1 });
    await page.getByLabel("Row total").fill("0.02");
    await page.getByLabel("Slice", { exact: true }).fill("0.01");
    await page.getByLabel("Price offset", { exact: true }).fill("500");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The values were saved").waitFor();
    await page.getByText(/Buys 0\.02\d* in slices of 0\.01\d* at simalpha-btcusdt/).waitFor();
    await page.getByLabel("Server", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("link", { name: "Run", exact: true }).click();
    await page.getByText("Completed", { exact: true }).waitFor();
    const { strategies } = await askTrading(world, "strategy/data/list", {});
    expect(strategies).toMatchObject([{ name: "Slices", server_id: expect.stringMatching(/^\d+$/) }]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Transactions" }).click();
    await page
      .getByRole("row", { name: /simalpha-btcusdt/ })
      .nth(1)
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("a trader makes a book of strategies, sees what it holds, changes it and deletes it", async () => {
    const page = await openSignedIn(world, "/console/trading/strategies?tab=books");
    await page.getByText("No books yet").waitFor();
    await page.getByRole("link", { name: "Create a book" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Bitcoin <img onerror>");
    await page.getByRole("checkbox", { name: "Slices" }).check();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Create a book" }).click();
    await page.getByRole("heading", { name: "Bitcoin <img onerror>" }).waitFor();
    await page.getByRole("row", { name: /BTC Simulated 0\.0\d+ \d+\.\d+ USD/ }).waitFor();
    await page.getByText("Strategies: Slices.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Name", { exact: true }).fill("All of it");
    await page.getByRole("checkbox", { name: "Slices" }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "All of it" }).waitFor();
    await page.getByText("It has no strategies. Edit it to choose some.").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("All of it");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No books yet").waitFor();
  });

  test("a trader makes a group, creates strategies in it, and puts them in order", async () => {
    const page = await openSignedIn(world, "/console/trading/strategies?tab=groups");
    await page.getByRole("link", { name: "Create a group" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Spot <img onerror>");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Create a group" }).click();
    for (const name of ["First", "Second"]) {
      const group = page.locator("section", { has: page.getByRole("heading", { name: "Spot <img onerror>" }) });
      await group.getByRole("link", { name: "Create a strategy" }).click();
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await page.goto(`${world.url}/console/trading/strategies?tab=groups`);
    }
    const table = page.getByRole("table", { name: "Spot <img onerror>" });
    const names = () => table.getByRole("rowheader").allTextContents();
    await table.waitFor();
    await expect.poll(names).toEqual(["First", "Second"]);
    await table.getByRole("button", { name: "Move up" }).press("Enter");
    await expect.poll(names).toEqual(["Second", "First"]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await table.waitFor();
    await expect.poll(names).toEqual(["Second", "First"]);
    const others = page.getByRole("table", { name: "No group" });
    await others.getByRole("link", { name: "Slices" }).waitFor();
    await table.getByRole("row", { name: "First" }).getByRole("button", { name: "Move to a group" }).click();
    await page.getByRole("dialog").getByLabel("Group").selectOption("");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Move to a group" }).click();
    await others.getByRole("link", { name: "First" }).waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await others.getByRole("link", { name: "Second" }).waitFor();
  });

  test("what a stop leaves open at the exchange is said and stays on the page, and so does what a deleted key leaves", async () => {
    // The plan has room for three.
    const groups = (await askTrading(world, "strategy/list-profiles", {})) as unknown as readonly Group[];
    const spare = groups.flatMap(({ profiles }) => profiles).filter(({ name }) => name === "Second");
    for (const { id } of spare) await askTrading(world, "strategy/delete-profile", { id });
    const token = { exchange: "simbeta", label: "Spare", token: "spare-token", secret: "any-secret" };
    const { key } = (await askTrading(world, "exchange-api-keys/add", token)) as { key: { id: string } };
    const { profile } = (await askTrading(world, "strategy/create-profile", {
      name: "Waits",
      algorithm_id: "900001",
      slice_delay: "1",
      executable_codes: "simbeta-btcusdt",
      executable_apikeys: key.id,
      executable_values: "0.01",
      executable_parents: "0.03",
      executable_priceoffset: "-20000",
    })) as { profile: { strategies: readonly { id: string }[] } };
    await askTrading(world, "strategy/start", { id: profile.strategies[0]?.id ?? "" });
    const page = await openSignedIn(world, "/console/trading/strategies");
    await expect.poll(() => page.getByRole("row", { name: /Waits/ }).textContent()).toMatch(/realized[1-3]/);
    await page.keyboard.press("F9");
    const stop = page.getByRole("dialog", { name: "Stop all strategies?" });
    await stop.getByLabel("Do not contact the exchanges: open orders stay open").check();
    await stop.getByRole("textbox").fill("stop all");
    await stop.getByRole("button", { name: "Stop all strategies" }).click();
    await page.getByText(/Cancel its [1-3] open orders/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${world.url}/console/trading/exchanges`);
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Spare" }) });
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Spare");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Open orders of the deleted key Spare" }).waitFor();
    await page
      .getByRole("row", { name: /simbeta-btcusdt/ })
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("a halt that fails is said also after its question was closed", async () => {
    const page = await openSignedIn(world, "/console/trading/strategies");
    await page.getByRole("button", { name: "Halt new orders (F8)" }).waitFor();
    let refuse = (): void => {};
    const closed = new Promise<void>((resolve) => (refuse = resolve));
    await page.route("**/risk/halt", async (route) => {
      await closed;
      await route.fulfill({ status: 409, json: { data: { code: 1, error: "It was not halted" }, meta: {} } });
    });
    await page.keyboard.press("F8");
    const question = page.getByRole("dialog", { name: "Halt all new orders of this account?" });
    const asked = page.waitForRequest("**/risk/halt");
    await question.getByRole("button", { name: "Halt new orders" }).click();
    await asked;
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    refuse();
    await page.getByText("Halt new orders failed: It was not halted").waitFor();
  });

  test("a resume that leaves another halt in force does not say that new orders are allowed", async () => {
    await askTrading(world, "risk/halt", { scope: "account", reason: "A look at it" });
    world.command(["trading", "halt", "--reason", "Maintenance of the platform"]);
    const page = await openSignedIn(world, "/console/trading/risk");
    await page.getByText("Maintenance of the platform").waitFor();
    await page.getByRole("button", { name: "Resume" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
    await page.getByText("Your halts have ended. Another halt still holds new orders back", { exact: false }).waitFor();
    expect(await page.getByText("New orders are allowed again").count()).toBe(0);
    world.command(["trading", "resume", "--reason", "It is over"]);
  });

  test("stop and halt are one key away, wherever the focus is", async () => {
    const page = await openSignedIn(world, "/console/trading/strategies");
    await page.getByRole("link", { name: "Slices" }).waitFor();
    await page.keyboard.press("F9");
    const stop = page.getByRole("dialog", { name: "Stop all strategies?" });
    await stop.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await stop.waitFor({ state: "detached" });
    await page.keyboard.press("F8");
    await page.getByRole("dialog", { name: "Halt all new orders of this account?" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("New orders are halted").waitFor();
    const { mode } = await askTrading(world, "risk/status", {});
    expect(mode).toBe("halted");
    await page.goto(`${world.url}/console/trading/risk`);
    await page.getByText("Halted by a user").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
    await page.getByText("New orders are allowed again").waitFor();
    await page.getByRole("button", { name: "Set limits" }).first().click();
    await page.getByLabel("Open orders at the same time").fill("7");
    await page.getByRole("dialog").getByRole("button", { name: "Set limits" }).click();
    await page.getByRole("row", { name: /Open orders at the same time 7/ }).waitFor();
  });

  test("strategies fit a phone in the dark", async () => {
    const page = await openSignedIn(world, "/console/trading/strategies", { phone: true, dark: true });
    await page.getByRole("link", { name: "Slices" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Slices" }).click();
    await page.getByRole("link", { name: "Values" }).click();
    await page.getByLabel("Slice delay").waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
