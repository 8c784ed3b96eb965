import fc from "fast-check";
import { expect, test } from "vitest";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { ChatMerge } from "./chat-merge.ts";

const NOW = 1_767_225_600_000_000 as Instant;
const line = (text: string) => ({ platformName: "Ann", characterName: "Ann the survivor", text });
const texts = (lines: readonly { readonly text: string }[]): string[] => lines.map(({ text }) => text);

test("a line that both sources tell is handed on once, one that is said twice twice", () => {
  const merge = new ChatMerge();
  expect(texts(merge.fresh("chat", [line("a"), line("b"), line("b")], NOW))).toEqual(["a", "b", "b"]);
  expect(texts(merge.fresh("log", [line("b"), line("b"), line("b"), line("c")], NOW))).toEqual(["b", "c"]);
  expect(texts(merge.fresh("chat", [line("c")], NOW))).toEqual([]);
});

test("a line is remembered for a minute", () => {
  const merge = new ChatMerge();
  merge.fresh("chat", [line("a"), line("b")], NOW);
  expect(texts(merge.fresh("log", [line("a")], plusMillis(NOW, 59_999)))).toEqual([]);
  expect(texts(merge.fresh("log", [line("b")], plusMillis(NOW, 60_000)))).toEqual(["b"]);
});

test("a line is passed on as often as the source with the most reports of it has it, in any order", () => {
  const told = fc.array(fc.tuple(fc.constantFrom("chat" as const, "log" as const), fc.constantFrom("a", "b", "c")), {
    maxLength: 100,
  });
  fc.assert(
    fc.property(told, (lines) => {
      const merge = new ChatMerge();
      const out = lines.flatMap(([source, text]) => texts(merge.fresh(source, [line(text)], NOW)));
      for (const text of ["a", "b", "c"]) {
        const by = (source: string): number => lines.filter(([of, said]) => of === source && said === text).length;
        const handed = out.filter((each) => each === text).length;
        expect(handed).toBeGreaterThanOrEqual(Math.max(by("chat"), by("log")));
        expect(handed).toBeLessThanOrEqual(by("chat") + by("log"));
      }
    }),
  );
});
