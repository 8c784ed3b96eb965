/** The example of a Discord bot, as an operator runs it, against a lookup that runs and a Discord that is not the real one. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { fakeDiscord } from "../support/fake-discord.ts";
import { BIG_ID } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const BOT = path.join(import.meta.dirname, "../../examples/discord-bot/bot.js");
const FEED = "300000000000000001";
const discord = await fakeDiscord("of-the-bot");
const world = await playersWorld();
const environment = {
  DISCORD_API: discord.api,
  DISCORD_TOKEN: "of-the-bot",
  TRIPOD_URL: world.url,
  TRIPOD_KEY: world.keys.read,
  FEED_CHANNEL: FEED,
};
let said = "";
let bot: ChildProcess;

function start(more: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [BOT], { env: { ...environment, ...more }, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return child;
}

beforeAll(async () => {
  bot = start({});
  await waitUntil(() => expect(said).toContain("Ready as tripod"));
});
afterAll(async () => {
  bot.kill("SIGKILL");
  await discord.close();
});

test("announces its commands", () => {
  expect(discord.commands()?.map(({ name }) => name)).toEqual(["online", "who", "player", "tribe"]);
});

describe("answers", () => {
  test("/player with what the lookup knows", async () => {
    expect(await discord.use("player", { name: "anna" })).toBe(
      "**Anna Rex**, level 46, plays as annaplays\nTribe: Red Hawks (2)\nOnline on **island**",
    );
    expect(await discord.use("player", { name: "darkwolf77" })).toContain("Banned by VAC (2), by games (1)");
    expect(await discord.use("player", { name: "nobody at all" })).toBe("No player is called nobody at all.");
  });

  test("/player of a number past 2^53", async () => {
    expect(BIG_ID).toBe("9007199254740993");
    expect(await discord.use("player", { name: "Big" })).toMatch(/^\*\*Big\*\*, level/);
  });

  test("/tribe with its members, those online first", async () => {
    expect(await discord.use("tribe", { name: "red hawks" })).toBe(
      "**Red Hawks**, 2 members, owned by Anna Rex\nOnline: Anna Rex (46)\nAway: Jürgen (1)",
    );
  });

  test("/who, of all servers and of one", async () => {
    expect(await discord.use("who", {})).toMatch(/^\*\*island\*\* \(2\): /);
    expect(await discord.use("who", { server: "nowhere" })).toBe("Nobody is online on nowhere.");
  });

  test("/online of a cluster without servers", async () => {
    expect(await discord.use("online", {})).toBe("The cluster has no servers yet.");
  });

  test("names as they are, and without calling anybody", async () => {
    expect(await discord.use("player", { name: "symbols" })).toMatch(/^\*\*\$#\\@%!\*\*/);
    for (const { allowed_mentions } of discord.written.filter(({ content }) => content !== undefined)) {
      expect(allowed_mentions).toEqual({ parse: [] });
    }
  });

  test("what is typed with names that the search finds", async () => {
    expect(await discord.type("player", "name", "ann")).toEqual(["Anna Rex"]);
    expect(await discord.type("tribe", "name", "red")).toEqual(["Red Hawks"]);
    expect(await discord.type("player", "name", "")).toEqual([]);
  });
});

test("tells the channel who joins, once", async () => {
  const { db, clock } = world.platform;
  const lease = await acquireLease(db, { name: serverLeaseName("island"), owner: "test", ttlMs: 600_000 });
  const change = { kind: "open", platformId: "76561198000000104", server: "island", claim: "join" } as const;
  const batch = { server: "island", fence: lease?.fence ?? 0, number: 1 };
  const changes = [{ ...change, name: "wolfy\u202e *_*", startedAt: clock.now() }];
  await world.players.deps.presence.apply({ ...batch, changes });
  await expect.poll(() => discord.messages(FEED)).toEqual([String.raw`**wolfy \*\_\*** joined island`]);
});

test.each([
  ["without a token", { DISCORD_TOKEN: "" }, "Set DISCORD_TOKEN: see README.md.\n"],
  ["with a token that Discord does not know", { DISCORD_TOKEN: "another" }, "Discord refused the login: "],
  ["in a guild where it may not make commands", { GUILD: "7" }, "Discord refused the commands: Missing Access. "],
])("%s it ends with one sentence", async (_what, more, sentence) => {
  said = "";
  const child = start(more);
  const [code] = (await once(child, "exit")) as [number];
  expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
  expect(said).not.toContain("    at ");
});

test("ends when it is told to", async () => {
  bot.kill("SIGTERM");
  expect(await once(bot, "exit")).toEqual([0, null]);
});
