import { describe, expect, test } from "vitest";
import { parsePlayerList } from "./player-list.ts";

const A = "76561198000000001";
const B = "76561198000000002";
const EOS = "0002a1b2c3d4e5f60718293a4b5c6d7e";

describe("a list of players", () => {
  test.each([
    ["one line", `0. Bob, ${A}`, [["Bob", A]]],
    [
      "line ends and blanks of ARK",
      `\n0. Bob, ${A} \n1. Eve, ${B} \n `,
      [
        ["Bob", A],
        ["Eve", B],
      ],
    ],
    [
      "line ends of Windows",
      `0. Bob, ${A}\r\n1. Eve, ${B}\r\n`,
      [
        ["Bob", A],
        ["Eve", B],
      ],
    ],
    [
      "blank lines between",
      `0. Bob, ${A}\n\n \n1. Eve, ${B}`,
      [
        ["Bob", A],
        ["Eve", B],
      ],
    ],
    ["an Epic account", `0. Bob, ${EOS}`, [["Bob", EOS]]],
    ["an Epic account in capitals", `0. Bob, ${EOS.toUpperCase()}`, [["Bob", EOS]]],
    ["dots and commas in a name", `0. A, b. c, ${A}`, [["A, b. c", A]]],
    ["digits in a name", `10. 2. 3, 4, ${A}`, [["2. 3, 4", A]]],
    ["a name like a line", `0. 1. x, ${A}, ${B}`, [[`1. x, ${A}`, B]]],
    ["a name like an account", `0. ${A}, ${B}`, [[A, B]]],
    ["an empty name", `0. , ${A}`, [["", A]]],
    ["blanks in a name", `0.  Bob , ${A}`, [[" Bob ", A]]],
    ["a name like Nobody", `0. No Players Connected, ${A}`, [["No Players Connected", A]]],
    ["letters that ARK lost", `0. ???, ${A}`, [["???", A]]],
    ["letters that break lines elsewhere", `0. a\u2028b\u0085c, ${A}`, [["a\u2028b\u0085c", A]]],
    [
      "numbers that are not in order",
      `3. Bob, ${A}\n1. Eve, ${B}`,
      [
        ["Bob", A],
        ["Eve", B],
      ],
    ],
    ["an account that is listed twice", `0. Bob, ${A}\n1. Bob again, ${A}`, [["Bob", A]]],
    ["an account twice, once in capitals", `0. a, ${EOS}\n1. b, ${EOS.toUpperCase()}`, [["a", EOS]]],
    ["nobody", "No Players Connected \n ", []],
    ["no players, after line ends", "\r\nNo Players Connected\r\n", []],
  ] as const)("is read with %s", (_, text, players) => {
    const expected = players.map(([name, platformId]) => ({ platformId, name }));
    expect(parsePlayerList(text)).toEqual({ kind: "players", players: expected });
  });

  test.each([
    ["a line cut off at its end", "1. Eve, 765611980000", "Eve, 765611980000"],
    ["a line cut off at its start", `b, ${A}`, `b, ${A}`],
    ["nobody among others", "No Players Connected", "No Players Connected"],
    ["an id of 16 digits", "1. Bob, 7656119800000000", "Bob, 7656119800000000"],
    ["an id of 18 digits", "1. Bob, 765611980000000011", "Bob, 765611980000000011"],
    ["an id of 31 hexadecimal digits", `1. Bob, ${EOS.slice(1)}`, `Bob, ${EOS.slice(1)}`],
    ["an id that is not hexadecimal", `1. Bob, ${EOS.slice(1)}g`, `Bob, ${EOS.slice(1)}g`],
    ["digits of another script", `1. Bob, ${"٧".repeat(17)}`, `Bob, ${"٧".repeat(17)}`],
    ["no number", `Bob, ${A}`, `Bob, ${A}`],
    ["a zero byte in a name", `1. B\0b, ${A}`, `B\0b, ${A}`],
    ["a plain text", "Keep calm", "Keep calm"],
    ["a line of 5,000 characters", "x".repeat(5_000), "x".repeat(200)],
  ])("loses one line alone to %s", (_, odd, unread) => {
    const text = `0. Ann, ${B}\n${odd}\n2. Cat, ${EOS}`;
    const players = [
      { platformId: B, name: "Ann" },
      { platformId: EOS, name: "Cat" },
    ];
    expect(parsePlayerList(text)).toEqual({ kind: "players", players, unread: [unread] });
  });

  test("loses both lines of a name of two lines", () => {
    expect(parsePlayerList(`0. Bo\nb, ${A}`)).toEqual({ kind: "players", players: [], unread: ["Bo", `b, ${A}`] });
  });

  test("is a list when its only line is odd, as far as the line has a number", () => {
    expect(parsePlayerList("0. Eve, 765611980000")).toEqual({
      kind: "players",
      players: [],
      unread: ["Eve, 765611980000"],
    });
  });

  test("knows an odd line again when its number changes", () => {
    const unreadOf = (text: string) => parsePlayerList(text);
    expect(unreadOf("7. Eve, 1")).toEqual(unreadOf("6. Eve, 1"));
  });

  test.each([
    ["an empty answer", "", "the answer is empty"],
    ["a blank answer", " \n\r\n ", "the answer is empty"],
    ["an answer without a response", "Server received, But no response!! \n ", '"Server received, But no response!!"'],
    ["a plain text", "Keep calm", '"Keep calm"'],
    ["a player without a number", `Bob, ${A}`, "is not a player"],
    ["more than 100 odd lines", `0. Ann, ${A}\n${"x\n".repeat(101)}`, "more than 100 lines are not players"],
  ])("is refused as a whole with %s", (_, text, problem) => {
    expect(parsePlayerList(text)).toEqual({ kind: "unreadable", problem: expect.stringContaining(problem) });
  });

  test("is quoted at most 80 characters long, without what a terminal would obey", () => {
    const list = parsePlayerList(`\u001b[2J${"x".repeat(5000)}`);
    expect(list).toMatchObject({ kind: "unreadable", problem: expect.stringContaining("\\u001b[2J") });
    expect(list.kind === "unreadable" && list.problem.length).toBeLessThan(130);
  });
});

test("a list that was cut off cannot be recognised by its end, except between two players", () => {
  const text = `0. Bob, ${A} \n1. A, b. c, ${EOS} \n`;
  const whole = [...text.matchAll(/[0-9a-f]{17,}/g)].map((match) => match.index + match[0].length);
  for (let end = 0; end < text.length; end++) {
    const list = parsePlayerList(text.slice(0, end));
    const isReadable = list.kind === "players" && !list.unread;
    expect([end, isReadable]).toEqual([end, whole.some((last) => end >= last && end <= last + 2)]);
  }
});

test("a name that no platform allows is cut between characters", () => {
  expect(parsePlayerList(`0. ${"x".repeat(511)}🐺${"x".repeat(100_000)}, ${A}`)).toEqual({
    kind: "players",
    players: [{ platformId: A, name: "x".repeat(511) }],
  });
});

test("a hostile answer of 1 MB takes almost no time", () => {
  const hostile = [`0. ${`, ${A} `.repeat(49_000)}x`, `${" ".repeat(1_000_000)}x`, `0. ${", ".repeat(490_000)}`];
  const players = hostile.map((text) => {
    const list = parsePlayerList(text);
    return list.kind === "players" ? list.players : list.kind;
  });
  expect(players).toEqual([[], "unreadable", []]);
});
