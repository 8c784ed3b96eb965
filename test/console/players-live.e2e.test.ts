/** A cluster with a game server whose players a test moves, and with many players that it has seen before. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { fill } from "../../bench/players/fill.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { rconServer } from "../../src/players/demo/rcon/rcon-server.ts";
import { BOTH_WAYS, keyboardHands, type Hands } from "../support/console-hands.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";
import { PASSWORD, testGame } from "../support/rcon.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const [PLAYERS, TRIBES] = [20_000, 1_200];

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const game = testGame();
  const rcon = await rconServer({ game, password: PASSWORD, clock: systemClock() });
  const folder = await temporaryFolder();
  afterAll(async () => {
    await rcon.close();
    await folder.remove();
  });
  const file = join(folder.path, "cluster.yaml");
  const island = { key: "island", name: "The Island", game: "ase", pollSeconds: 5 };
  const servers = [{ ...island, rcon: { host: "127.0.0.1", port: rcon.port, passwordEnv: "RCON" } }];
  await writeFile(file, JSON.stringify({ players: { servers } }));
  const world = await consoleWorld(
    { services: "players", fill: (db) => fill(db, PLAYERS, TRIBES) },
    { TRIPOD_PLAYERS_CLUSTER_FILE: file, RCON: PASSWORD },
  );
  const key = keyOf("moderator", "history");

  function keyOf(name: string, scope: string): string {
    if (!hasChromium) return "";
    const made = world.command(["players", "key", "create", "--name", name, "--scope", scope, "--json"]);
    return (JSON.parse(made) as { readonly key: string }).key;
  }

  async function signIn(page: Page, hands: Hands, given = key): Promise<void> {
    await hands.press(page.getByRole("main").getByRole("link", { name: "Sign in" }));
    await hands.write(page.getByLabel("Key", { exact: true }), given);
    await hands.press(page.getByRole("main").getByRole("button", { name: "Sign in" }));
  }

  async function isFine(page: Page): Promise<void> {
    expect(await seriousFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  }

  test.each(BOTH_WAYS)("a moderator sees a join appear and opens the player $way", async ({ shown, handsOf }) => {
    const page = await world.open("/console/players/live", shown);
    const hands = handsOf(page);
    await signIn(page, hands);
    await page.getByRole("heading", { name: "The Island", exact: true }).waitFor();
    // The stream is open.
    await page
      .locator(".badge")
      .filter({ hasText: /^Live$/ })
      .waitFor();
    const number = shown.phone === true ? 1 : 0;
    const account = { name: `Visitor ${number}`, platformId: String(76_561_198_000_000_000n + BigInt(number)) };
    game.online = [account];
    const log = page.getByRole("log");
    await log.getByText("Joined").waitFor();
    await isFine(page);
    await hands.press(log.getByRole("link", { name: account.name }));
    await hands.press(page.getByRole("main").getByRole("rowheader").getByRole("link").first());
    await page.getByText("Player id").waitFor();
    expect(await page.getByText(account.platformId).count()).toBeGreaterThan(0);
    // The session on the server is shown by the server's name, and not by its key.
    await page.getByRole("table", { name: "Playtime" }).getByText("The Island", { exact: true }).waitFor();
    await isFine(page);
    game.online = [];
  });

  test("a page whose stream alone is away says so, while it goes on asking who is online", async () => {
    const page = await world.open("/console/players/live");
    let attempts = 0;
    // The first stream ends at once, and a proxy refuses those after it.
    await page.route("**/Online/Events", (route) =>
      ++attempts === 1
        ? route.fulfill({ contentType: "text/event-stream", body: "event: open\nid: 0-00000000\ndata: {}\n\n" })
        : route.fulfill({ status: 502 }),
    );
    await signIn(page, keyboardHands(page));
    const badge = page.getByRole("main").locator(".badge");
    await badge.filter({ hasText: /^Reconnecting…$/ }).waitFor();
    await page.waitForResponse((answer) => answer.url().endsWith("/Online") && answer.ok());
    await expect.poll(() => attempts).toBeGreaterThan(2);
    expect(await badge.filter({ hasText: /^Live$/ }).count()).toBe(0);
    await isFine(page);
    await page.unroute("**/Online/Events");
    await badge.filter({ hasText: /^Live$/ }).waitFor();
  });

  test("the search and the leaderboards of many players ask for one page at a time", async () => {
    const page = await world.open("/console/players/search");
    await signIn(page, keyboardHands(page));
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/^\/(?:Search|Leaderboard)$/.test(pathname)) asked.push(`${pathname} ${searchParams.get("limit")}`);
    });
    await page.getByLabel("Name, former name or id").fill("a");
    await page.getByText(/^\d{4,} results$/).waitFor();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(50);
    await page.getByRole("button", { name: "Show more (50 shown)" }).scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Show more (100 shown)" }).waitFor();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(100);
    await page.goto(`${world.url}/console/players/leaderboards`);
    await page.getByRole("cell", { name: "100", exact: true }).waitFor();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(100);
    expect(new Set(asked)).toEqual(new Set(["/Search 50", "/Leaderboard 100"]));
  });

  test("an admin changes a game server, and it is read and shown as changed", async () => {
    const page = await world.open("/console/players/admin?show=servers");
    await signIn(page, keyboardHands(page), keyOf("operator", "admin"));
    const row = page.getByRole("row").filter({ hasText: "island" });
    const dialog = page.getByRole("dialog");
    await row.getByRole("button", { name: "Change" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("The <b>Isle</b>");
    await dialog.getByLabel("Poll every (seconds)").fill("7");
    await isFine(page);
    // Another address without its password would be asked with the password of this one.
    const port = dialog.getByRole("group", { name: "RCON" }).getByLabel("Port");
    await port.fill("1");
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog
      .getByRole("alert")
      .getByText(/password/i)
      .waitFor();
    await port.fill(String(rcon.port));
    await dialog.getByRole("button", { name: "Change" }).click();
    await row.getByText("The <b>Isle</b>").waitFor();
    await row.getByText("7 s", { exact: true }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await readFile(file, "utf8")).toContain("The <b>Isle</b>");

    await page.goto(`${world.url}/console/players/live`);
    await page.getByRole("heading", { name: "The <b>Isle</b>", exact: true }).waitFor();
    game.online = [{ name: "Newcomer", platformId: "76561198000000007" }];
    await page.getByRole("log").getByText("The <b>Isle</b>").waitFor();
  });

  test("a name that turns the writing round turns nothing behind it", async () => {
    const page = await world.open("/console/players/live");
    await signIn(page, keyboardHands(page));
    await page.getByRole("heading", { name: /Isle|Island/, level: 2 }).waitFor();
    game.online = [{ name: "\u202eannA", platformId: "76561198000000009" }];
    const line = page.getByRole("log").getByRole("listitem").filter({ hasText: "annA" });
    await line.waitFor();
    const [name, where] = await Promise.all([
      line.getByRole("link").boundingBox(),
      line.locator(".faint").boundingBox(),
    ]);
    expect(where?.x).toBeGreaterThan(name?.x ?? Infinity);
    game.online = [];
  });

  test("groups and points that server plugins have of a player are on its page, and nothing where they have none", async () => {
    const page = await world.open("/console/players/search?q=a");
    await signIn(page, keyboardHands(page));
    const nothing = { PlatformId: "7", Groups: [], TimedGroups: [], Points: null, TotalSpent: null, ReadAt: null };
    let told: object = nothing;
    await page.route("**/Player/*/Plugins", (route) => route.fulfill({ json: told }));
    await page.getByRole("main").getByRole("rowheader").getByRole("link").first().click();
    await page.getByRole("heading", { name: "Names" }).waitFor();
    const title = page.getByRole("heading", { name: "Server plugins" });
    expect(await title.count()).toBe(0);
    told = {
      ...nothing,
      Groups: ["Default", "<b>Admins</b>"],
      TimedGroups: [{ Group: "VIP", From: null, Until: "2020-01-01T00:00:00+00:00" }],
      Points: 250,
      ReadAt: "2026-03-04T05:06:07+00:00",
    };
    await page.reload();
    await title.waitFor();
    await page.getByText("Default, <b>Admins</b>").waitFor();
    await page.getByText("250", { exact: true }).waitFor();
    const timed = page.getByRole("table", { name: "Groups for a time" });
    await timed.getByRole("row").filter({ hasText: "VIP" }).getByText("ended", { exact: true }).waitFor();
    await isFine(page);
  });

  test("bans are on the page of a player with the time at which they were first seen, and nothing where none was", async () => {
    const page = await world.open("/console/players/search?q=a");
    await signIn(page, keyboardHands(page));
    let told: readonly object[] = [];
    await page.route("**/Player/*/Bans*", (route) => route.fulfill({ json: told }));
    await page.getByRole("main").getByRole("rowheader").getByRole("link").first().click();
    await page.getByRole("heading", { name: "Names" }).waitFor();
    const table = page.getByRole("table", { name: "Bans seen" });
    expect(await table.count()).toBe(0);
    const none = { NumberOfAntiCheatBans: 0, DaysSinceLastBan: 0, NumberOfGameBans: 0 };
    const Before = { CommunityBanned: false, AntiCheatBanned: false, ...none };
    const After = { ...Before, AntiCheatBanned: true, NumberOfAntiCheatBans: 2 };
    const Changed = ["AntiCheatBanned", "NumberOfAntiCheatBans"];
    told = [
      {
        SeenAt: "2026-03-05T05:06:07+00:00",
        IsFirst: false,
        Changed: ["AntiCheatBanned"],
        Before: After,
        After: Before,
      },
      { SeenAt: "2026-03-04T05:06:07+00:00", IsFirst: true, Changed, Before, After },
    ];
    await page.reload();
    await table.waitFor();
    const first = table.getByRole("row").filter({ hasText: "2 anti-cheat bans" });
    await first.getByText("may be older", { exact: true }).waitFor();
    const lifted = table.getByRole("row").filter({ hasText: "Anti-cheat ban lifted" });
    expect(await lifted.getByText("may be older").count()).toBe(0);
    await isFine(page);
  });

  test("confirms what has no name by the word of the button, and never by an empty field", async () => {
    const page = await world.open("/console/players/admin?show=keys");
    await signIn(page, keyboardHands(page), keyOf("keeper", "admin"));
    await page.getByRole("row").filter({ hasText: "keeper" }).waitFor();
    const nameless = { Id: "key_7", Name: "", Hint: "tpk_1234", Scope: "read", Standing: "inForce", Limits: null };
    const times = { Created: "2026-03-04T05:06:07+00:00", Expires: null, LastUsed: null };
    await page.route("**/Keys", (route) => route.fulfill({ json: [{ ...nameless, ...times }] }));
    const revoked: string[] = [];
    await page.route("**/Key/*", (route) => {
      revoked.push(route.request().method());
      return route.fulfill({ json: { Revoked: true } });
    });
    await page.reload();
    await page.getByRole("row").filter({ hasText: "tpk_1234" }).getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: "Revoke" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel("Type “Revoke” to confirm").fill("Revoke");
    await button.click();
    await dialog.waitFor({ state: "detached" });
    expect(revoked).toEqual(["DELETE"]);
  });
});
