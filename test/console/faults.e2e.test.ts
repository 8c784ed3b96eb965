/** What pages do when the server is away, refuses, forgets who is signed in, loses a message, or has another time. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../src/kit/time/spans.ts";
import { openAsDemoUser, signIn } from "../support/console-people.ts";
import { consoleWorld, hasChromium, seriousFindings } from "../support/console-world.ts";

const AS_OF = /^As of \d\d:\d\d:\d\d\.$/;
const SERVERS = /\/v0\.1\/servers\?/;

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({}, { TRIPOD_REGISTRY_PUBLISHING: "off" });

  async function signInToRegistry(page: Page): Promise<void> {
    const token = world.command(["registry", "token", "--publish", "io.example/*", "--ttl", "1h"]).trim();
    await page.getByLabel("Registry token", { exact: true }).fill(token);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  test("a list that loses the server keeps its rows and says from when they are, and a page without its code says so; both come back", async () => {
    const list = await world.open("/console/registry/servers");
    await list.getByRole("link", { name: "Weather", exact: true }).waitFor();
    const other = await world.openBeside(list, "/console");
    await other.getByRole("heading", { level: 1 }).waitFor();
    await world.kill();
    await list.getByLabel("Sort by").selectOption("updated");
    await list.getByText(AS_OF).waitFor();
    await list.getByText("The server is not responding. Check your connection.").waitFor();
    await list.getByText("Server not responding", { exact: true }).waitFor();
    await list.getByRole("link", { name: "Weather", exact: true }).waitFor();
    expect(await seriousFindings(list)).toEqual([]);
    await other.getByRole("link", { name: "Markets", exact: true }).first().click();
    await other.getByText("The code of this page could not be loaded.", { exact: false }).waitFor();
    await world.restart();
    await list.getByText(AS_OF).waitFor({ state: "detached" });
    await list.getByRole("link", { name: "Weather", exact: true }).waitFor();
    await other.getByRole("heading", { name: "Markets", level: 1 }).waitFor();
  });

  test("a session that ends in the middle of a page leaves what is shown and what was typed, and offers to sign in", async () => {
    const page = await openAsDemoUser(world, "/console/trading/account/tickets");
    await page.getByLabel("Subject").fill("Half a ticket");
    await page.getByLabel("Message").fill("It was not sent yet.");
    const elsewhere = await world.openBeside(page, "/console/trading/markets/simalpha-btcusdt");
    await elsewhere.getByRole("table", { name: "Asks" }).getByRole("row").nth(5).waitFor();
    const third = await world.openBeside(page, "/console");
    await third.getByRole("button", { name: "Sign out", exact: true }).click();
    await third.getByRole("link", { name: "Sign in to Trading" }).waitFor();

    await page.getByRole("button", { name: "Open a ticket" }).click();
    await page.getByText("Your session has ended.", { exact: false }).waitFor();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("It was not sent yet.");
    const way = page.getByRole("main").getByRole("link", { name: "Sign in" }).first();
    await expect.poll(() => way.getAttribute("href")).toContain(encodeURIComponent("/console/trading/account/tickets"));
    await page.getByRole("link", { name: "Sign in to Trading" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // The socket showed the session too. Public prices come on without one.
    await elsewhere.getByRole("link", { name: "Sign in to Trading" }).waitFor();
    const ask = elsewhere.getByRole("table", { name: "Asks" });
    const before = await ask.textContent();
    await expect.poll(() => ask.textContent()).not.toBe(before);
    await elsewhere.getByRole("link", { name: "Spreads" }).click();
    await elsewhere.getByRole("group", { name: /^Returns by exchange/ }).waitFor();
  });

  test("a page is loaded again when another page of the browser signs in as another user", async () => {
    const given = ["--name", "Grace", "--email", "grace@example.com", "--password-env", "PASSWORD"];
    world.command(["trading", "user", "create", "grace", ...given], { PASSWORD: "Right horse 42" });
    const page = await openAsDemoUser(world, "/console/trading/account/tickets");
    await page.getByLabel("Subject").fill("Of the first user");
    const other = await world.openBeside(page, "/console/trading/sign-in");
    await signIn(other, "grace", "Right horse 42");
    await other.getByRole("link", { name: "Trading: grace" }).waitFor();
    await page.getByRole("link", { name: "Trading: grace" }).waitFor();
    await expect.poll(() => page.getByLabel("Subject").inputValue()).toBe("");
    await page.getByLabel("Subject").fill("Of the second one");
    await page.getByLabel("Message").fill("It is Grace's, and not the demo user's.");
    await page.getByRole("button", { name: "Open a ticket" }).click();
    await page.getByRole("link", { name: "Of the second one" }).waitFor();
  });

  test("a page that asked too often says how long to wait, keeps its rows, and asks again then", async () => {
    const page = await world.open("/console/registry/servers");
    await page.getByRole("link", { name: "Weather", exact: true }).waitFor();
    await page.route(
      SERVERS,
      (route) =>
        route.fulfill({
          status: 429,
          headers: { "retry-after": "4", "x-request-id": "too-often" },
          json: { error: "Too many requests: try again in 4 seconds" },
        }),
      { times: 1 },
    );
    await page.getByLabel("Search by name, title or description").fill("weather");
    await page.getByText("Too many requests: try again in 4 seconds", { exact: true }).waitFor();
    await page.getByText(/^Trying again in \d s\.$/).waitFor();
    await page.getByText(AS_OF).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Weather", exact: true }).count()).toBe(1);
    await page.getByText(AS_OF).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Weather", exact: true }).waitFor();
  });

  test("what the server never does is said, and not offered again", async () => {
    const page = await world.open("/console/registry/sign-in?to=/console/registry/publish");
    await signInToRegistry(page);
    await page.getByLabel("Name", { exact: true }).fill("io.example/unwanted");
    await page.getByLabel("Description", { exact: true }).fill("It will not be taken");
    await page.getByLabel("Version", { exact: true }).fill("1.0.0");
    await page.getByText("The registry would accept this document.").waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const alert = page.getByRole("alert");
    await alert.getByText("Publishing is not supported by this registry").waitFor();
    expect(await alert.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await expect.poll(() => page.getByLabel("Description", { exact: true }).inputValue()).toBe("It will not be taken");
  });

  test("a page that misses a message of the push reads the whole again", async () => {
    const page = await world.open("/console");
    const asked: string[] = [];
    let dropped = "";
    await page.routeWebSocket(/\/api\/v2\/ws/, (browser) => {
      const server = browser.connectToServer();
      browser.onMessage((message) => {
        asked.push(String(message));
        server.send(message);
      });
      server.onMessage((message) => {
        const { channel = "", seq } = JSON.parse(String(message)) as { channel?: string; seq?: number };
        if (dropped === "" && channel.startsWith("book/") && seq === 3) dropped = channel;
        else browser.send(message);
      });
    });
    await page.goto(`${world.url}/console/trading/markets/simalpha-btcusdt`);
    const asks = page.getByRole("table", { name: "Asks" });
    await asks.getByRole("row").nth(10).waitFor();
    const again = (): string[] => asked.filter((each) => each.includes(`"subscribe":["${dropped}`));
    await expect.poll(() => dropped !== "" && again().length > 0).toBe(true);
    expect(asked).toContain(JSON.stringify({ unsubscribe: [dropped] }));
    const before = await asks.textContent();
    await expect.poll(() => asks.textContent()).not.toBe(before);
    await asks.getByRole("row").nth(10).waitFor();
  });

  test.each([
    { what: "ahead of", offMs: 2 * HOUR_MS },
    { what: "behind", offMs: -2 * HOUR_MS },
  ])(
    "on a device whose clock is two hours $what the server's, times stay right, and it is said",
    async ({ what, offMs }) => {
      const page = await world.open("/console");
      await page.addInitScript((ms) => {
        const RealDate = Date;
        globalThis.Date = class extends RealDate {
          constructor(...given: readonly unknown[]) {
            // @ts-expect-error: a date is made of whatever it is given
            super(...(given.length === 0 ? [RealDate.now() + ms] : given));
          }
          static override now(): number {
            return RealDate.now() + ms;
          }
        } as DateConstructor;
      }, offMs);
      await page.goto(`${world.url}/console/registry/sign-in`);
      await page.getByText(`The clock of this device is 2 h ${what} the server's.`, { exact: false }).waitFor();
      await signInToRegistry(page);
      await page.getByRole("link", { name: /^Registry: operator 6[01] min left$/ }).waitFor();
      await page.goto(`${world.url}/console/trading/markets`);
      // Whole seconds since the price changed.
      await page
        .getByRole("cell", { name: /^\d s$/ })
        .first()
        .waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
  );
});
