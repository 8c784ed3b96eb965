import fc from "fast-check";
import { expect, test } from "vitest";
import { cutSpans, joinSpans, spansOfSteps, subtractSpans, widenSpans, type Span } from "./spans.ts";

const END = 40;
const spans = fc.array(
  fc.tuple(fc.nat(END), fc.nat(END)).map(([a, b]): Span => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) })),
  { maxLength: 8 },
);
const points = (list: readonly Span[]): Set<number> => {
  const found = new Set<number>();
  for (const { fromMs, toMs } of list) for (let at = fromMs; at < toMs; at++) found.add(at);
  return found;
};
const isSortedList = (list: readonly Span[]): boolean =>
  list.every(({ fromMs, toMs }, place) => fromMs < toMs && (place === 0 || fromMs > (list[place - 1]?.toMs ?? 0)));

test("spans are joined, subtracted and cut as their milliseconds are", () => {
  fc.assert(
    fc.property(spans, spans, fc.nat(END), fc.nat(END), (one, other, a, b) => {
      const [whole, taken] = [joinSpans(one), joinSpans(other)];
      expect(isSortedList(whole)).toBe(true);
      expect(points(whole)).toEqual(points(one));
      const left = subtractSpans(whole, taken);
      expect(isSortedList(left)).toBe(true);
      const [all, gone] = [points(one), points(other)];
      expect(points(left)).toEqual(new Set([...all].filter((at) => !gone.has(at))));
      const inside = [...points(one)].filter((at) => at >= a && at < b);
      expect(points(cutSpans(whole, a, b))).toEqual(new Set(inside));
    }),
  );
});

test("spans widen to whole steps, and near ones become one", () => {
  const apart = [
    { fromMs: 11, toMs: 12 },
    { fromMs: 45, toMs: 50 },
  ];
  expect(widenSpans(apart, 10)).toEqual([
    { fromMs: 10, toMs: 20 },
    { fromMs: 40, toMs: 50 },
  ]);
  expect(widenSpans(apart, 10, 20)).toEqual([{ fromMs: 10, toMs: 50 }]);
  expect(spansOfSteps([0, 10, 30], 10)).toEqual([
    { fromMs: 0, toMs: 20 },
    { fromMs: 30, toMs: 40 },
  ]);
});
