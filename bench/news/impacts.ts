/** How long it takes to measure what prices did after 10,000 articles, as after some days in which nothing was measured. */
import { silentLog } from "../../src/kit/log/log.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { LeaseHolder } from "../../src/kit/sql/hold-lease.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { fromMillis } from "../../src/kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../src/kit/time/spans.ts";
import { measureNews } from "../../src/trading/news/jobs/measure-news.ts";
import { measureImpact } from "../../src/trading/news/measure-impact.ts";
import { impactStore } from "../../src/trading/news/sql/impact-store.ts";
import { openTape } from "../../src/trading/tape/index.ts";
import { tapeMarket } from "../../test/support/tape-market.ts";
import { TAPE_OPTIONS } from "../../test/support/tape-world.ts";
import { seeded, timed, times, whole, type Report } from "./invented.ts";

const ARTICLES = 10_000;
const PAIRS = 12;
const EXCHANGES = ["one", "two"];
const START = Date.parse("2026-03-02T00:00:00Z");
const DAYS = 5;
const STEP_MS = 10_000;
/** Measured without keeping what was read of the tape. */
const ALONE = 100;

export async function measureImpacts(db: Database, dataDir: string, report: Report): Promise<void> {
  const codes = EXCHANGES.flatMap((exchange) => Array.from({ length: PAIRS }, (_, at) => `${exchange}-c${at}usdt`));
  const recordedMs = await timed(() => recordTape(dataDir, codes));
  report(
    `a tape of ${DAYS} days, ${codes.length} markets, a row every ${STEP_MS / 1_000} s`,
    `${(recordedMs / 1_000).toFixed(0)} s`,
  );
  await insertArticles(db, codes);
  const tape = openTape({ dataDir, market: undefined, clock: systemClock(), ...TAPE_OPTIONS });
  const store = impactStore(db);
  const nowMs = START + (DAYS + 1) * DAY_MS;
  try {
    const due = await store.listDue(fromMillis(nowMs), ALONE);
    const alone = measureImpact(
      tape,
      (code) => code,
      () => 0,
    );
    const aloneMs: number[] = [];
    for (const each of due) aloneMs.push(await timed(() => alone(each)));

    const measure = measureImpact(
      tape,
      (code) => code,
      () => nowMs,
    );
    const each: number[] = [];
    const batches: number[] = [];
    const clock = systemClock();
    const deps = {
      newsImpacts: {
        ...store,
        saveImpacts: async (...saved: Parameters<typeof store.saveImpacts>) => {
          let kept = 0;
          batches.push(await timed(async () => (kept = await store.saveImpacts(...saved))));
          return kept;
        },
      },
      newsLeases: new LeaseHolder({ db, clock, log: silentLog(), owner: "bench", ttlMs: 30_000 }),
      measureImpact: async (one: Parameters<typeof measure>[0]) => {
        const startedMs = performance.now();
        const data = await measure(one);
        each.push(performance.now() - startedMs);
        return data;
      },
      newsRetentionDays: 3_650,
      tapeDelayMs: 0,
      clock: { now: () => fromMillis(nowMs) },
    };
    const context = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
    const ms = await timed(() => measureNews.run(deps, {}, context));
    const perSecond = each.length / (ms / 1_000);
    const alonePerSecond = 1_000 / (aloneMs.reduce((sum, one) => sum + one, 0) / aloneMs.length);
    report(
      `impact of ${whole(ARTICLES)} articles, ${PAIRS} pairs, ${whole(each.length)} measurements`,
      `${(ms / 1_000).toFixed(0)} s, ${whole(perSecond)}/s; one ${times(each)}`,
      `${(perSecond / alonePerSecond).toFixed(1)} x each read for itself, ${whole(alonePerSecond)}/s; a batch kept ${times(batches)}`,
    );
  } finally {
    await tape.stop();
  }
}

async function recordTape(dataDir: string, codes: readonly string[]): Promise<void> {
  let nowMs = START;
  const clock = { ...systemClock(), now: () => fromMillis(nowMs), every: () => undefined };
  const market = tapeMarket(codes, clock);
  const tape = openTape({ dataDir, market, clock, ...TAPE_OPTIONS, bufferRows: 100_000 });
  tape.start();
  const random = seeded(3);
  const prices = new Float64Array(codes.length).fill(100);
  for (; nowMs < START + DAYS * DAY_MS + 2 * HOUR_MS; nowMs += STEP_MS) {
    for (const [at, code] of codes.entries()) {
      const price = (prices[at] ?? 0) + random() - 0.5;
      prices[at] = price;
      market.set(code, { bid: price - 0.01, ask: price + 0.01 });
      if (random() < 0.2) market.trade(code, { price });
    }
    if (nowMs % (2 * HOUR_MS) === 0) await tape.flush();
    if (nowMs % DAY_MS === 0) await tape.maintain();
  }
  await tape.flush();
  await tape.maintain();
  await tape.stop();
}

async function insertArticles(db: Database, codes: readonly string[]): Promise<void> {
  await db.execute({
    name: "bench.articles",
    text: `with made as (
        insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, impact_at, keywords, currencies, codes, words, tones)
        select 'S' || n % 30, 'https://e.com/' || n, 'e.com', 'T', '', '', '', 'en', at, at, at, '{bitcoin}', '{C1}', $2, ' t ', '[]'
        from generate_series(1, ${ARTICLES}) as n,
          lateral (select to_timestamp($1::double precision) + n * interval '${(DAYS * DAY_MS) / ARTICLES} milliseconds' as at) as t
        returning id, impact_at
      )
      insert into trading.news_impact_dues (article_id, seconds, due_at)
      select id, seconds, impact_at + seconds * interval '1 second'
      from made, unnest(array[120, 300, 600, 900, 1200, 1800, 3600]) as seconds`,
    values: [START / 1_000, codes],
  });
}
