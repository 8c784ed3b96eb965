/** Articles about the currency of a market, as its chart and the table beside it show them. */
import type { ListRelevantNewsResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked, type Asked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import type { Interval } from "./candles.ts";
import { endOfChart } from "./chart-moment.ts";
import type { Mark } from "./marks.ts";

type Article = ListRelevantNewsResult["news"][number];

/** The newest has number 1; its mark on the chart has the same. */
export interface NumberedArticle extends Article {
  readonly number: number;
}

const EVERY_MS = 60_000;

/** The most relevant articles of the three days before the end of the chart, the newest first. */
export function useMarketNews(
  code: string,
  moment: number | undefined,
  interval: Interval,
): Asked<readonly NumberedArticle[]> {
  return useAsked(
    async (signal) => {
      const to = endOfChart(moment, interval, Date.now());
      const { news } = await trading.market.listRelevantNews(
        { symbol: code, ...(to === undefined ? {} : { to }) },
        { signal },
      );
      return numbered(news);
    },
    [code, moment, interval],
    moment === undefined ? { everyMs: EVERY_MS } : {},
  );
}

/** Newest first, with their numbers. */
export function numbered(articles: readonly Article[]): readonly NumberedArticle[] {
  return [...articles]
    .sort((one, other) => other.time_published - one.time_published)
    .map((article, at) => ({ ...article, number: at + 1 }));
}

/** What the price did after an article; undefined where it is not known. */
export function moveAfter(
  { impact }: Pick<Article, "impact">,
  seconds: number,
): Article["impact"]["data"][number] | undefined {
  return impact.data.find((each) => each.seconds === seconds && each.status === "compiled");
}

/** A mark for each article. It stands below where the price rose, and above where it fell or where that is not known. */
export function marksOfNews(articles: readonly NumberedArticle[], seconds: number): readonly Mark[] {
  return articles.map((article) => {
    const difference = Number(moveAfter(article, seconds)?.difference ?? 0);
    const tone = difference === 0 ? "plain" : difference > 0 ? "good" : "bad";
    return {
      ms: article.time_published * 1_000,
      place: difference > 0 ? "below" : "above",
      tone,
      text: String(article.number),
    };
  });
}
