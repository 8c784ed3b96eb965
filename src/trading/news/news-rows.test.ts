/** News as an export: every member of the record, newest first, as the plan shows it. */
import { expect, test } from "vitest";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { signalUser } from "../../../test/support/signal-talk.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import type { ExportUser } from "../exports/rows.ts";
import type { MarketView } from "../market/index.ts";
import { NEWS_COLUMNS, newsRows } from "./news-rows.ts";
import { newsItem } from "./records.ts";
import { listOfCurrency } from "./sql/read-articles.ts";
import type { ImpactData } from "./store.ts";

const { world, save, impacts, nowMs: NOW } = await newsWorld();
const { db } = world.platform;

const market = {
  listing: (code: string) => (code === "simalpha-btcusdt" ? { market: { base: "BTC" } } : undefined),
} as unknown as MarketView;

async function rowsFor(planId: string, limit = 100, symbol = "simalpha-btcusdt") {
  const deps = {
    market,
    listOf: (currency: string, page: Parameters<typeof listOfCurrency>[3]) =>
      listOfCurrency(db, currency, ["en"], page),
  };
  const rows: Record<string, unknown>[] = [];
  const user = { plan: { id: planId } } as ExportUser;
  for await (const row of newsRows(deps, { user, symbol, limit })) {
    expect(row).toHaveLength(NEWS_COLUMNS.length);
    rows.push(Object.fromEntries(NEWS_COLUMNS.map((column, at) => [column, row[at]])));
  }
  return rows;
}

test("a row has every member of the record, and parts in columns of their own", async () => {
  const names = NEWS_COLUMNS.map((column) => column.replace(/_(?:status|data|time_published|day|format[12])$/, ""));
  for (const member of Object.keys(newsItem.properties)) expect([...names, ...NEWS_COLUMNS]).toContain(member);
  expect(NEWS_COLUMNS).toEqual(expect.arrayContaining(["date_format1", "price_impact_3600s_data", "tone_status"]));
  await save("A", [foundItem("Bitcoin rises", "https://e.com/1", { summary: "Old hands sell" })], NOW, [
    "simalpha-btcusdt",
  ]);
  const [row] = await db.query<{ id: number }>({ name: "test.article", text: "select id from trading.news_articles" });
  const due = {
    articleId: row?.id ?? 0,
    seconds: 120 as const,
    impactAt: fromMillis(NOW),
    codes: ["simalpha-btcusdt"],
  };
  const data: ImpactData = {
    btcusdt: { status: "compiled", pair: "BTC/USDT", before: "1", after: "2", difference: "1", usual: null, z: null },
  };
  await impacts.saveImpacts([{ due, data }], fromMillis(NOW));
  const common = {
    id: String(row?.id),
    title: "Bitcoin rises",
    brief: "Old hands sell",
    keywords: "bitcoin",
    url: "https://e.com/1",
    date_format1: new Date(NOW).toISOString().slice(0, 10),
    tone_status: "completed",
    echoes: 0,
    time_seen: NOW / 1000,
    time_edited: "",
  };
  const [measured] = await rowsFor("basic");
  expect(measured).toMatchObject({
    ...common,
    price_impact_120s_status: "completed",
    price_impact_300s_status: "Still processing.",
  });
  expect(JSON.parse(String(measured?.["price_impact_120s_data"]))).toEqual(data);
  expect(await rowsFor("free")).toMatchObject([
    { ...common, price_impact_120s_status: "subscription required", price_impact_120s_data: "[]" },
  ]);
});

test("the articles that name the market's coin come newest first, over more than one page, up to the limit", async () => {
  const items = Array.from({ length: 700 }, (_, at) =>
    foundItem(`${at % 7 === 0 ? "Ether" : "Bitcoin"} story number ${at}`, `https://e.com/${at}`),
  );
  await save("A", items.slice(0, 350), NOW);
  await save("A", items.slice(350), NOW);
  const bitcoin = items.map(({ title }) => title).filter((title) => title?.startsWith("Bitcoin"));
  const titles = (await rowsFor("basic", 10_000)).map(({ title }) => title);
  expect(titles).toEqual(bitcoin.toReversed());
  expect(await rowsFor("basic", 3)).toHaveLength(3);
});

test("an unknown market is refused, and an export where the market is not known yet is not made without articles", async () => {
  const user = await signalUser(world, "basic");
  const wanted = { system: "news", type: ".csv", symbol: "simalpha-nothing" };
  expect(await user.refused("export/request", wanted)).toMatchObject({
    status: 404,
    error: expect.stringContaining("simalpha-nothing"),
  });
  const ofOrders = await user.ask("export/request", { ...wanted, system: "strategy_transactions" });
  expect(ofOrders.status).toBe(200);
  await expect(rowsFor("basic", 10, "simalpha-nothing")).rejects.toThrow("simalpha-nothing is not known");
});

test("export/request with system=news makes the file", async () => {
  const user = await signalUser(world, "basic");
  await waitUntil(() => expect(world.trading.deps.market.listing("simalpha-btcusdt")).toBeDefined());
  await save(
    "A",
    [foundItem("Bitcoin rises, again", "https://e.com/1"), foundItem("Ether falls", "https://e.com/2")],
    NOW,
  );
  const wanted = { system: "news", type: ".csv", symbol: "simalpha-btcusdt", limit: 100 };
  const { id } = await user.done("export/request", wanted);
  const bound = world.trading.jobs.find(({ job }) => job.name === "trading.makeExport");
  const { signal } = new AbortController();
  await bound?.job.run(bound.deps, { exportId: Number(id) }, { attempt: 1, maxAttempts: 1, signal });
  const made = await user.done("export/fetch", { id });
  const [head, row, ...others] = Buffer.from(made.content, "base64").toString().trimEnd().split("\r\n");
  expect([head, others]).toEqual([NEWS_COLUMNS.join(","), []]);
  expect(row).toContain('"Bitcoin rises, again"');
  expect(made.filename).toBe(`news-simalpha-btcusdt-${id}.csv`);
});
