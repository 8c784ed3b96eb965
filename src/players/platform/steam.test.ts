import { inspect } from "node:util";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { outbound } from "../../kit/outbound/outbound.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { steamIdOf, steamStub, type Misbehaviour } from "../../../test/support/steam-stub.ts";
import { NO_BANS } from "./core/account.ts";
import { openSteam, steamClient, type SteamResult } from "./steam.ts";

const stub = await steamStub();
const clock = systemClock();
const http = outbound({ allowPrivate: [`127.0.0.1:${stub.port}`], userAgent: "Tripod-Test/1.0", clock });
const options = { outbound: http, clock, key: stub.key, baseUrl: stub.url };
const steam = steamClient(options);
const impatient = steamClient({ ...options, timeoutMs: 100 });
const { signal } = new AbortController();

const [anna, ben, nobody] = [steamIdOf(1), steamIdOf(2), steamIdOf(3)];

beforeEach(() => {
  stub.seen.length = 0;
  stub.misbehave = () => undefined;
  stub.accounts.clear();
  stub.accounts.set(anna, { name: "annaplays", bans: { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 9 } });
  stub.accounts.set(ben, { name: "ben", isPrivate: true });
});
afterAll(async () => {
  await http.close();
  await stub.close();
});

function foundIn<Value>(result: SteamResult<Value>): Record<string, Value> {
  if (result.kind === "problem") throw new Error(result.problem.says);
  return Object.fromEntries(result.found);
}

describe("an answer", () => {
  test("reports the accounts that Steam knows, in any order, private ones too", async () => {
    expect(foundIn(await steam.summaries([anna, nobody, ben], signal))).toEqual({
      [anna]: {
        name: "annaplays",
        avatarUrl: `https://avatars.steamstatic.com/${anna}_full.jpg`,
        profileUrl: `https://steamcommunity.com/profiles/${anna}/`,
      },
      [ben]: expect.objectContaining({ name: "ben" }),
    });
    expect(foundIn(await steam.bans([anna, nobody, ben], signal))).toEqual({
      [anna]: { ...NO_BANS, antiCheatBanned: true, numberOfAntiCheatBans: 1, daysSinceLastBan: 9 },
      [ben]: NO_BANS,
    });
  });

  test("reports no account when Steam knows none, which is not a problem", async () => {
    expect(await steam.summaries([nobody], signal)).toEqual({ kind: "answer", found: new Map(), oddCount: 0 });
  });

  test("comes for a hundred accounts at once, each asked about once", async () => {
    const steamIds = Array.from({ length: 100 }, (_, index) => steamIdOf(index));
    for (const steamId of steamIds) stub.accounts.set(steamId, {});
    expect(Object.keys(foundIn(await steam.bans([...steamIds, ...steamIds], signal)))).toHaveLength(100);
    expect(stub.calls()).toEqual([{ method: "bans", steamIds }]);
  });

  test("holds the accounts that are of the known form, and counts the others", async () => {
    stub.accounts.set(ben, { summary: { personaname: null } });
    const result = await steam.summaries([anna, ben], signal);
    expect(result).toMatchObject({ kind: "answer", oddCount: 1 });
    expect(Object.keys(foundIn(result))).toEqual([anna]);
  });

  test("costs no call without accounts to ask about", async () => {
    expect(await steam.bans([], signal)).toMatchObject({ kind: "answer" });
    expect(stub.seen).toEqual([]);
  });

  test("is asked for at a base URL with a path and a slash", async () => {
    const proxied = steamClient({ ...options, baseUrl: `${stub.url}/steam/` });
    await proxied.bans([anna], signal);
    expect(stub.seen[0]?.path).toMatch(/^\/steam\/ISteamUser\/GetPlayerBans\/v1\/\?key=/);
  });
});

describe("a question", () => {
  test.each([["0002a1b2c3d4e5f60002a1b2c3d4e5f6"], ["7656119800000000&x=1"]])(
    "about %s is never put",
    async (platformId) => {
      await expect(steam.summaries([platformId], signal)).rejects.toThrow("Steam accounts only");
      expect(stub.seen).toEqual([]);
    },
  );

  test("about more than a hundred accounts is never put", async () => {
    const steamIds = Array.from({ length: 101 }, (_, index) => steamIdOf(index));
    await expect(steam.summaries(steamIds, signal)).rejects.toThrow("at most 100");
  });

  test("ends when it is taken back", async () => {
    stub.misbehave = () => "silent";
    const stop = new AbortController();
    const asked = expect(steam.bans([anna], stop.signal)).rejects.toThrow("never mind");
    await expect.poll(() => stub.seen.length).toBe(1);
    stop.abort(new Error("never mind"));
    await asked;
  });
});

