import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis, toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { agoText } from "../core/ago-text.ts";
import type { NewsDeps } from "../deps.ts";
import { newsErrors } from "../errors.ts";
import type { RankedMove } from "../figures.ts";

const ranking = Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()])), { maxItems: 10 });

export const showSourceImpact = endpoint({
  id: "news.showSourceImpact",
  method: ["GET", "POST"],
  path: "/public/trending-news-source-impact",
  auth: "public",
  summary: "Price moves after a source's articles",
  description:
    "For each pair: in how many articles its price is known an hour later, the sum of its moves in that hour, and four " +
    "rankings of ten. Only articles that the source had first count.",
  input: {
    params: Type.Object({
      source_contains: Type.String({ minLength: 1, maxLength: 200, description: "The exact source" }),
    }),
  },
  output: json(
    Type.Record(
      Type.String(),
      Type.Record(
        Type.String(),
        Type.Object({
          total_articles: Type.Integer(),
          sum_impact: Type.String(),
          top_ranking_bull: ranking,
          top_ranking_bear: ranking,
          most_recent_bull: ranking,
          most_recent_bear: ranking,
        }),
      ),
    ),
  ),
  errors: [newsErrors.unknownSource],
  examples: [
    { name: "unknown source", body: { source_contains: "Example Times" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run({ news, clock }: NewsDeps & ClockDeps, { input: { params } }) {
    const source = params.source_contains;
    const impacts = await news.listSourceImpacts(source);
    if (impacts.length === 0 && !(await news.listSources()).includes(source))
      throw newsErrors.unknownSource({ source });
    const nowMs = toMillis(clock.now());
    const viewed = impacts.map(({ pair, articles, sum, topBull, topBear, recentBull, recentBear }) => {
      const shown = (moves: readonly RankedMove[]) => moves.map((move) => viewMove(move, pair, nowMs));
      const ofSource = {
        total_articles: articles,
        sum_impact: sum,
        top_ranking_bull: shown(topBull),
        top_ranking_bear: shown(topBear),
        most_recent_bull: shown(recentBull),
        most_recent_bear: shown(recentBear),
      };
      return [pair, { [source]: ofSource }] as const;
    });
    return Object.fromEntries(viewed);
  },
});

function viewMove({ id, keywords, publishedAt, difference }: RankedMove, pair: string, nowMs: number) {
  return {
    id: String(id),
    keywords,
    time_published: toSeconds(publishedAt),
    [`diff_${pair}`]: difference,
    ago: agoText(nowMs - toMillis(publishedAt)),
  };
}
