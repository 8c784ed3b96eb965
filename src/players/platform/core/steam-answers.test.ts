import { describe, expect, test } from "vitest";
import { MAX_INT32 } from "./account.ts";
import { readBans, readSummaries } from "./steam-answers.ts";

const anna = "76561198000000001";
const ben = "76561198000000002";
const asked = new Set([anna, ben]);

const ANNA = {
  steamid: anna,
  personaname: "annaplays",
  avatarfull: "https://avatars.steamstatic.com/1_full.jpg",
  profileurl: "https://steamcommunity.com/id/anna/",
};
const ANNA_BANS = {
  SteamId: anna,
  CommunityBanned: true,
  VACBanned: true,
  NumberOfVACBans: 2,
  DaysSinceLastBan: 31,
  NumberOfGameBans: 1,
  EconomyBan: "probation",
};

function summaryOf(members: Readonly<Record<string, unknown>>) {
  const answer = readSummaries(JSON.stringify({ response: { players: [{ ...ANNA, ...members }] } }), asked);
  return answer && (answer.found.get(anna) ?? (answer.oddCount > 0 ? "odd" : "missing"));
}

function bansOf(members: Readonly<Record<string, unknown>>) {
  const answer = readBans(JSON.stringify({ players: [{ ...ANNA_BANS, ...members }] }), asked);
  return answer && (answer.found.get(anna) ?? (answer.oddCount > 0 ? "odd" : "missing"));
}

describe("summaries", () => {
  test("are read by id, whatever their order, with members that are not known left alone", () => {
    const players = [{ ...ANNA, steamid: ben, personaname: "ben", gameid: "346110", lobby: { x: 1 } }, ANNA];
    const answer = readSummaries(JSON.stringify({ response: { players }, more: 1 }), asked);
    expect([...(answer?.found ?? [])].map(([steamId, { name }]) => [steamId, name])).toEqual([
      [ben, "ben"],
      [anna, "annaplays"],
    ]);
    expect(summaryOf({})).toEqual({ name: "annaplays", avatarUrl: ANNA.avatarfull, profileUrl: ANNA.profileurl });
  });

  test.each([
    ["a name of 32 wide characters", "𝕬".repeat(32), "𝕬".repeat(32)],
    ["a name without end", "𝕬".repeat(5000), "𝕬".repeat(128)],
    ["control characters", "\u0000a\u0007b\r\nc\u009F", "abc"],
    ["half of a pair", "a\uD800b\uDC00", "ab"],
    ["blanks around", "  anna  ", "anna"],
    ["nothing but blanks", " \t ", ""],
    ["marks up", "<b>&\u202Eanna", "<b>&\u202Eanna"],
  ])("keep names in bounds: %s", (_what, personaname, name) =>
    expect(summaryOf({ personaname })).toMatchObject({ name }),
  );

  test.each([
    "http://avatars.steamstatic.com/1.jpg",
    "javascript:alert(1)",
    "data:text/html,x",
    "//a.example/x",
    "https://",
    "https://user:secret@a.example/",
    "https://user@a.example/",
    `https://a.example/${"x".repeat(500)}`,
    `https://a.example/${"ü".repeat(200)}`,
    7,
    null,
    { href: "https://a.example/" },
  ])("show no address for %j", (url) => {
    expect(summaryOf({ avatarfull: url, profileurl: url })).toMatchObject({ avatarUrl: "", profileUrl: "" });
  });

  test("write addresses so that they cannot break out of where they stand", () => {
    expect(summaryOf({ avatarfull: 'https://a.example/"><script>' })).toMatchObject({
      avatarUrl: "https://a.example/%22%3E%3Cscript%3E",
    });
  });

  test.each([{ personaname: 7 }, { personaname: undefined }, { steamid: Number(anna) }, { steamid: null }])(
    "of another form (%j) are not believed",
    (members) => expect(summaryOf(members)).toBe("odd"),
  );

  test("of accounts that were not asked about are left out, and of two the first is taken", () => {
    const stranger = { response: { players: [{ ...ANNA, steamid: "76561198000000009" }] } };
    expect(readSummaries(JSON.stringify(stranger), asked)).toEqual({ found: new Map(), oddCount: 0 });
    const players = [ANNA, { ...ANNA, personaname: "other" }];
    expect(readSummaries(JSON.stringify({ response: { players } }), asked)?.found.get(anna)?.name).toBe("annaplays");
  });
});

describe("bans", () => {
  test("are read from an answer that has no `response` around it", () => {
    expect(bansOf({})).toEqual({
      communityBanned: true,
      antiCheatBanned: true,
      numberOfAntiCheatBans: 2,
      daysSinceLastBan: 31,
      numberOfGameBans: 1,
    });
    expect(readBans(JSON.stringify({ response: { players: [ANNA_BANS] } }), asked)).toBeUndefined();
  });

  test.each([
    [-1, 0],
    [MAX_INT32, MAX_INT32],
    [MAX_INT32 + 1, MAX_INT32],
    [1e300, MAX_INT32],
  ])("keep counts in bounds: %d is %d", (given, expected) => {
    expect(bansOf({ NumberOfVACBans: given, DaysSinceLastBan: given, NumberOfGameBans: given })).toMatchObject({
      numberOfAntiCheatBans: expected,
      daysSinceLastBan: expected,
      numberOfGameBans: expected,
    });
  });

  test.each([
    { VACBanned: 1 },
    { CommunityBanned: "false" },
    { NumberOfVACBans: "2" },
    { NumberOfVACBans: 1.5 },
    { NumberOfGameBans: undefined },
    { DaysSinceLastBan: null },
    { SteamId: undefined },
  ])("of another form (%j) are not believed", (members) => expect(bansOf(members)).toBe("odd"));
});

describe("a malformed answer", () => {
  test.each([
    "",
    "<html></html>",
    '{"response":{"players":[{',
    "null",
    "[]",
    '{"response":{}}',
    '{"players":{}}',
    '"x"',
  ])("is known for it: %j", (text) => {
    expect(readSummaries(text, asked)).toBeUndefined();
    expect(readBans(text, asked)).toBeUndefined();
  });
});
