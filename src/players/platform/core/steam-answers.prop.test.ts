import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_INT32 } from "./account.ts";
import { readBans, readSummaries } from "./steam-answers.ts";

const steamId = "76561198000000001";
const asked = new Set([steamId]);

describe("reading an answer", () => {
  test("never breaks, whatever the answer is", () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.jsonValue()), (text, players) => {
        const body = JSON.stringify({ response: { players }, players });
        for (const read of [readSummaries, readBans]) {
          read(text, asked);
          expect(read(body, asked)).toEqual({ found: new Map(), oddCount: players.length });
        }
      }),
    );
  });

  test("keeps texts in bounds, whatever Steam says", () => {
    const long = fc.string({ unit: "binary", maxLength: 300, size: "max" });
    const address = fc.oneof(
      long,
      long.map((path) => `https://a.example/${path}`),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(long, address, (personaname, url) => {
        const players = [{ steamid: steamId, personaname, avatarfull: url, profileurl: url }];
        const found = readSummaries(JSON.stringify({ response: { players } }), asked)?.found.get(steamId);
        expect(Array.from(found?.name ?? "?".repeat(999)).length).toBeLessThanOrEqual(128);
        expect(found?.name).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
        expect(found?.avatarUrl).toMatch(/^$|^https:\/\/[!-~]{1,492}$/);
      }),
    );
  });

  test("keeps counts in bounds, whatever Steam says", () => {
    const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double());
    fc.assert(
      fc.property(number, (count) => {
        const flags = { CommunityBanned: false, VACBanned: false };
        const counts = { NumberOfVACBans: count, DaysSinceLastBan: count, NumberOfGameBans: count };
        const answer = readBans(JSON.stringify({ players: [{ SteamId: steamId, ...flags, ...counts }] }), asked);
        const read = answer?.found.get(steamId);
        expect(read === undefined).toBe(!Number.isInteger(count));
        if (read) expect(read.numberOfGameBans).toBe(Math.min(Math.max(count, 0), MAX_INT32));
      }),
    );
  });
});
