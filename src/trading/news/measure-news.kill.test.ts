/** Price moves after a day of articles, measured by processes that are killed, against the obvious recomputation. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { articleTimesOfDay, DAY_CODES, naiveImpacts, NEWS_DAY, recordNewsDay } from "../../../test/support/news-day.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../kit/time/spans.ts";
import { HORIZONS, type Horizon } from "./core/impact.ts";
import type { DayPrices } from "../../../test/support/news-day.ts";
import type { ImpactData } from "./store.ts";

const script = await bundleScript(
  fileURLToPath(new URL("../../../test/support/news-measure-child.ts", import.meta.url)),
);
const { world, save } = await newsWorld();
const { db } = world.platform;
const folder = await temporaryFolder();
afterAll(() => folder.remove());
let prices: DayPrices;
beforeAll(async () => {
  prices = await recordNewsDay(folder.path);
});

/** After this many steps of a process, each a measurement, a statement or a commit. */
const KILLS = [4, 212, 213, 216];
const SOURCES = ["A", "B", "C"];

interface Measured {
  readonly article_id: number;
  readonly seconds: Horizon;
  readonly data: string;
  readonly impact_at: Instant;
  readonly codes: string[];
  readonly source: string;
}

test("every value is that of a naive recomputation over the whole day, to the digit, wherever a process was killed", async () => {
  for (const [at, ms] of articleTimesOfDay().entries()) {
    const title = `Story ${at} of ${at * 17} on page${at}`;
    await save(SOURCES[at % SOURCES.length] ?? "", [foundItem(title, `https://e.com/${at}`)], ms, DAY_CODES);
  }
  const args = [JSON.stringify(world.database.connection), folder.path, String(NEWS_DAY + DAY_MS + 3 * HOUR_MS)];
  let killed = 0;
  for (const steps of KILLS) {
    const child = new ScriptProcess(script, [...args, String(steps)]);
    await child.ended();
    await db.execute({ name: "test.endNewsLease", text: "update kit.leases set expires_at = 'epoch'" });
    // One that ended by itself, well or not, was not killed.
    if (child.told.at(-1)?.["event"] !== "dies") break;
    killed++;
  }
  expect(killed).toBeGreaterThanOrEqual(3);
  const last = new ScriptProcess(script, args);
  await last.heard("done");
  await last.ended();

  const rows = await db.query<Measured>({
    name: "test.measured",
    text: `select i.article_id, i.seconds, i.data, a.impact_at, a.codes, a.source
      from trading.news_impacts i join trading.news_articles a on a.id = i.article_id order by i.article_id, i.seconds`,
  });
  expect(rows).toHaveLength(articleTimesOfDay().length * HORIZONS.length);
  const gaps = { full: 0, empty: 0 };
  for (const { data, impact_at: impactAt, seconds, codes } of rows) {
    const measured = JSON.parse(data) as ImpactData;
    const naive = naiveImpacts(prices, { impactAt, seconds, codes });
    for (const [pair, impact] of Object.entries(naive)) {
      expect({ ...measured[pair], key: pair }).toMatchObject({ ...impact, key: pair });
      gaps[impact.difference === "" ? "empty" : "full"]++;
    }
    expect(Object.keys(measured).toSorted()).toEqual(Object.keys(naive).toSorted());
  }
  // The market that was silent for a while is one of them.
  expect(gaps.empty).toBeGreaterThan(5);
  expect(gaps.full).toBeGreaterThan(500);
  await expectRankings(rows);
});

/** The stored sums for the rankings of sources, against a count of everything that was measured. */
async function expectRankings(rows: readonly Measured[]): Promise<void> {
  for (const source of SOURCES) {
    const moves = rows
      .filter((row) => row.source === source && row.seconds === 3_600)
      .flatMap((row) =>
        Object.entries(JSON.parse(row.data) as ImpactData)
          .filter(([, { difference }]) => difference !== "")
          .map(([pair, { difference }]) => ({ pair, difference, id: row.article_id, at: row.impact_at })),
      );
    const { json } = await world.ask("POST", "public/trending-news-source-impact", {
      params: { source_contains: source },
    });
    for (const pair of new Set(moves.map((move) => move.pair))) {
      const ofPair = moves.filter((move) => move.pair === pair);
      const sum = ofPair.reduce((total, { difference }) => total + BigInt(difference.replace(".", "")), 0n);
      const shown = json.data[pair][source];
      expect(shown.total_articles).toBe(ofPair.length);
      expect(BigInt(shown.sum_impact.replace(".", ""))).toBe(sum);
      const ids = (ranking: { id: string }[]): number[] => ranking.map(({ id }) => Number(id));
      const up = ofPair.filter(({ difference }) => Number(difference) > 0);
      const down = ofPair.filter(({ difference }) => Number(difference) < 0);
      const strongest = (list: typeof moves): number[] =>
        list
          .toSorted(
            (one, other) => Math.abs(Number(other.difference)) - Math.abs(Number(one.difference)) || one.id - other.id,
          )
          .slice(0, 10)
          .map(({ id }) => id);
      const newest = (list: typeof moves): number[] =>
        list
          .toSorted((one, other) => other.at - one.at || one.id - other.id)
          .slice(0, 10)
          .map(({ id }) => id);
      expect(ids(shown.top_ranking_bull)).toEqual(strongest(up));
      expect(ids(shown.top_ranking_bear)).toEqual(strongest(down));
      expect(ids(shown.most_recent_bull)).toEqual(newest(up));
      expect(ids(shown.most_recent_bear)).toEqual(newest(down));
    }
  }
}
