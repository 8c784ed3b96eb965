import { expect, test } from "vitest";
import { before, toldWith } from "./happenings.ts";
import type { Happening } from "./use-player-events.ts";

const joined = (Name: string): Happening => ({
  id: Name,
  type: "joined",
  PlatformId: "1",
  Name,
  Server: "island",
  At: "",
});
const namesOf = (told: ReturnType<typeof toldWith>) => told.map(({ happening }) => happening.Name);

test("the latest event is told first", () => {
  const first = toldWith([], [joined("a"), joined("b")]);
  const then = toldWith(first, [joined("c")]);
  expect(namesOf(then)).toEqual(["c", "b", "a"]);
  expect(then.map(({ number }) => number)).toEqual([3, 2, 1]);
});

test("what a stream that was opened again sends again is told once, and chat each time", () => {
  const said: Happening = { ...joined("a"), id: "", type: "chat", Character: "A", Text: "hello" };
  const told = toldWith([], [joined("a"), said, joined("b")]);
  expect(namesOf(toldWith(told, [joined("a"), joined("b"), said, joined("c")]))).toEqual(["c", "a", "b", "a", "a"]);
});

test("only the latest hundred are kept", () => {
  const many = Array.from({ length: 150 }, (_, at) => joined(String(at)));
  const told = toldWith([], many);
  expect([told.length, told[0]?.happening.Name, told[99]?.happening.Name]).toEqual([100, "149", "50"]);
});

test("what the stream told is not told again from before", () => {
  const told = toldWith([], [{ ...joined("a"), At: "2026-11-23T10:00:20Z" }]);
  const recent = (At: string, Event: "joined" | "left") => ({
    Event,
    At,
    Server: "island",
    From: null,
    PlatformId: "1",
    Name: "a",
    PlayerId: "0",
    CharacterName: "",
  });
  const rows = [
    recent("2026-11-23T10:00:00Z", "joined"),
    recent("2026-11-23T10:00:00Z", "left"),
    recent("2026-11-23T08:00:00Z", "joined"),
  ];
  expect(before(told, rows)).toEqual(rows.slice(1));
});