const problems: readonly [string, Misbehaviour, object][] = [
  ["a page that forbids", "htmlForbidden", { kind: "keyRefused", status: 403, says: /setting steamApiKey/ }],
  ["a page that finds fault", "htmlBadRequest", { kind: "failed", status: 400, says: /answered 400/ }],
  ["429", "tooMany", { kind: "busy", status: 429, retryAfterMs: undefined, says: /too often/ }],
  ["429 with seconds to wait", { tooMany: "77" }, { kind: "busy", status: 429, retryAfterMs: 77_000, says: /429/ }],
  ["429 with nonsense to wait", { tooMany: "soon" }, { kind: "busy", retryAfterMs: undefined, says: /429/ }],
  ["500", "serverError", { kind: "failed", status: 500, says: /answered 500/ }],
  [
    "503 with seconds to wait",
    { unavailable: "30" },
    { kind: "failed", status: 503, retryAfterMs: 30_000, says: /503/ },
  ],
  ["half an answer", "cutJson", { kind: "failed", status: 200, says: /not the answer/ }],
  ["a page where JSON should be", "htmlOk", { kind: "failed", status: 200, says: /not the answer/ }],
  ["an answer without a list", "noPlayers", { kind: "failed", status: 200, says: /not the answer/ }],
  ["wrong types everywhere", "wrongTypes", { kind: "failed", status: 200, says: /form that this version/ }],
  ["an endless answer", "huge", { kind: "failed", code: "tooLarge", says: /could not be asked: The answer is larger/ }],
  ["a redirect", "redirect", { kind: "failed", code: "refused", says: /redirect, which is not followed/ }],
  ["an answer that does not end", "silent", { kind: "failed", code: "timeout", says: /no full answer within 100 ms/ }],
  ["a closed connection", "hangUp", { kind: "failed", says: /connection failed/ }],
];

describe("a problem", () => {
  test.each(problems)("is named for what it is and tells no key: %s", async (_what, misbehaviour, expected) => {
    stub.misbehave = () => misbehaviour;
    const client = misbehaviour === "silent" ? impatient : steam;
    for (const result of [await client.summaries([anna], signal), await client.bans([anna], signal)]) {
      expect(inspect(result, { depth: null })).not.toContain(stub.key);
      const { says, ...rest } = { says: /./, ...expected };
      expect(result).toMatchObject({ kind: "problem", problem: { ...rest, says: expect.stringMatching(says) } });
    }
    expect(stub.seen).toHaveLength(2);
    expect(stub.seen.every(({ path }) => path.includes(stub.key))).toBe(true);
  });

  test("with the key is described by the page's status", async () => {
    const wrong = steamClient({ ...options, key: "WRONGKEY" });
    const result = await wrong.summaries([anna], signal);
    expect(result).toMatchObject({ kind: "problem", problem: { kind: "keyRefused" } });
    expect(inspect([result, wrong], { depth: null, showHidden: true })).not.toContain("WRONGKEY");
  });

  test.each([
    ["nobody listens", "http://127.0.0.1:1", "ECONNREFUSED"],
    ["the guard refuses", "http://127.0.0.2:1", "refused"],
    ["the base URL is none", "steam", "refused"],
  ])("is described when %s, without the key", async (_what, baseUrl, code) => {
    const guard = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "Tripod-Test/1.0", clock });
    const lost = steamClient({ ...options, outbound: guard, baseUrl });
    const result = await lost.summaries([anna], signal);
    expect(result).toMatchObject({ kind: "problem", problem: { kind: "failed", code } });
    expect(inspect(result, { depth: null })).not.toContain(stub.key);
    await guard.close();
  });
});

describe("without a key", () => {
  const config = { steamApiUrl: stub.url, steamQuotaPercent: 80 };

  test.each([config, { ...config, steamApiKey: "" }])("there is no client", (given) => {
    expect(openSteam(given, options)).toBeUndefined();
    expect(openSteam({ ...config, steamApiKey: stub.key }, options)?.keyId).toBe(steam.keyId);
  });
});
