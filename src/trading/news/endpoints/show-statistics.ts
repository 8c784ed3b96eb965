import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { seconds } from "../../shapes.ts";
import type { NewsDeps, NewsFigureDeps } from "../deps.ts";

export const showStatistics = endpoint({
  id: "news.showStatistics",
  method: ["GET", "POST"],
  path: "/public/trending-news-statistics",
  auth: "public",
  summary: "How much news there is",
  description:
    "Counted at most 15 seconds ago. Articles of every language count, from when they were first seen, also those that were removed since.",
  input: {},
  output: json(
    Type.Object({
      keywords_monitored: Type.Integer(),
      total_articles_found: Type.Integer(),
      total_keywords_matched: Type.Integer(),
      history: Type.Array(Type.Record(Type.String(), Type.Integer())),
      sources: Type.Integer(),
      last_update: seconds,
    }),
  ),
  errors: [],
  examples: [{ name: "at this moment" }],

  async run({ news, newsRules, newsFigures }: NewsDeps & NewsFigureDeps) {
    const [counts, sources] = await Promise.all([newsFigures.counts(), news.listSources()]);
    return {
      keywords_monitored: newsRules.watchlist.length,
      total_articles_found: counts.total,
      total_keywords_matched: counts.matched,
      history: [
        { added_in_last_hour: counts.lastHour },
        { last_24_hours: counts.last24Hours },
        { last_48_hours: counts.last48Hours },
        { last_7_days: counts.last7Days },
        { last_30_days: counts.last30Days },
      ],
      sources: sources.length,
      last_update: counts.lastAt === undefined ? 0 : toSeconds(counts.lastAt),
    };
  },
});
