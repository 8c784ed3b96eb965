/** The pages of the player lookup in a browser. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { BOTH_WAYS } from "../support/console-hands.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings, type Shown } from "../support/console-world.ts";
import { waitUntil } from "../support/wait-until.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "players" });

  /** Opens a page as a visitor of the demo: it says that it needs a key, and comes back after the sign-in. */
  async function openSignedIn(path: string, shown: Shown = {}): Promise<Page> {
    const page = await world.open(`/console/players/${path}`, shown);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Use the demo key" }).click();
    await page.waitForURL(`${world.url}/console/players/${path}`);
    return page;
  }

  async function findingsOf(page: Page): Promise<readonly string[]> {
    return [...(await seriousFindings(page)), ...((await scrollsSideways(page)) ? ["it scrolls sideways"] : [])];
  }

  /** Says that the stream is open. */
  const live = (page: Page): Locator => page.locator(".badge").filter({ hasText: /^Live$/ });

  test.each(BOTH_WAYS)(
    "a moderator signs in, searches a player and reads the log of the tribe $way",
    async ({ shown, handsOf }) => {
      const page = await world.open("/console/players/search", shown);
      const hands = handsOf(page);
      for (const name of [/^Sign in$/, /^Use the demo key$/]) {
        await hands.press(page.getByRole("main").locator("a, button").filter({ hasText: name }));
      }
      await hands.write(page.getByLabel("Name, former name or id"), "bold");
      const row = page.getByRole("row").filter({ hasText: "<b>Bold</b>" });
      await row.getByText("A word starts with it").waitFor();
      expect(await findingsOf(page)).toEqual([]);
      await hands.press(row.getByRole("link"));
      await page.getByText("Player id").waitFor();
      await page.getByRole("heading", { name: "<b>Bold</b>", level: 1 }).waitFor();
      await expect.poll(() => page.title()).toContain("<b>Bold</b>");
      await page.getByRole("heading", { name: "Names" }).waitFor();
      expect(await findingsOf(page)).toEqual([]);
      await page.goto(`${world.url}/console/players/leaderboards?by=TribeSize`);
      const largest = page.getByRole("rowheader").getByRole("link").first();
      await largest.waitFor();
      const tribe = await largest.innerText();
      await hands.press(largest);
      await page.getByRole("heading", { name: tribe, level: 1 }).waitFor();
      await expect.poll(() => page.title()).toContain(tribe);
      await page.getByRole("table", { name: "Members" }).getByText("Owner", { exact: true }).waitFor();
      await hands.press(page.getByRole("link", { name: "Log" }));
      await page.getByRole("table", { name: "Log" }).waitFor();
      await hands.write(page.getByLabel("Search the log"), "nowhere in this log");
      await page.getByText("Searched the whole log").waitFor();
      expect(await findingsOf(page)).toEqual([]);
    },
  );

  test("a search that found nothing before the saves were read says so, and is repeated", async () => {
    const page = await openSignedIn("search");
    await page.clock.install();
    await page.reload();
    let isRead = false;
    await page.route("**/Servers", async (route) => {
      const answer = await route.fetch();
      const servers = (await answer.json()) as readonly object[];
      await route.fulfill({
        response: answer,
        json: servers.map((each) => (isRead ? each : { ...each, LastRead: null })),
      });
    });
    await page.route("**/Search?*", (route) =>
      isRead ? route.continue() : route.fulfill({ json: [], headers: { "x-total-count": "0" } }),
    );
    await page.getByLabel("Name, former name or id").fill("bold");
    await page.getByText("Not all saves have been read yet.").waitFor();
    expect(await findingsOf(page)).toEqual([]);
    isRead = true;
    await page.clock.fastForward(15_000);
    await page.getByRole("link", { name: "<b>Bold</b>" }).waitFor();
  });

  test("the list of a server opens on a phone, and closes again", async () => {
    const page = await openSignedIn("live", { phone: true });
    await page.getByRole("heading", { name: "Simulated Island", exact: true }).waitFor();
    await page
      .getByRole("link", { name: /^All \d+ players on/ })
      .first()
      .tap();
    await page.waitForURL(/\?server=/);
    await page.getByRole("table", { name: /^Players on/ }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.goBack();
    await page.getByRole("table").waitFor({ state: "detached" });
  });

  test("a page that loses the server keeps what it showed, says so, and comes back by itself", async () => {
    const page = await openSignedIn("live");
    await live(page).waitFor();
    await world.kill();
    await page.getByText(/^As of/).waitFor();
    await page.getByRole("heading", { name: "Simulated Island", exact: true }).waitFor();
    await world.restart();
    await page.getByText(/^As of/).waitFor({ state: "detached" });
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a name that looks like markup is text", async () => {
    const name = "<img src=x onerror=alert(1)>";
    const page = await openSignedIn("search");
    await page.route("**/Search?*", (route) =>
      route.fulfill({
        json: [{ Id: 7, CharacterName: name, PlatformName: name, AvatarUrl: "", Level: 1, Online: false }],
      }),
    );
    await page.getByLabel("Name, former name or id").fill("img");
    await page.getByRole("link", { name }).waitFor();
    expect(await page.locator("main img").count()).toBe(0);
  });

  test("a player of whose names nothing can be seen has a link that can", async () => {
    const page = await openSignedIn("search");
    await page.route("**/Search?*", (route) =>
      route.fulfill({
        json: [{ Id: 7, CharacterName: "\u3164", PlatformName: " ", AvatarUrl: "", Level: 1, Online: false }],
      }),
    );
    await page.getByLabel("Name, former name or id").fill("7");
    await page.getByRole("link", { name: "(without a name)" }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });

  describe("an admin", () => {
    /** Signs in with a key of the operator: the demo's own changes nothing. */
    async function openAsAdmin(path: string): Promise<Page> {
      const made = world.command(["players", "key", "create", "--name", "operator", "--scope", "admin", "--json"]);
      const { key } = JSON.parse(made) as { readonly key: string };
      const page = await world.open(`/console/players/sign-in?to=${encodeURIComponent(`/console/players/${path}`)}`);
      await signInWith(page, key);
      await page.waitForURL(`${world.url}/console/players/${path}`);
      return page;
    }

    async function signInWith(page: Page, key: string): Promise<void> {
      await page.getByLabel("Key", { exact: true }).fill(key);
      await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    }

    test("makes a key with which a reader sees what it opens, changes its limit, and revokes it", async () => {
      const page = await openAsAdmin("admin?show=keys");
      await page.getByLabel("Name").fill("Web page");
      await page.getByRole("button", { name: "Create a key" }).click();
      const key = await page.getByRole("status").locator("pre").innerText();
      const reader = await world.open("/console/players/sign-in");
      await signInWith(reader, "wrong");
      await reader.getByRole("alert").waitFor();
      await signInWith(reader, key.trim());
      await reader.waitForURL(/\/live$/);
      const row = page.getByRole("row").filter({ hasText: "Web page" });
      const dialog = page.getByRole("dialog");
      await row.getByRole("button", { name: "Change" }).click();
      await dialog.getByLabel("Requests").fill("4321");
      await dialog.getByLabel("Within seconds").fill("30");
      expect(await findingsOf(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Change" }).click();
      await row.getByText("4321 requests per 30 s").waitFor();
      // Within a second, the key has the limit.
      await waitUntil(async () => {
        const answer = await reader.request.get(`${world.url}/Me`);
        expect(await answer.json()).toMatchObject({ Requests: 4321, WindowSeconds: 30 });
      });
      await reader.goto(`${world.url}/console/players/leaderboards`);
      await reader.getByText("This page needs a key with the scope history").waitFor();
      await row.getByRole("button", { name: "Revoke" }).click();
      await expect.poll(() => dialog.getByRole("button", { name: "Revoke" }).isDisabled()).toBe(true);
      await dialog.getByLabel(/^Type/).fill("Web page");
      await dialog.getByRole("button", { name: "Revoke" }).click();
      await row.waitFor({ state: "detached" });
      // The key counts no more within a second: a page that opens before that keeps what it has read, and says so.
      await waitUntil(async () => expect((await reader.request.get(`${world.url}/Me`)).status()).toBe(401));
      await reader.goto(`${world.url}/console/players/live`);
      await reader.getByText("Sign in to see this page").waitFor();
    });

    test("adds a Discord webhook, and erases a player whose name is typed again", async () => {
      const page = await openAsAdmin("admin?show=webhooks");
      await page.getByLabel("Address").fill("https://discord.com/api/webhooks/123456/a-token_of-Discord-itself");
      await page.getByLabel("Format").selectOption("discord");
      await page.getByRole("main").getByRole("button", { name: "Add a webhook" }).click();
      await page.getByRole("table", { name: "Webhooks" }).getByText("Discord message").waitFor();
      await page.goto(`${world.url}/console/players/search?q=bold`);
      await page.getByRole("link", { name: "<b>Bold</b>" }).click();
      await page.getByRole("link", { name: "Erase, or stop keeping history" }).click();
      await page.getByRole("button", { name: "Erase" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/^Type/).fill("<b>Bold</b>");
      await dialog.getByRole("button", { name: "Erase" }).click();
      await page.getByText(/^Erased: 1 players/).waitFor();
      await page.goto(`${world.url}/console/players/admin?show=audit`);
      await page.getByRole("rowheader", { name: "Player erased" }).waitFor();
      expect(await findingsOf(page)).toEqual([]);
    });

    test("erases a player by the name that is shown, whatever it holds that cannot be seen", async () => {
      const page = await openAsAdmin("admin?show=people");
      const long = "a".repeat(300);
      const name = `Anna  \u200bRex\u3164 ${long} `;
      const asked: unknown[] = [];
      await page.route("**/Person/7", (route) =>
        route.fulfill({ json: { PlatformId: null, Players: [{ Id: 7, CharacterName: name, OptedOut: false }] } }),
      );
      await page.route("**/Person/7/Erase", (route) => {
        asked.push(route.request().postDataJSON());
        return route.fulfill({ json: { Players: 1, Sessions: 0, Deliveries: 0, LogLines: 0, Tribes: 0 } });
      });
      await page.goto(`${world.url}/console/players/admin?show=people&id=7`);
      await page.getByRole("button", { name: "Erase" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/^Type/).fill(`Anna Rex ${long}`);
      await dialog.getByRole("button", { name: "Erase" }).click();
      await page.getByText(/^Erased: 1 players/).waitFor();
      // The name was compared in the page: the lookup takes 200 characters of one, and the id.
      expect(asked).toEqual([{ Confirm: "7" }]);
    });

    test("reaches deliveries that do not fit on one page, and comes back to the latest", async () => {
      const page = await openAsAdmin("admin?show=webhooks");
      await page.route("**/Webhooks/Deliveries?*", (route) => {
        const { searchParams } = new URL(route.request().url());
        const last = Number(searchParams.get("before") ?? 251) - 1;
        const count = Math.min(Number(searchParams.get("limit")), last);
        return route.fulfill({ json: Array.from({ length: count }, (_, index) => delivery(last - index)) });
      });
      await page.goto(`${world.url}/console/players/admin?show=deliveries`);
      const table = page.getByRole("table", { name: "Deliveries" });
      const row = (name: string): Locator => table.getByRole("rowheader", { name, exact: true });
      await row("250").waitFor();
      await page.getByRole("link", { name: "Show older deliveries" }).click();
      await row("50").waitFor();
      expect(await table.getByRole("rowheader").count()).toBe(50);
      expect(await page.getByRole("link", { name: "Show older deliveries" }).count()).toBe(0);
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole("link", { name: "Show the latest deliveries" }).click();
      await row("250").waitFor();
    });
  });

  test.each([{ phone: true }, { dark: true }])("every page fits, and can be read by everybody: %j", async (shown) => {
    const page = await openSignedIn("live", shown);
    const found: string[] = [];
    for (const path of PAGES) {
      await page.goto(`${world.url}/console/players/${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await waitUntil(async () => expect(await page.locator(".loading").count()).toBe(0));
      const [finding] = await findingsOf(page);
      if (finding !== undefined) found.push(`${path}: ${finding}`);
    }
    expect(found).toEqual([]);
  });
});

const PAGES = [
  "live",
  "hours?days=1",
  "search?q=a",
  "search?q=a&type=tribe",
  "leaderboards",
  "leaderboards?by=Playtime&days=7",
  "export",
  "sign-in",
  "admin",
  "admin?show=servers",
  "admin?show=keys",
  "admin?show=webhooks",
  "admin?show=deliveries",
  "admin?show=people&id=76561190000000001",
];

function delivery(number: number) {
  const created = "2026-03-01T12:00:00+00:00";
  return {
    Number: number,
    Webhook: "whk_example",
    Event: "join",
    State: "delivered",
    Created: created,
    Attempts: 1,
    LastAttempt: created,
    LastStatus: 200,
    LastError: null,
    Payload: "{}",
  };
}
