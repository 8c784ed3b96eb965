import { describe, expect, test } from "vitest";
import { parseGameLog } from "./game-log.ts";

const AT = "2024.05.01_18.30.07: ";
const localTime = "2024-05-01T18:30:07";

describe("a line of the game's log", () => {
  test.each([
    ["Bob joined this ARK!", { kind: "joined", name: "Bob" }],
    ["Bob left this ARK! ", { kind: "left", name: "Bob" }],
    ["A, b. c joined this ARK!", { kind: "joined", name: "A, b. c" }],
    ["x left this ARK! joined this ARK!", { kind: "joined", name: "x left this ARK!" }],
    [
      "Tribe Porters, ID 1174521: Day 12, 03:04:05: Tribemember Bob - Lvl 5 was killed by a Rex - Lvl 3!",
      {
        kind: "tribe",
        tribeId: 1_174_521,
        tribeName: "Porters",
        day: 12,
        time: "03:04:05",
        text: "Tribemember Bob - Lvl 5 was killed by a Rex - Lvl 3!",
      },
    ],
    [
      'Tribe A: b, c, ID 2147483647: Day 1, 00:00:00: <RichColor Color="1, 0, 0, 1">Your Door (Locked) was destroyed!</>',
      { kind: "tribe", tribeId: 2_147_483_647, tribeName: "A: b, c", day: 1, time: "00:00:00" },
    ],
    ["Bob77 (Bob): hello", { kind: "said", platformName: "Bob77", characterName: "Bob", text: "hello" }],
    [
      "AdminCmd: SaveWorld (PlayerName: Bob, ARKID: 123, SteamID: 76561198000000001)",
      { kind: "adminCommand", text: "SaveWorld (PlayerName: Bob, ARKID: 123, SteamID: 76561198000000001)" },
    ],
    ["Server: World saved", { kind: "other", text: "Server: World saved" }],
    ["Tribe of nobody", { kind: "other", text: "Tribe of nobody" }],
  ])("is read: %s", (message, event) => {
    expect(parseGameLog(`${AT}${message} \n`)).toMatchObject([{ localTime, ...event }]);
  });

  test.each([
    ["chat that claims a join", "Mallory (M): Bob joined this ARK!"],
    ["chat of a player named like a tribe", "Tribe X (M): , ID 7: Day 1, 00:00:00: raided"],
    ["a tribe named like a line of another tribe", "Tribe M, ID 7: Day 1, 00:00:00: x, ID 8: Day 2, 00:00:00: y"],
    ["a command said by a player with that name", "AdminCmd: kick (M): Bob"],
    ["a player named like a command who joins", "AdminCmd: x joined this ARK!"],
    ["an invalid tribe id", "Tribe X, ID 2147483648: Day 1, 00:00:00: y"],
  ])("is kept as text when it is %s", (_, text) => {
    expect(parseGameLog(`${AT}${text}`)).toEqual([{ localTime, kind: "other", text }]);
  });

  test.each([
    ["AdminCmd: enablecheats hunter2 (PlayerName: Bob)", "enablecheats [hidden] (PlayerName: Bob)"],
    ["AdminCmd: EnableCheats hunter2 and more", "EnableCheats [hidden]"],
    ["AdminCmd: enablecheats (PlayerName: Bob)", "enablecheats (PlayerName: Bob)"],
    ["AdminCmd: SetCheatPassword hunter2", "SetCheatPassword [hidden]"],
  ])("never carries a password: %s", (message, text) => {
    expect(parseGameLog(message)).toEqual([{ localTime: undefined, kind: "adminCommand", text }]);
  });

  test("never carries a password when it can be read in two ways either", () => {
    const [entry] = parseGameLog("AdminCmd: enablecheats hunter2 (x): y");
    expect(entry).toMatchObject({ kind: "other", text: expect.not.stringContaining("hunter2") });
  });

  test("without a time is read all the same", () => {
    expect(parseGameLog("Bob joined this ARK!")).toEqual([{ localTime: undefined, kind: "joined", name: "Bob" }]);
  });
});

test("a log of several lines keeps their order; blank lines and an answer without a response are nothing", () => {
  const kinds = parseGameLog(`\n${AT}A joined this ARK! \n \n${AT}A left this ARK! \r\n `).map((entry) => entry.kind);
  expect(kinds).toEqual(["joined", "left"]);
  expect(parseGameLog("Server received, But no response!! \n ")).toEqual([]);
  expect(parseGameLog("")).toEqual([]);
});

test("a hostile log of 1 MB takes almost no time", () => {
  const hostile = [
    `Tribe ${", ID 1".repeat(160_000)}`,
    `Tribe ${", ID 1: Day 1, 00:00:00".repeat(43_000)}`,
    ` (`.repeat(490_000),
    `AdminCmd: ${"enablecheats ".repeat(70_000)}`,
  ];
  for (const text of hostile) expect(parseGameLog(text)).toHaveLength(1);
});
