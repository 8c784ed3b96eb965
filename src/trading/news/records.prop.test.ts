/** Answers from packed impacts and from impacts as they were written are the same bytes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromMillis } from "../../kit/time/instant.ts";
import { COMPILED, HORIZONS, NO_PRICE, type Horizon, type PairImpact } from "./core/impact.ts";
import { packImpacts } from "./core/packed-impacts.ts";
import { articleJson, articlesJson } from "./records.ts";
import type { ImpactData, ListedArticle } from "./store.ts";

const decimal = fc.oneof(
  fc.constantFrom("0.00000000", "60010.50000000"),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value.toFixed(8)),
);
/** Ids and names are those of exchanges: any text may come. */
const name = fc.oneof(
  fc.constantFrom("btcusdt", "ETH/USDT", "币安人生usdt", 'a"b\\c', "tab\t", "line\n", "!"),
  fc.string(),
);
const compiled = fc.record({
  before: decimal,
  after: decimal,
  difference: decimal,
  usual: fc.option(decimal),
  z: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
});
/** Undefined for a pair without a price. */
type Values = Omit<PairImpact, "status" | "pair"> | undefined;
const values: fc.Arbitrary<Values> = fc.oneof(
  { weight: 5, arbitrary: compiled },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const pair = fc.record({
  id: name,
  pair: name,
  times: fc.array(values, { minLength: HORIZONS.length, maxLength: HORIZONS.length }),
  keepsBefore: fc.boolean(),
});

function impactOf(pairName: string, found: Values, before: string | undefined): PairImpact {
  if (!found) {
    return { status: NO_PRICE, pair: pairName, before: "", after: "", difference: "", usual: null, z: null };
  }
  const { after, difference, usual, z } = found;
  return { status: COMPILED, pair: pairName, before: before ?? found.before, after, difference, usual, z };
}

const article = fc
  .record({
    id: fc.nat(),
    title: fc.string({ unit: "grapheme" }),
    pairs: fc.uniqueArray(pair, { maxLength: 6, selector: ({ id }) => id }),
  })
  .map(({ id, title, pairs }): ListedArticle => {
    const dataAt = (at: number): ImpactData =>
      Object.fromEntries(
        pairs.map((each) => [
          each.id,
          impactOf(each.pair, each.times[at], each.keepsBefore ? each.times.find(Boolean)?.before : undefined),
        ]),
      );
    const text = { source: "A", url: "", domain: "", brief: "", author: "", image: "", language: "en" };
    const at = { firstSeenAt: fromMillis(0), publishedAt: fromMillis(0), editedAt: undefined };
    const impacts = new Map(HORIZONS.map((horizon, place) => [horizon, JSON.stringify(dataAt(place))]));
    return { id, title, ...text, ...at, keywords: [], tones: [], echoes: 0, impacts, due: [], packed: undefined };
  });

const whole = (articles: readonly ListedArticle[], hasSubscription = true): string =>
  Buffer.concat(articlesJson(articles, hasSubscription)).toString();

test("packed articles are written byte for byte as they were measured, and so are those that cannot be packed", () => {
  let [packed, unpacked] = [0, 0];
  fc.assert(
    fc.property(fc.array(article, { maxLength: 40 }), (articles) => {
      const stored = articles.map((each): ListedArticle => {
        const text = packImpacts(each.impacts);
        if (text === undefined) unpacked++;
        else packed++;
        return text === undefined ? each : { ...each, impacts: new Map(), packed: text };
      });
      expect(whole(stored)).toBe(whole(articles));
      expect(whole(stored)).toBe(`[${articles.map((each) => articleJson(each, true)).join(",")}]`);
      expect(whole(stored, false)).toBe(whole(articles, false));
    }),
  );
  // Only articles without pairs, and with what JSON moves or repeats, stay as they are.
  expect(packed).toBeGreaterThan(unpacked);
});

test("what unpacking would change is not packed", () => {
  const measured = impactOf("BTC/USDT", { before: "1", after: "2", difference: "1", usual: "1", z: 0.3 }, undefined);
  const { z, ...others } = measured;
  const line = JSON.stringify({ btcusdt: measured });
  const lines = (other = line): ReadonlyMap<Horizon, string> =>
    new Map(HORIZONS.map((horizon) => [horizon, horizon === 600 ? other : line]));
  expect(packImpacts(lines())).toBeDefined();
  expect(packImpacts(new Map([...lines()].slice(1)))).toBeUndefined();
  for (const other of [
    "{}",
    "no JSON",
    "null",
    '{"btcusdt":null}',
    line.replace(":0.3", ":0.30"),
    line.replace(":", ": "),
    line.replace('"BTC/USDT"', '"BTC/USD"'),
    line.replace('"after":"2"', '"after":"2\\t"'),
    line.replace('"after":"2"', '"after":"€"'),
    line.replace('"usual":"1"', '"usual":""'),
    line.replace('"usual":"1"', '"usual":1'),
    line.replace(COMPILED, "other"),
    JSON.stringify({ btcusdt: { z, ...others } }),
    JSON.stringify({ btcusdt: measured, ethusdt: measured }),
  ]) {
    expect(packImpacts(lines(other)), other).toBeUndefined();
  }
});
