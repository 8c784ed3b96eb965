/** What the news must be able to do, case by case, over HTTP. A test bears the number of its case. */
import { expect, test } from "vitest";
import { furnish } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" } });
const { uid, key } = await world.person();
await furnish(world, uid);

/** As a price impact shows it: decimals are text. */
const BTCUSDT_MOVE = {
  status: "compiled",
  pair: "BTC/USDT",
  before: "9100.50000000",
  after: "9105.25000000",
  difference: "4.75000000",
  usual: "3.10000000",
  z: 1.03,
};

test("A19: the day must be said", async () => {
  const { status, json } = await world.ask("POST", "public/trending-news-data");
  expect(Math.floor(status / 100)).toBe(4);
  expect(json.data).toMatchObject({ code: 1440, missing_parameters: ["date"] });
});

test("A19: an article has its day, its tone, and seven places for what prices did, empty without a subscription", async () => {
  await world.platform.db.execute({
    name: "test.articleOfThatDay",
    text: `with made as (
        insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, keywords, currencies, codes, words, tones)
        select 'Wire', 'https://wire.example/' || n, 'wire.example', 'Bitcoin rises', '', '', '', 'en', at, at, '{bitcoin}', '{BTC}',
          '{}', ' bitcoin rises ', '[{"tone":"joy","score":0.7}]'
        from (values (1, timestamptz '2020-07-01 00:00:00Z'), (2, '2020-07-01 23:59:59Z'), (3, '2020-07-02 00:00:00Z')) as given (n, at)
        returning id
      )
      insert into trading.news_impacts (article_id, seconds, data, measured_at)
      select id, 120, '{"btcusdt":{"difference":"1.00000000"}}', now() from made`,
  });
  const { status, json } = await world.ask("POST", "public/trending-news-data", { params: { date: "2020-07-01" } });
  expect(status).toBe(200);
  expect(json.data).toHaveLength(2);
  for (const article of json.data) {
    expect(article.date).toMatchObject({ format1: "2020-07-01", day: "Wednesday", format2: "1 July 2020" });
    expect(article.tone).toEqual({ status: "completed", data: [{ tone_id: "joy", tone_name: "Joy", score: 0.7 }] });
    for (const seconds of [120, 300, 600, 900, 1200, 1800, 3600])
      expect(article[`price_impact_${seconds}s`]).toEqual({ status: "subscription required", data: [] });
  }
});

test("A19: with a subscription, an article says what prices did, pair by pair, and what is still to be measured", async () => {
  await world.platform.db.execute({
    name: "test.measuredArticle",
    text: `with made as (
        insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, impact_at, keywords, currencies, codes, words, tones)
        values ('Wire', 'https://wire.example/measured', 'wire.example', 'Bitcoin rises', '', '', '', 'en', '2020-07-05 12:00Z',
          '2020-07-05 12:00Z', '2020-07-05 12:00Z', '{bitcoin}', '{BTC}', '{}', ' bitcoin rises ', '[]') returning id
      ), measured as (
        insert into trading.news_impacts (article_id, seconds, data, measured_at)
        select id, seconds, $1::jsonb, now() from made, unnest('{120,300,600,900,1200,1800}'::integer[]) as given (seconds)
      )
      insert into trading.news_impact_dues (article_id, seconds, due_at) select id, 3600, '2020-07-05 13:00Z' from made`,
    values: [JSON.stringify({ btcusdt: BTCUSDT_MOVE })],
  });
  const asked = { params: { date: "2020-07-05" } };
  const subscriber = await world.ask("POST", "public/trending-news-data", { ...asked, key });
  expect(subscriber.json.data).toHaveLength(1);
  const [article] = subscriber.json.data;
  for (const seconds of [120, 300, 600, 900, 1200, 1800])
    expect(article[`price_impact_${seconds}s`]).toEqual({ status: "completed", data: { btcusdt: BTCUSDT_MOVE } });
  expect(article.price_impact_3600s).toEqual({ status: "Still processing.", data: [] });
  const free = await world.person();
  for (const without of [asked, { ...asked, key: free.key }]) {
    const { json } = await world.ask("POST", "public/trending-news-data", without);
    for (const seconds of [120, 3600])
      expect(json.data[0][`price_impact_${seconds}s`]).toEqual({ status: "subscription required", data: [] });
  }
});

test("A20: following a word needs a key, although its path is public", async () => {
  const answer = await world.ask("POST", "public/trending-news-add-keyword", { params: { name: "abc" } });
  expect(answer.json.data).toEqual({ code: 2001, error: "Missing Key" });
});
